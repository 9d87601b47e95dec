/**
 * Places the orders again that a game's start cancelled: post-only, at prices that the trader has seen, through the
 * ordinary order path. Of each cancelled order at most one successor is open, however many pages ask (decision 23).
 */
import type { BookView } from '#core/book/book.ts'
import { parseGroupId, type ClientOrderId, type NotificationId, type OrderId } from '#core/ids.ts'
import { roundSizeDown, ZERO, type Micros } from '#core/money.ts'
import type { CancelledOrder, Notification } from '#core/notification/notification.ts'
import { labelsOf, type OrderIntent } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { rejection } from '#core/reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Orders, PlaceResult } from '../orders/contract.ts'
import type { Notifications } from './notifications.ts'
import type { QuoteBooks } from '../quotes/quote-books.ts'

/** The venue wants a GTD order to last 3 minutes at least. */
const MIN_GTD_MS = 180_000

export type RepostQuote = {
  readonly order: CancelledOrder
  readonly book: BookView | null
  /** Unfilled size, in the decimals that an order may have: fills may leave more. */
  readonly size: Micros
  /** Why it cannot be placed again now, in words. */
  readonly reason: string | null
}

type RepostRequest = {
  readonly orderId: OrderId
  readonly clientOrderId: ClientOrderId
  readonly price: Price
  readonly size: Micros
}

export type RepostResult = {
  readonly orderId: OrderId
  readonly clientOrderId: ClientOrderId
  /** It was placed again before, under this id: nothing was sent. */
  readonly already: ClientOrderId | null
  readonly result: PlaceResult | null
}

type RepostFault = 'not_found' | 'unknown_order' | 'too_large' | 'idempotency_conflict'

export type Reposts = ReturnType<typeof createReposts>

/** Builds the re-posting. */
export function createReposts(parts: {
  readonly clock: Clock
  readonly notifications: Pick<Notifications, 'find' | 'setReposted'>
  readonly quoteBooks: QuoteBooks
  readonly orders: Pick<Orders, 'place' | 'epoch' | 'isVoid' | 'labels'>
}) {
  const { clock, notifications, quoteBooks, orders } = parts

  function isTimeUp({ timeInForce, expiresAt }: CancelledOrder): boolean {
    return timeInForce === 'GTD' && (expiresAt === null || expiresAt < clock.now() + MIN_GTD_MS)
  }

  async function quote(order: CancelledOrder): Promise<RepostQuote> {
    const size = roundSizeDown(order.size)
    const isFree = order.repostedAs === null || (await orders.isVoid(order.repostedAs))
    if (!isFree) {
      return { order, size, book: null, reason: 'Already placed again.' }
    }
    return quoteFree({ ...order, repostedAs: null }, size)
  }

  async function quoteFree(order: CancelledOrder, size: Micros): Promise<RepostQuote> {
    const none = { order, size, book: null }
    if (size === ZERO) return { ...none, reason: 'Less than 0.01 shares of it are left.' }
    if (isTimeUp(order)) return { ...none, reason: 'It has expired.' }
    await quoteBooks.awaitCurrent(order.outcomeId)
    const source = quoteBooks.source(order.outcomeId)
    if (!source.ok) return { ...none, reason: source.error.message }
    return { order, size, book: source.value.book, reason: null }
  }

  /** It stays in its group; those without one are a group by their notification. */
  function intentOf(id: NotificationId, order: CancelledOrder, request: RepostRequest): OrderIntent {
    const source = quoteBooks.source(order.outcomeId)
    return {
      ...labelsOf({ group: parseGroupId(id) ?? undefined }),
      ...orders.labels(order.orderId),
      clientOrderId: request.clientOrderId,
      outcomeId: order.outcomeId,
      side: order.side,
      price: request.price,
      size: request.size,
      // A resting order rests again: it never takes.
      timeInForce: order.timeInForce === 'GTD' ? 'GTD' : 'GTC',
      postOnly: true,
      expiresAt: order.timeInForce === 'GTD' ? order.expiresAt : null,
      evidence: source.ok ? quoteBooks.evidence(source.value.book) : null,
    }
  }

  async function placeOne(
    id: NotificationId,
    request: RepostRequest,
    epoch: number,
  ): Promise<Result<RepostResult, RepostFault>> {
    const { orderId, clientOrderId } = request
    // Read again: another page may have placed it since.
    const order = orderOf(notifications.find(id), orderId)
    if (order === null) return err('unknown_order')
    const { repostedAs } = order
    if (repostedAs !== null && repostedAs !== clientOrderId) {
      const isFree = await orders.isVoid(repostedAs)
      // A second page may have placed it meanwhile.
      if (orderOf(notifications.find(id), orderId)?.repostedAs !== repostedAs) {
        return placeOne(id, request, epoch)
      }
      if (!isFree) return ok({ orderId, clientOrderId, already: repostedAs, result: null })
    }
    const isMine = repostedAs === clientOrderId
    if (!isMine && !notifications.setReposted(id, orderId, clientOrderId)) {
      return ok({ orderId, clientOrderId, already: null, result: unnoted(clientOrderId) })
    }
    const placed = await orders.place(intentOf(id, order, request), epoch)
    if (!placed.ok) {
      if (!isMine) giveBack(id, request)
      return placed
    }
    if (placed.value.result === 'rejected') giveBack(id, request)
    return ok({ orderId, clientOrderId, already: null, result: placed.value })
  }

  /** Unless another one has taken its place meanwhile. */
  function giveBack(id: NotificationId, { orderId, clientOrderId }: RepostRequest): void {
    const noted = orderOf(notifications.find(id), orderId)?.repostedAs
    if (noted === clientOrderId) notifications.setReposted(id, orderId, null)
  }

  return {
    /** Null when there is no such notification. */
    async quote(id: NotificationId): Promise<readonly RepostQuote[] | null> {
      const found = notifications.find(id)
      return found === null ? null : await Promise.all(found.orders.map(quote))
    },
    /** One after the other, each with its own answer; a fault of the request places nothing. */
    async place(
      id: NotificationId,
      requests: readonly RepostRequest[],
    ): Promise<Result<readonly RepostResult[], RepostFault>> {
      const found = notifications.find(id)
      if (found === null) return err('not_found')
      for (const { orderId, size } of requests) {
        const order = orderOf(found, orderId)
        if (order === null) return err('unknown_order')
        if (size > order.size) return err('too_large')
      }
      // One command of the trader: a cancel, or SAFE, that comes while it works means what has not left yet, too.
      const epoch = orders.epoch()
      const results: RepostResult[] = []
      for (const request of requests) {
        const placed = await placeOne(id, request, epoch)
        if (!placed.ok) return placed
        results.push(placed.value)
      }
      return ok(results)
    },
  }
}

/** Without the note another page, or this one after a restart, would place it once more. */
function unnoted(clientOrderId: ClientOrderId): PlaceResult {
  const message = 'Its replacement could not be written to disk, so it was not sent.'
  const reject = rejection('audit_unavailable', { message })
  return { clientOrderId, result: 'rejected', order: null, reject, replayed: false }
}

function orderOf(notification: Notification | null, orderId: OrderId): CancelledOrder | null {
  return notification?.orders.find((order) => order.orderId === orderId) ?? null
}
