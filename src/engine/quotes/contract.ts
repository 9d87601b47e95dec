/** Leaving and hedging a position, as the edges see it. */
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import type { Result } from '#lib/result.ts'
import type { ExitIntent, FlattenLeg, HedgeIntent } from './exit-intents.ts'
import type { CancelResult, PlaceResult } from '../orders/contract.ts'
import type { QuotedGroup } from '../orders/place/single-orders.ts'

export type FlattenResult = {
  /** One for each market of which no leg was asked for before: what became of the own orders there. */
  readonly cancels: readonly (CancelResult & { readonly outcomeIds: readonly OutcomeId[] })[]
  /** In the order in which they were asked for. */
  readonly legs: readonly {
    readonly clientOrderId: ClientOrderId
    readonly outcomeId: OutcomeId
    /** Null: the id was used for another command; nothing was sent. */
    readonly result: PlaceResult | null
  }[]
}

/** Orders that the backend quotes: leaving a position, or hedging it with the market's other outcome. */
export interface Exits {
  /** `group` is the command that the exit is a part of; without it the exit is a command of its own. */
  exit(intent: ExitIntent, group?: QuotedGroup): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  hedge(intent: HedgeIntent): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  /** Cancels the own orders of the markets of these outcomes, in every mode, then sells what is held of each (INV-60). */
  flatten(legs: readonly FlattenLeg[]): Promise<FlattenResult>
}
