/** Attached exits as the edges see them. */
import type { OrderId } from '#core/ids.ts'
import type { AttachedExit, ExitPause, ExitState, LegsFault } from '#core/order/attached-exit.ts'

/** An exit and why it may not act now. */
export type ExitStatus = {
  readonly exit: AttachedExit
  readonly state: ExitState
  /** Null while it may act, and for one that is over or does not depend on the terminal. */
  readonly pause: ExitPause | null
  /** Own sales that are no exit's and offer shares which it covers: one that sells has them cancelled first (INV-81). */
  readonly offeredBy: readonly OrderId[]
}

export type ExitFault =
  | LegsFault
  | 'unknown_outcome'
  /** More than is held, less what other exits cover. */
  | 'not_free'
  /** It would be covered once the venue's balance shows what was just bought. */
  | 'not_settled'
  /** The holding could not be read. */
  | 'not_known'
  | 'too_many'
  | 'not_found'
  /** It has ended. */
  | 'over'
  | 'storage_refused'
  /** It has ended, but the disk did not take it. */
  | 'end_not_stored'
