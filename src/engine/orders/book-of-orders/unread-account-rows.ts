/**
 * Rows of own orders and trades that are not understood (INV-58). They block nothing but the proof that an order which
 * they may concern is not at the venue (INV-07), and are named on Health.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { unreadRows, type UnreadRow, type UnreadRows } from '#core/unread-rows.ts'
import type { Log } from '#ports/log.ts'
import type { OrderList, TradeList, UnreadAccountRow, VenueTrade } from '#ports/venue-account.ts'
import { CLOCKS_DIFFER_MS, mayConcern, type LedgerEntry } from './ledger-entry.ts'
import type { OrderLedger } from './order-ledger.ts'

export type UnreadAccountRows = {
  /** Takes the place of what the list before it left. */
  readonly noteOrders: (list: OrderList) => void
  /** Those of the first lists, which alone go back to previous runs, are kept next to it. */
  readonly noteTrades: (list: TradeList, isFirst: boolean) => void
  /** True if some row may be about the order: then nothing proves that the venue does not have it. */
  readonly mayConcern: (entry: LedgerEntry) => boolean
  /** The same of an order of a previous run, by its hash and the time at which it left. */
  readonly mayConcernPast: (id: OrderId, at: Instant) => boolean
  /** When the earliest trade of ours was made that is not understood; null when there is none. They are asked for again. */
  readonly ownSince: () => Instant | null
  readonly read: () => UnreadRows
}

/** All order ids that a trade names. */
export function ordersOf({ taker, makers, notUnderstood }: VenueTrade): readonly OrderId[] {
  const sides = [...(taker === null ? [] : [taker]), ...makers, ...notUnderstood]
  return sides.flatMap(({ orderId }) => orderId ?? [])
}

/**
 * Trades of a list that are not understood, those with a side of ours included that has not been read before. Sides of
 * others count only where none is ours.
 */
export function unreadTrades(
  { trades, notUnderstood }: TradeList,
  isOurs: (id: OrderId) => boolean,
  hasFill: OrderLedger['hasFill'],
): readonly UnreadAccountRow[] {
  const partly = trades.flatMap((trade): readonly UnreadAccountRow[] => {
    const [first] = trade.notUnderstood
    if (first === undefined) return []
    const own = trade.notUnderstood.find(
      ({ orderId }) => orderId !== null && isOurs(orderId) && !hasFill(trade.tradeId, orderId),
    )
    if (own === undefined && ordersOf(trade).some(isOurs)) return []
    const named = trade.notUnderstood.flatMap(({ orderId }) => orderId ?? [])
    return [{ id: trade.tradeId, reason: (own ?? first).reason, orderIds: named, at: trade.at }]
  })
  return [...notUnderstood, ...partly]
}

/** Builds it empty. */
export function createUnreadAccountRows(parts: {
  readonly log: Log
  readonly isOurs: (id: OrderId) => boolean
  readonly hasFill: OrderLedger['hasFill']
}): UnreadAccountRows {
  let orders: readonly UnreadAccountRow[] = []
  let trades: readonly UnreadAccountRow[] = []
  let firstTrades: readonly UnreadAccountRow[] = []
  let logged = ''

  function named(): readonly UnreadRow[] {
    return [
      ...trades.map(({ id, reason }) => ({ list: 'trades', id, reason }) as const),
      ...orders.map(({ id, reason }) => ({ list: 'open orders', id, reason }) as const),
    ]
  }

  function note(): void {
    const { count, rows } = unreadRows(named())
    const names = rows.map(({ list, id, reason }) => `${list} ${id ?? 'without an id'}: ${reason}`).join('; ')
    if (names !== logged && count > 0) parts.log.warn('orders.rows_not_understood', { count, rows: names })
    logged = names
  }

  return {
    noteOrders(list) {
      orders = list.notUnderstood
      note()
    },
    noteTrades(list, isFirst) {
      trades = unreadTrades(list, parts.isOurs, parts.hasFill)
      if (isFirst) firstTrades = trades
      note()
    },
    mayConcern: (entry) => [...orders, ...trades].some((row) => mayConcern(row, entry)),
    mayConcernPast: (id, at) =>
      [...firstTrades, ...orders, ...trades].some(
        ({ orderIds, at: madeAt }) =>
          orderIds === null || orderIds.includes(id) || madeAt === null || madeAt >= at - CLOCKS_DIFFER_MS,
      ),
    ownSince() {
      const own = trades.filter(({ orderIds }) => orderIds?.some(parts.isOurs) ?? false)
      const times = own.flatMap(({ at }) => at ?? [])
      return times.length === 0 ? null : Math.min(...times)
    },
    read: () => unreadRows(named()),
  }
}
