// How `trade.` faults change the status steps of a trade: a failure after a while, or retries before it is mined.
import type { TradeStatusSteps } from '../exchange/settlement.ts'
import type { ListedMarket, Trade } from '../types.ts'
import type { Faults } from './types.ts'

const STEP_MS = 2_000

/** The status steps that the rules give a trade; null: the usual ones. */
export function tradeStatusStepsOf(
  faults: Faults,
): (trade: Trade, market: ListedMarket) => TradeStatusSteps | null {
  return (trade) => {
    if (!faults.any('trade.')) return null
    const subject = { service: 'clob', method: 'TRADE', asset: trade.token, orderSide: trade.side } as const
    const failed = faults.first(subject, 'trade.failed_after')
    if (failed !== null) return [{ status: 'FAILED', afterMs: failed.number('ms', STEP_MS) }]
    const retrying = faults.first(subject, 'trade.retrying')
    if (retrying === null) return null
    const tries = Array.from({ length: Math.max(1, retrying.number('n', 1)) }, () => ({
      status: 'RETRYING' as const,
      afterMs: STEP_MS,
    }))
    const fails = retrying.flag('fails', false)
    return fails
      ? [...tries, { status: 'FAILED', afterMs: STEP_MS }]
      : [...tries, { status: 'MINED', afterMs: STEP_MS }, { status: 'CONFIRMED', afterMs: STEP_MS }]
  }
}
