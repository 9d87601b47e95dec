/** Titles of a record, decoded or of the wire. */
type Titled =
  | { readonly marketTitle: string; readonly eventTitle: string }
  | { readonly market_title: string; readonly event_title: string }

/** Where an outcome is traded, the nearest first: an event has many markets with a Yes each. */
export function placeText(of: Titled): string {
  const isDecoded = 'marketTitle' in of
  const market = isDecoded ? of.marketTitle : of.market_title
  const event = isDecoded ? of.eventTitle : of.event_title
  if (event === '' || market === event) return market
  return market === '' ? event : `${market} \u00b7 ${event}`
}
