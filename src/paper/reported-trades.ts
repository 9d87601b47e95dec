/** A venue may report a trade on the taker's outcome alone or on both: the same trade must not count twice. */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { inFirstOutcome, type Outcomes } from './first-outcome.ts'

/** A trade of others; the side is the taker's. */
export type ReportedTrade = {
  readonly outcomeId: OutcomeId
  readonly side: Side
  readonly price: Price
  readonly size: Micros
}

const SAME_WITHIN_MS = 2_000
const MAX_KEPT = 200

/** Builds the memory. */
export function createReportedTrades(): {
  /** False for a trade that was just reported for the market's other outcome, as it looks from there. */
  readonly isNew: (market: Outcomes, trade: ReportedTrade, now: Instant) => boolean
} {
  let recent: { readonly key: string; readonly outcomeId: OutcomeId; readonly at: Instant }[] = []
  return {
    isNew(market, trade, now) {
      const seen = inFirstOutcome(market, trade)
      const key = `${market.id} ${seen.side} ${seen.price} ${trade.size}`
      recent = recent.filter(({ at }) => now - at < SAME_WITHIN_MS).slice(-MAX_KEPT)
      const mirrored = recent.findIndex((one) => one.key === key && one.outcomeId !== trade.outcomeId)
      if (mirrored >= 0) {
        recent.splice(mirrored, 1)
        return false
      }
      recent.push({ key, outcomeId: trade.outcomeId, at: now })
      return true
    },
  }
}
