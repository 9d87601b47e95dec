/** The geographic check (VEN-12). */
export type GeoblockAnswer =
  | { readonly kind: 'answered'; readonly blocked: boolean }
  | { readonly kind: 'failed'; readonly error: string }

export interface VenueGeoblock {
  /** One request; a missing or non-boolean `blocked` is a failure. */
  check(): Promise<GeoblockAnswer>
}
