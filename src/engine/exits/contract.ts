/** Attached exits as the edges see them. */
import type { ExitId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { AttachedExit, ExitLegs, ExitPause, ExitState, LegsFault } from '#core/order/attached-exit.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { Result } from '#lib/result.ts'
import type { PlaceResult } from '../orders/contract.ts'

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

export interface AttachedExits {
  /** Newest first; those that ended are kept for a week. */
  list(): readonly ExitStatus[]
  get(id: ExitId): ExitStatus | null
  /** Places a buy whose exits are on disk before its first byte; a repeat of the id with other exits is a conflict. */
  place(intent: OrderIntent, legs: ExitLegs): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  /** Puts an exit on shares that are held. */
  put(outcomeId: OutcomeId, size: Micros, legs: ExitLegs): Promise<Result<ExitStatus, ExitFault>>
  /** Replaces its legs; what rests follows. */
  change(id: ExitId, legs: ExitLegs): Result<ExitStatus, ExitFault>
  /** Cancels what rests of it, in every mode, and ends it. */
  remove(id: ExitId): Result<ExitStatus, ExitFault>
}
