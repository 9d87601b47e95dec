/**
 * Signs in any answer of the venue: `key`: it refuses our key, or does not know it; `clock`: its time is far from
 * ours.
 */
export type VenueSign = 'key' | 'clock'

export interface VenueSigns {
  /** One listener; called at every such answer, however many there are. */
  onSign(listener: (sign: VenueSign) => void): void
}
