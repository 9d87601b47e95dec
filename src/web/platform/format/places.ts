/** A place by its titles, as decoded records and those of the wire have them. */
type Titled =
  | { readonly marketTitle: string; readonly eventTitle: string }
  | { readonly market_title: string; readonly event_title: string }

/** Where an outcome is traded, the nearest first: an event has many markets with a Yes each. */
export function placeText(titled: Titled): string {
  const [market, event] =
    'marketTitle' in titled
      ? [titled.marketTitle, titled.eventTitle]
      : [titled.market_title, titled.event_title]
  if (event === '' || market === event) return market
  return market === '' ? event : `${market} \u00b7 ${event}`
}
