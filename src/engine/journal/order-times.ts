/**
 * When each own order was pressed, sent and answered, and what the book was then. Only noted in memory here: nothing is
 * written before an order's bytes.
 */
import type { ClientOrderId } from '#core/ids.ts'
import type { BestPrices } from '#core/journal/fill-measures.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { isTaking } from '#core/order/order-amounts.ts'
import type { Order } from '#core/order/order.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import type { Clock } from '#ports/clock.ts'
import type { Books } from '../markets/books.ts'

/** Times of one order of this run, monotonic. */
export type OrderTimes = {
  readonly pressedAt: number
  sentAt: number | null
  answeredAt: number | null
  /** Best prices of the terminal's own book when it was sent; null where that was not live. */
  best: BestPrices | null
  queueAhead: Micros | null
  /** Called with the answer, for fills that were received before it. */
  readonly onAnswer: ((at: number) => void)[]
}

export type OrderTimesLog = ReturnType<typeof createOrderTimes>

const MAX_ORDERS = 5_000

/** Builds an empty log. */
export function createOrderTimes({
  clock,
  books,
}: {
  readonly clock: Clock
  readonly books: Pick<Books, 'top' | 'peek'>
}) {
  const orders = new BoundedMap<ClientOrderId, OrderTimes>(MAX_ORDERS)

  function leave(times: OrderTimes, order: Order): void {
    times.sentAt = clock.monotonic()
    const top = books.top(order.outcomeId)
    if (top === null || top.staleReason !== null) return
    times.best = { bid: top.bestBid, ask: top.bestAsk }
    if (isTaking(order.timeInForce) || crosses(order, times.best)) return
    // The levels are copied once the bytes are on their way; its own shares are not among them before its answer.
    clock.after(0, () => {
      times.queueAhead = sizeAt(books, order)
    })
  }

  return {
    pressed(id: ClientOrderId): void {
      if (orders.has(id)) return
      orders.set(id, {
        pressedAt: clock.monotonic(),
        sentAt: null,
        answeredAt: null,
        best: null,
        queueAhead: null,
        onAnswer: [],
      })
    },
    changed: (order: Order): void => {
      const times = order.clientOrderId === null ? undefined : orders.get(order.clientOrderId)
      if (times === undefined) return
      if (times.sentAt === null) {
        if (order.status === 'pending') leave(times, order)
        return
      }
      if (times.answeredAt !== null || order.status === 'pending' || order.status === 'unknown') return
      times.answeredAt = clock.monotonic()
      for (const tell of times.onAnswer.splice(0)) tell(times.answeredAt)
    },
    of: (id: ClientOrderId): OrderTimes | null => orders.get(id) ?? null,
  }
}

function crosses({ side, price }: Order, { bid, ask }: BestPrices): boolean {
  return side === 'BUY' ? ask !== null && price >= ask : bid !== null && price <= bid
}

function sizeAt(books: Pick<Books, 'peek'>, { outcomeId, side, price }: Order): Micros | null {
  const book = books.peek(outcomeId)
  if (book === null || book.staleReason !== null) return null
  const levels = side === 'BUY' ? book.bids : book.asks
  return levels.find(([levelPrice]) => levelPrice === price)?.[1] ?? ZERO
}
