/** The dead-man heartbeat: while one is kept up, the venue cancels all orders of the key when it ends. */
import type { Result } from '#lib/result.ts'
import type { ReadFault } from './venue-account.ts'

export type HeartbeatAnswer =
  /** Taken; the next one carries this id. */
  | { readonly kind: 'taken'; readonly nextId: string }
  /** Not taken: the venue waits for this id. */
  | { readonly kind: 'expected'; readonly id: string }

export interface VenueHeartbeat {
  /**
   * Sends one heartbeat, once. Resolves within 4 s in every case.
   *
   * @param id  of the previous answer; empty to begin
   */
  beat(id: string): Promise<Result<HeartbeatAnswer, ReadFault>>
}
