/**
 * Results of each outcome, event by event: calculated again only when a position, an order or the event has changed.
 */
import type { EventId, OutcomeId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import { notional } from '#core/order/order-amounts.ts'
import { remaining, type Order } from '#core/order/order.ts'
import { eventPnl, NO_STAKE, stakeAfter } from '#core/position/resolution-pnl.ts'
import type {
  EventPnl,
  IfWins,
  OpenTrade,
  OutcomeStake,
  PlannedTrade,
} from '#core/position/resolution-pnl.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'

/** Result of one outcome, before a trade and after it; null for one that cannot win. */
export type OutcomeChange = {
  readonly outcomeId: OutcomeId
  readonly before: IfWins | null
  readonly after: IfWins | null
}

export type PortfolioResolution = ReturnType<typeof createPortfolioResolution>

/**
 * Builds it.
 *
 * @param othersVersion  grows with every change of an order and of the catalog
 */
export function createPortfolioResolution(parts: {
  readonly catalog: Pick<Catalog, 'outcome' | 'event'>
  readonly ledger: PortfolioLedger
  readonly openOrders: () => readonly Order[]
  readonly othersVersion: () => number
}) {
  const { catalog, ledger } = parts
  const known = new Map<
    EventId,
    { readonly key: string; readonly event: MarketEvent; readonly value: EventPnl | null }
  >()

  function stakeOf(outcomeId: OutcomeId): OutcomeStake | null {
    if (ledger.isNew(outcomeId)) return null
    const { size, cost, costKnown, realised, unexplainedSize, feesKnown } = ledger.figures(outcomeId)
    // The venue's list knows no cost of shares that came by a transfer.
    const isCostMissing = ledger.basis(outcomeId) === 'venue' && size > 0n && cost === 0n
    return {
      size,
      cost,
      realised,
      isCostKnown: costKnown && unexplainedSize === 0n && !isCostMissing,
      areFeesKnown: feesKnown,
    }
  }

  /** Changes with whatever the figures are made of. */
  function version(): string {
    return `${ledger.version()} ${parts.othersVersion()}`
  }

  function openTrades(): readonly OpenTrade[] {
    return parts.openOrders().map((order) => {
      const size = remaining(order)
      return { outcomeId: order.outcomeId, side: order.side, size, cash: notional(order.price, size) }
    })
  }

  /** Null for an event in which there is nothing, or that the catalog does not know. */
  function pnl(eventId: EventId): EventPnl | null {
    const event = catalog.event(eventId)
    if (event === null) return null
    const key = version()
    const last = known.get(eventId)
    if (last !== undefined && last.key === key && last.event === event) return last.value
    const worked = eventPnl(event, stakeOf, openTrades())
    const value = worked.markets.length === 0 ? null : worked
    known.set(eventId, { key, event, value })
    return value
  }

  return {
    /** Events that are not over and in which something is held, was realised or is ordered. */
    events: (): readonly EventId[] => {
      const found = new Set<EventId>()
      const outcomes = [...ledger.outcomes(), ...parts.openOrders().map(({ outcomeId }) => outcomeId)]
      for (const outcomeId of outcomes) {
        const event = catalog.outcome(outcomeId)?.event
        if (event === undefined || found.has(event.id)) continue
        const isOver = event.status === 'resolved' && ledger.figures(outcomeId).size === 0n
        if (!isOver) found.add(event.id)
      }
      for (const eventId of known.keys()) if (!found.has(eventId)) known.delete(eventId)
      return [...found]
    },
    version,
    pnl,
    /** Results of each outcome of the market now and after this trade, in this order. */
    after(trades: readonly PlannedTrade[]): readonly OutcomeChange[] {
      const [first] = trades
      const place = first === undefined ? null : catalog.outcome(first.outcomeId)
      if (place === null) return []
      const { event, market } = place
      const orders = openTrades()
      const traded = new Map(
        trades.map(({ outcomeId }) => [outcomeId, stakeOf(outcomeId) ?? NO_STAKE] as const),
      )
      const ifWins = (): readonly (IfWins | null)[] =>
        eventPnl(event, (id) => traded.get(id) ?? stakeOf(id), orders)
          .markets.find(({ marketId }) => marketId === market.id)
          ?.outcomes.map((outcome) => outcome.ifWins) ?? []
      const before = ifWins()
      for (const trade of trades) {
        traded.set(trade.outcomeId, stakeAfter(traded.get(trade.outcomeId) ?? NO_STAKE, trade))
      }
      const after = ifWins()
      return market.outcomes.map(({ id }, index) => ({
        outcomeId: id,
        before: before[index] ?? null,
        after: after[index] ?? null,
      }))
    },
  }
}
