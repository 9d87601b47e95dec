/** Where an outcome is traded, the nearest first: an event has many markets with a Yes each. */
export function placeText({
  market_title: market,
  event_title: event,
}: {
  readonly market_title: string
  readonly event_title: string
}): string {
  if (event === '' || market === event) return market
  return market === '' ? event : `${market} \u00b7 ${event}`
}
