/**
 * Rows of own orders and trades that leave out what the order itself says (INV-80): taken from the order, whichever list,
 * frame or look-up they came by. How much has traded is the venue's alone to say, and never filled in (INV-75).
 */
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadFault, TradeSide, UnreadAccountRow } from '#ports/venue-account.ts'
import type { UnreadSide, VenueOrder, VenueTrade } from '#ports/venue-account.ts'
import type { TermsOf } from '../book-of-orders/own-orders.ts'
import type { Outside } from '../outside.ts'

/** The trade with every own side that its order completes. */
export function completeTrade(trade: VenueTrade, termsOf: TermsOf): VenueTrade {
  const completed = trade.notUnderstood.map((unread) => ({ unread, side: completeSide(unread, termsOf) }))
  if (completed.every(({ side }) => side === null)) return trade
  const of = (role: UnreadSide['role']): readonly TradeSide[] =>
    completed.flatMap(({ unread, side }) => (unread.role === role ? (side ?? []) : []))
  return {
    ...trade,
    taker: trade.taker ?? of('taker')[0] ?? null,
    makers: [...trade.makers, ...of('maker')],
    notUnderstood: completed.flatMap(({ unread, side }) => (side === null ? unread : [])),
  }
}

function completeSide({ orderId, role, part }: UnreadSide, termsOf: TermsOf): TradeSide | null {
  const terms = orderId === null ? null : termsOf(orderId)
  if (orderId === null || terms === null || part.size === null) return null
  // A resting order trades at its own price, a taking one at another's.
  const price = part.price ?? (role === 'maker' ? terms.price : null)
  if (price === null) return null
  return {
    orderId,
    outcomeId: part.outcomeId ?? terms.outcomeId,
    marketId: part.marketId ?? terms.marketId,
    side: part.side ?? terms.side,
    price,
    size: part.size,
  }
}

/** The row of an own order with what it leaves out; null when that is not enough. */
export function completeOrder({ part }: UnreadAccountRow, termsOf: TermsOf): VenueOrder | null {
  const terms = part === undefined ? null : termsOf(part.id)
  if (part === undefined || terms === null) return null
  const isEnd = part.state === 'matched' || part.state === 'cancelled' || part.state === 'invalid'
  // While it lives, the count that is known stays; how it ended is the venue's to say.
  const matchedSize = part.matchedSize ?? (isEnd ? null : terms.filledSize)
  if (matchedSize === null) return null
  return {
    ...part,
    outcomeId: part.outcomeId ?? terms.outcomeId,
    marketId: part.marketId ?? terms.marketId,
    side: part.side ?? terms.side,
    price: part.price ?? terms.price,
    originalSize: part.originalSize ?? terms.size,
    matchedSize,
  }
}

/** The reads with every own row completed; one that throws is a fault. */
export function completedReads(reads: Outside['reads'], termsOf: TermsOf): Outside['reads'] {
  return {
    async openOrders() {
      const read = await guard(reads.openOrders())
      if (!read.ok) return read
      const rows = read.value.notUnderstood.map((row) => ({ row, order: completeOrder(row, termsOf) }))
      return ok({
        orders: [...read.value.orders, ...rows.flatMap(({ order }) => order ?? [])],
        notUnderstood: rows.flatMap(({ row, order }) => (order === null ? row : [])),
      })
    },
    async order(id) {
      const read = await guard(reads.order(id))
      if (read.ok || read.error.row === undefined) return read
      const order = completeOrder(read.error.row, termsOf)
      return order === null ? err(read.error) : ok(order)
    },
    async trades(since) {
      const read = await guard(reads.trades(since))
      if (!read.ok) return read
      return ok({ ...read.value, trades: read.value.trades.map((trade) => completeTrade(trade, termsOf)) })
    },
  }
}

function guard<T>(answer: Promise<Result<T, ReadFault>>): Promise<Result<T, ReadFault>> {
  return answer.catch((error) => err({ kind: 'unreadable', detail: String(error), retryAfterMs: null }))
}
