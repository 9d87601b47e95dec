/**
 * Takes in what the venue shows of this account: each row and trade goes to whose it is, and what is nobody's here is
 * foreign activity, with SAFE. Rows of own orders and trades that leave out what the order itself says (INV-80) are completed from the
 * order, whichever list, frame or look-up they came by. How much has traded is the venue's alone to say, and never filled in (INV-75).
 * What is from before this data directory knew of the key is listed once, calmly.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { completeOrder, completeTrade, ordersOf } from '#core/order/account-rows.ts'
import type { TermsOf, VenueOrder, VenueTrade } from '#core/order/account-rows.ts'
import type { Order } from '#core/order/order.ts'
import { BoundedSet } from '#lib/bounded-map.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import { addsNothing } from '../book-of-orders/ledger-entry.ts'
import type { Outside, Room } from '../outside.ts'

export type OrderIntake = ReturnType<typeof createOrderIntake>

const MAX_LOOKED_UP = 10_000
/** Trades that the first read shows and nobody here signed: only the latest are looked through. */
const EARLY_BACK_MS = 600_000
const MAX_EARLY = 100
const SINCE = 'orders_since'
/** The venue dates orders and trades in whole seconds, cut. */
const WHOLE_SECOND_MS = 1_000

/** Builds the intake. Before own state has been read once, a trade of nobody's proves nothing. */
export function createOrderIntake(room: Room) {
  const { clock, log, bus, book, settings } = room
  const { ledger, own } = book
  const lookedUp = new BoundedSet<OrderId>(MAX_LOOKED_UP)
  let since = readSince()
  let reconciledAt: Instant | null = null
  let found: Order[] = []
  /** Orders of such trades, by trade. */
  let early: (readonly OrderId[])[] = []

  function readSince(): Instant | null {
    const known = Number(settings.read(SINCE) ?? 'NaN')
    return Number.isSafeInteger(known) ? known : null
  }

  /** Surely, whatever was cut off the venue's time. */
  function isEarlierThan(moment: Instant, at: Instant): boolean {
    return at + WHOLE_SECOND_MS <= moment + (room.skewMs() ?? 0)
  }

  /** True if an order that was not placed here is from before; it is listed then, at most once. */
  function takesAsEarlier(order: Order, isTradedEarlier: boolean): boolean {
    if (since === null || isTradedEarlier) {
      found.push(order)
      return true
    }
    return order.submittedAt !== null && isEarlierThan(since, order.submittedAt)
  }

  function publishEarlier(): void {
    const earlier = found
    found = []
    if (earlier.length > 0) bus.publish('earlier_activity', { orders: earlier, at: clock.now() })
  }

  function orders(
    rows: readonly VenueOrder[],
    source: 'feed' | 'open_orders' | 'lookup',
    isTradedEarlier = false,
  ): void {
    const strangers = own.match(rows, source === 'open_orders')
    for (const row of rows) {
      if (addsNothing(ledger.entry(row.id), row)) continue
      // It may be ours under a name of the venue's own: only the whole list shows it.
      if (ledger.seen(row, source) === null && source === 'feed') book.tell('read_wanted', 0)
    }
    for (const { key } of strangers) {
      const entry = ledger.entry(key)
      if (entry === null) continue
      bus.publish('order', entry.order)
      if (!takesAsEarlier(entry.order, isTradedEarlier)) foreign('order', entry.order)
    }
  }

  /** Somebody else placed an order, or cancelled one of ours: reported, and SAFE. */
  function foreign(reason: 'order' | 'cancel', order: Order): void {
    log.warn('order.foreign', { order_id: order.id, reason })
    bus.publish('foreign_activity', { reason, order, at: clock.now() })
    room.disarm('foreign_activity')
  }

  function trade(received: VenueTrade, source: 'feed' | 'list'): void {
    const sides = ordersOf(received)
    for (const id of sides) {
      // A late trade is how an order that was taken for rejected may show itself after a restart.
      if (ledger.ids.of(id)?.word === 'rejected') own.adopt(id)
    }
    const count = ledger.trade(received)
    const isUnread = received.notUnderstood.some(
      ({ orderId: id }) => id !== null && ledger.isOurs(id) && !ledger.hasFill(received.tradeId, id),
    )
    if (isUnread && source === 'feed') book.tell('read_wanted', 0)
    if (count > 0) return
    if (book.proofs.isReconciled()) {
      const isBefore = reconciledAt === null || isEarlierThan(reconciledAt, received.at)
      void lookForForeign(sides, isBefore).then(publishEarlier)
    } else if (received.at >= clock.now() - EARLY_BACK_MS) early.push(sides)
  }

  /** Own state has been read once: what was there before is looked through and listed, once and calmly. */
  async function reconciled(): Promise<void> {
    reconciledAt = clock.now()
    if (since === null) {
      since = reconciledAt
      // Where the disk refuses it, the next start lists the same once more.
      settings.write(SINCE, String(since))
    }
    const trades = early.slice(-MAX_EARLY)
    early = []
    for (const sides of trades) await lookForForeign(sides, true)
    publishEarlier()
  }

  /** A trade of ours without an order of ours: the venue answers only the ids that are this account's. */
  async function lookForForeign(sides: readonly OrderId[], isBefore: boolean): Promise<void> {
    for (const id of sides) {
      if (lookedUp.has(id)) continue
      lookedUp.add(id)
      const row = await room.reads.order(id)
      if (row.ok && row.value !== null) orders([row.value], 'lookup', isBefore)
      if (!row.ok) lookedUp.delete(id)
    }
  }

  /** A frame of the user feed. */
  function frame(event: Exclude<UserFeedEvent, { readonly type: 'connected' | 'disconnected' }>): void {
    switch (event.type) {
      case 'order':
        return orders([event.order], 'feed')
      case 'trade':
        return trade(completeTrade(event.trade, own.termsOf), 'feed')
      case 'unread_order': {
        const order = completeOrder(event.row, own.termsOf)
        return order === null ? undefined : orders([order], 'feed')
      }
    }
  }

  book.on('looked_up', (row) => orders([row], 'lookup'))
  return { orders, trade, frame, reconciled, foreign }
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
