/**
 * Hedge: buys the other outcome of the market for what is held and not hedged yet. A market has two outcomes, one of
 * which pays, in a neg-risk event too: there the other outcome is the market's own No, never another candidate's Yes.
 */
import { bestAsk } from '#core/book/book.ts'
import { quoteHedge } from '#core/order/hedge-quote.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { Market } from '#core/market/market.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { err, type Result } from '#lib/result.ts'
import type { Bus } from '../bus.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { HedgeIntent } from './contract.ts'
import { quoteNow, reachOf, sharesOf, worstAsked, type QuotingParts } from './exit.ts'
import type { HedgeCoverage } from './hedge-coverage.ts'

const ON_ITS_WAY =
  'A buy of the other outcome is still in flight, so the size to hedge is unknown. Nothing was sent; press again once it ends.'

export function createHedge(
  parts: QuotingParts & {
    readonly bus: Pick<Bus, 'publish'>
    readonly catalog: Pick<Catalog, 'outcome'>
    readonly coverage: HedgeCoverage
  },
) {
  const { quoteBooks, holdings, coverage } = parts

  function otherOutcome(outcomeId: OutcomeId): OutcomeId | null {
    const market: Market | undefined = parts.catalog.outcome(outcomeId)?.market
    return market?.outcomes.find(({ id }) => id !== outcomeId)?.id ?? null
  }

  function quote(
    { clientOrderId, outcomeId, worst }: HedgeIntent,
    freed: Micros,
  ): Result<OrderIntent, Rejection> {
    if (parts.areReading()) return err(rejection('positions_reading'))
    const other = otherOutcome(outcomeId)
    if (other === null) return err(rejection('unknown_outcome'))
    if (coverage.isBuying(other)) return err(rejection('hedge_unavailable', { message: ON_ITS_WAY }))
    const bought = coverage.boughtBeside(other, holdings.lookedAt(other))
    const reach = reachOf(parts.limits())
    return quoteNow(parts, clientOrderId, other, (book) => {
      const hedged = coverage.hedgedBy(other, holdings.shown(other), bought, bestAsk(book))
      return quoteHedge({ ...sharesOf(parts, outcomeId, freed), hedged, book, reach, worst })
    })
  }

  /** The last hedge with each outcome: the next one is quoted after it, for what it left. */
  const turns = new Map<OutcomeId, Promise<unknown>>()

  return async (hedge: HedgeIntent) => {
    const { clientOrderId, outcomeId } = hedge
    const other = otherOutcome(outcomeId)
    const worst = worstAsked(hedge)
    const before = other === null ? undefined : turns.get(other)
    parts.bus.publish('hedge', { clientOrderId, outcomeId })
    const answer = parts.quotedOrders({
      clientOrderId,
      action: 'hedge',
      body: JSON.stringify(['hedge', outcomeId, ...worst]),
      asked: { held_outcome_id: outcomeId, ...(worst.length > 0 && { worst: worst[0] }) },
      leaves: outcomeId,
      async prepare() {
        if (other === null) return
        await before
        await coverage.awaitBuys(other)
        await Promise.all([
          holdings.ensure({ side: 'SELL', outcomeId }),
          holdings.ensure({ side: 'SELL', outcomeId: other }),
          holdings.ensure({ side: 'BUY', outcomeId: other }),
          quoteBooks.awaitCurrent(other),
        ])
        if (coverage.isWorthALook(other, holdings.lookedAt(other))) await holdings.lookAgain(other)
      },
      quote: (freed) => quote(hedge, freed),
    })
    if (other !== null)
      turns.set(
        other,
        answer.catch(() => null),
      )
    return answer
  }
}
