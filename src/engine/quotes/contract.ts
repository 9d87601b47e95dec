/** Leaving and hedging a position, as the edges see it. */
import type { Result } from '#lib/result.ts'
import type { ExitIntent, HedgeIntent } from './exit-intents.ts'
import type { PlaceResult } from '../orders/contract.ts'

/** Orders that the backend quotes: leaving a position, or hedging it with the market's other outcome. */
export interface Exits {
  exit(intent: ExitIntent): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  hedge(intent: HedgeIntent): Promise<Result<PlaceResult, 'idempotency_conflict'>>
}
