/** Lasting changes under a ladder, as text: a new tick size, or a result. */
import { showLocal, writtenTick } from '../../platform/format/figures.ts'
import type { TickSize } from '#core/price.ts'
import type { Market, Outcome } from '../../platform/api/client.ts'

/**
 * Text of a tick size; null when it is the same, or the first that is known. @param at milliseconds since the epoch
 */
export function tickText(before: TickSize | null, tick: TickSize | null, at: number): string | null {
  if (before === null || tick === null || before === tick) return null
  return `Tick ${writtenTick(before)} is now ${writtenTick(tick)} ${showLocal(at, true)}`
}

/** Payout of an outcome; empty while its market is open and no result is known. */
export function resultText(
  { winningOutcomeId: winner, outcomes }: Pick<Market, 'winningOutcomeId' | 'outcomes'>,
  outcome: Pick<Outcome, 'id' | 'name'>,
  isResolved: boolean,
): string {
  if (winner === null) return isResolved ? 'Resolved: read-only' : ''
  const name = outcomes.find((one) => one.id === winner)?.name ?? 'another outcome'
  return winner === outcome.id
    ? `Resolved: ${outcome.name} won and pays 1.00`
    : `Resolved: ${name} won, ${outcome.name} pays 0.00`
}
