/** Result of an outcome under its ladder, as text. */
import type { Market, Outcome } from '../../platform/api/client.ts'

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
