// How `trade.` faults change the status steps of a trade: a failure after a while, retries before it is
// mined, or no word after MATCHED.
import type { TradeStatusSteps } from '../exchange/settlement.ts'
import type { ListedMarket, Trade } from '../types.ts'
import type { Faults } from './faults.ts'

const STEP_MS = 2_000

/** The status steps that the rules give a trade; null: the usual ones. */
export function tradeStatusStepsOf(
  faults: Faults,
): (trade: Trade, market: ListedMarket) => TradeStatusSteps | null {
  return (trade) => {
    if (!faults.any('trade.')) return null
    const subject = { service: 'clob', method: 'TRADE', asset: trade.token } as const
    const failed = faults.first(subject, 'trade.failed_after')
    if (failed !== null) return [{ status: 'FAILED', afterMs: failed.number('ms', STEP_MS) }]
    const kept = faults.first(subject, 'trade.stays_matched')
    if (kept !== null) return kept.args['ms'] === undefined ? [] : minedAfter(kept.number('ms', STEP_MS))
    const retrying = faults.first(subject, 'trade.retrying')
    if (retrying === null) return null
    const tries = Array.from({ length: Math.max(1, retrying.number('n', 1)) }, () => ({
      status: 'RETRYING' as const,
      afterMs: STEP_MS,
    }))
    const fails = retrying.flag('fails', false)
    return fails ? [...tries, { status: 'FAILED', afterMs: STEP_MS }] : [...tries, ...minedAfter(STEP_MS)]
  }
}

function minedAfter(afterMs: number): TradeStatusSteps {
  return [
    { status: 'MINED', afterMs },
    { status: 'CONFIRMED', afterMs: STEP_MS },
  ]
}
