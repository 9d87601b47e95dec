/**
 * Proofs by reads of own orders and trades: since when everything has been read, and which rows are not understood (INV-58). Such
 * rows block nothing but the proof that an order which they may concern is not at the venue (INV-07), and are named on Health.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { unreadRows, unreadText, type UnreadRow, type UnreadRows } from '#core/unread-rows.ts'
import { mayConcern, unreadTrades } from '#core/order/account-rows.ts'
import type { OrderList, TradeList, UnreadAccountRow } from '#core/order/account-rows.ts'
import type { BookTools } from './book-events.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import type { OrderLedger } from './order-ledger.ts'

export type ReadProofs = ReturnType<typeof createReadProofs>

/** The venue's list may lag behind what a previous run has sent at its end. */
export const BUSY_AT_START_MS = 15_000

export function createReadProofs({ clock, log }: BookTools, ledger: OrderLedger) {
  let orders: readonly UnreadAccountRow[] = []
  let trades: readonly UnreadAccountRow[] = []
  let firstTrades: readonly UnreadAccountRow[] = []
  let logged: string | null = null
  let tradesFrom: Instant | null = null
  let completeFrom = Number.NEGATIVE_INFINITY
  let lastAt: Instant | null = null
  let problem: string | null = 'not read yet'

  function named(): readonly UnreadRow[] {
    return [
      ...trades.map(({ id, reason }) => ({ list: 'trades', id, reason }) as const),
      ...orders.map(({ id, reason }) => ({ list: 'open orders', id, reason }) as const),
    ]
  }

  return {
    /**
     * Lists were read: what of them is not understood takes the place of what the lists before left. Of trades the first lists alone
     * go back to previous runs, and theirs are kept next to it.
     */
    note(orderList: OrderList | null, tradeList: TradeList | null): void {
      orders = orderList?.notUnderstood ?? orders
      if (tradeList !== null) trades = unreadTrades(tradeList, ledger.isOurs, ledger.hasFill)
      if (lastAt === null) firstTrades = trades
      const text = unreadText(unreadRows(named()))
      if (text !== logged && text !== null) log.warn('orders.rows_not_understood', { rows: text })
      logged = text
    },
    /** The first list of trades goes back to then. */
    tradesFrom: (at: Instant): void => void (tradesFrom = at),
    /** A read that began at this monotonic time has ended; `why` it was not complete, or null. */
    ended(startedAt: number, why: string | null): void {
      if (why !== null && why !== problem) log.warn('orders.incomplete', { detail: why })
      problem = why
      if (why !== null) return
      completeFrom = startedAt
      lastAt = clock.now()
    },
    /** Why the last read that ended was not complete; null when it was. */
    problem: (): string | null => problem,
    /** The last read that ended was complete. */
    isComplete: (): boolean => problem === null,
    /** One complete read has succeeded since start. */
    isReconciled: (): boolean => lastAt !== null,
    /** A complete read that began at this monotonic time or later has ended. */
    isReadSince: (monotonic: number): boolean => completeFrom >= monotonic,
    /** When the last complete read ended. */
    lastAt: (): Instant | null => lastAt,
    /** From when on every own trade has been read; null until own state has been. */
    tradesKnownSince: (): Instant | null => (lastAt === null ? null : tradesFrom),
    /** An order of a previous run that no list shows has ended, and each of its trades has been read. */
    isPastOver(id: OrderId, at: Instant): boolean {
      if (lastAt === null || at < (tradesFrom ?? Infinity) || lastAt - at < BUSY_AT_START_MS) return false
      const past = { id: null, status: 'unknown', submittedAt: at, createdAt: at } as const
      return ![...firstTrades, ...orders, ...trades].some((row) => mayConcern(row, id, past))
    },
    /** True if some row may be about the order: then nothing proves that the venue does not have it. */
    mayBeUnread: ({ key, order }: LedgerEntry): boolean =>
      [...orders, ...trades].some((row) => mayConcern(row, key, order)),
    /** When the earliest trade of ours was made that is not understood; null when there is none. They are asked for again. */
    unreadSince(): Instant | null {
      const own = trades.filter(({ orderIds }) => orderIds?.some(ledger.isOurs) ?? false)
      const times = own.flatMap(({ at }) => at ?? [])
      return times.length === 0 ? null : Math.min(...times)
    },
    unread: (): UnreadRows => unreadRows(named()),
  }
}
