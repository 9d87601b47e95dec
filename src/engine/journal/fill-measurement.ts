/**
 * Measures own fills: the book at the fill, and the mid after one, ten, sixty seconds and five minutes. The book is held until
 * then; where it is not live at such a moment, or the terminal is stopped, that mark stays missing.
 */
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import { MARK_NAMES, MARKS, twiceMid } from '#core/journal/fill-measures.ts'
import type { BestPrices, FillMeasure } from '#core/journal/fill-measures.ts'
import { parsePrice, type Price } from '#core/price.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { MeasuredFill } from '#ports/journal-store.ts'
import type { Books } from '../markets/books.ts'
import type { Orders } from '../orders/contract.ts'
import type { OrderTimes, OrderTimesLog } from './order-times.ts'

/** The venue's times are whole seconds, and clocks differ: a fill that is received later was missed, and nothing of it is seen. */
const MAX_LATE_MS = 4_000
/** Fills whose marks are waited for; of more than that no marks are taken. */
const MAX_WAITING = 2_000

type Parts = {
  readonly clock: Clock
  readonly books: Pick<Books, 'hold' | 'top'>
  readonly orders: Pick<Orders, 'order'>
  readonly audit: Pick<AuditLog, 'orderHistory'>
  readonly times: Pick<OrderTimesLog, 'of'>
  readonly isMeasured: (key: string) => boolean
  readonly onMeasure: (measured: MeasuredFill, outcomeId: OutcomeId) => void
}

/** The key of a fill, as the ledger has it. */
export function fillKeyOf({ tradeId, orderId }: Pick<Fill, 'tradeId' | 'orderId'>): string {
  return `${tradeId} ${orderId}`
}

/** Builds it; `onMeasure` is called with each fill and again whenever more of it is known. */
export function createFillMeasurement(parts: Parts) {
  const { clock, books } = parts
  const waiting = new Set<() => void>()

  function measureOf(fill: Fill, received: number): FillMeasure {
    const order = parts.orders.order(fill.orderId)
    const times = timesOf(parts, order)
    return {
      press: pressOf(parts.audit, order?.clientOrderId ?? null) ?? times?.best ?? null,
      atFill: bestOf(books, fill.outcomeId),
      marks: {},
      pressToWire: span(times?.pressedAt, times?.sentAt),
      wireToAnswer: span(times?.sentAt, times?.answeredAt),
      answerToFill: span(times?.answeredAt, received),
      queueAhead: times?.queueAhead ?? null,
      timeInForce: order?.timeInForce ?? null,
    }
  }

  function follow(fill: Fill, change: (part: (measure: FillMeasure) => FillMeasure) => void): void {
    if (waiting.size >= MAX_WAITING) return
    const release = books.hold(fill.outcomeId)
    const stops = MARK_NAMES.map((name, index) =>
      clock.after(MARKS[name], () => {
        const mid = twiceMid(bestOf(books, fill.outcomeId))
        if (mid !== null) change((measure) => ({ ...measure, marks: { ...measure.marks, [name]: mid } }))
        if (index === MARK_NAMES.length - 1) end()
      }),
    )
    function end(): void {
      for (const stop of stops) stop()
      release()
      waiting.delete(end)
    }
    waiting.add(end)
  }

  return {
    received(fill: Fill): void {
      const key = fillKeyOf(fill)
      const isLate = Math.abs(clock.now() - fill.at) > MAX_LATE_MS
      if (fill.status === 'failed' || isLate || parts.isMeasured(key)) return
      const received = clock.monotonic()
      let measure = measureOf(fill, received)
      const change = (part: (old: FillMeasure) => FillMeasure): void => {
        measure = part(measure)
        parts.onMeasure({ key, at: fill.at, measure }, fill.outcomeId)
      }
      change((old) => old)
      follow(fill, change)
      const times = timesOf(parts, parts.orders.order(fill.orderId))
      if (times === null || times.sentAt === null || times.answeredAt !== null) return
      const { sentAt } = times
      times.onAnswer.push((at) =>
        change((old) => ({ ...old, wireToAnswer: span(sentAt, at), answerToFill: span(at, received) })),
      )
    },
    stop(): void {
      for (const end of waiting) end()
    },
  }
}

function timesOf({ times }: Pick<Parts, 'times'>, order: Order | null): OrderTimes | null {
  const id = order?.clientOrderId ?? null
  return id === null ? null : times.of(id)
}

function bestOf(books: Pick<Books, 'top'>, outcomeId: OutcomeId): BestPrices | null {
  const top = books.top(outcomeId)
  return top === null || top.staleReason !== null ? null : { bid: top.bestBid, ask: top.bestAsk }
}

/** Screen state at the press; null for an order without a page. */
function pressOf(audit: Pick<AuditLog, 'orderHistory'>, id: ClientOrderId | null): BestPrices | null {
  const intent = id === null ? undefined : audit.orderHistory(id).find(({ kind }) => kind === 'intent')
  const evidence = intent?.details['evidence']
  if (typeof evidence !== 'object' || evidence === null || !('best_bid' in evidence)) return null
  return { bid: priceOf(evidence['best_bid']), ask: priceOf(evidence['best_ask']) }
}

function priceOf(value: unknown): Price | null {
  return typeof value === 'string' ? parsePrice(value) : null
}

/** Milliseconds, to a thousandth. */
function span(from: number | null | undefined, to: number | null | undefined): number | null {
  if (from === null || from === undefined || to === null || to === undefined) return null
  return Math.round((to - from) * 1_000) / 1_000
}
