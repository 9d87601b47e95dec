/** Cash and holdings as they are recorded. */
import type { OutcomeId } from '#core/ids.ts'
import { micros, ZERO } from '#core/money.ts'
import { positionFigures } from '#core/position/portfolio.ts'
import type { Holding, Holdings } from '#core/position/position.ts'
import { marketId, whole } from './market-fakes.ts'

/** So many shares, bought at 0.40. */
export function sampleHolding(outcomeId: OutcomeId, shares: number): Holding {
  const figures = {
    ...positionFigures(null, [], 0),
    size: whole(shares),
    cost: micros(BigInt(shares) * 400_000n),
  }
  return {
    outcomeId,
    marketId: marketId(1),
    title: null,
    outcomeName: null,
    oppositeOutcomeId: null,
    figures,
    basis: 'fills',
    reserved: ZERO,
    free: figures.size,
  }
}

/** So much cash, and nothing held. */
export function sampleHoldings(cash: number): Holdings {
  return {
    facts: {
      cash: whole(cash),
      cashComing: ZERO,
      cashAsOf: null,
      allowance: null,
      missingApprovals: null,
      reserved: ZERO,
      combosUnderWay: ZERO,
      dailyNotional: ZERO,
      dailyNotionalLimit: ZERO,
      comboCostBasis: null,
      comboExposure: null,
    },
    totals: { realised: ZERO, realisedToday: ZERO, settlingPnl: ZERO, fees: ZERO, feesKnown: true },
    list: { complete: true, problem: null, asOf: null, unreadRows: 0 },
    held: [],
  }
}
