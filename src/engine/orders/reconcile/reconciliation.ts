/**
 * Reads own orders and trades and takes the frames of the user feed, and lets the book learn from them. A read counts as
 * evidence of absence only when it is complete; failing to look never is: orders that are open here and not in the venue's list
 * are looked up by id, and gone only once complete reads prove it (ORD-3).
 */
import type { OrderId } from '#core/ids.ts'
import { DAY_MS } from '#core/day.ts'
import type { Instant } from '#core/market/market.ts'
import { isInDelay, isProvenGone } from '#core/order/absence.ts'
import { isFinalFill } from '#core/order/fill-status.ts'
import { isOpen } from '#core/order/order.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { unreadText } from '#core/unread-rows.ts'
import { type Backoff, backoffMs } from '#lib/backoff.ts'
import type { Result } from '#lib/result.ts'
import { createTurns } from '#lib/turns.ts'
import type { TradeList } from '#core/order/account-rows.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import type { BookOfOrders } from '../book-of-orders/book.ts'
import { isInFlight, isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import { BUSY_AT_START_MS } from '../book-of-orders/read-proofs.ts'
import type { Room } from '../outside.ts'
import type { OrderIntake } from './order-intake.ts'

const BUSY_EVERY_MS = 5_000
const RETRY: Backoff = { firstMs: 2_000, maxMs: BUSY_EVERY_MS }
const IDLE_EVERY_MS = 30_000
const TRADES_BACK_MS = 600_000
/** After a matching delay. */
const AFTER_DELAY_MS = 500

/** The first read looks back as far as the venue's page limit lets it. */
const FIRST_WINDOWS_MS = [90 * DAY_MS, 7 * DAY_MS, DAY_MS] as const

/** However many frames ask for a read. */
const MIN_GAP_MS = 250

/**
 * Builds the reader; nothing is read before it starts. It reads sooner while something is open, and right after a matching delay.
 *
 * @param onReconciled  own state has been read completely for the first time
 */
export function createReconciliation(room: Room, intake: OrderIntake, onReconciled: () => void) {
  const { clock, book, log, point } = room
  const { ledger, proofs, fills } = book
  let reading: Promise<boolean> | null = null
  let next: { readonly at: number; readonly cancel: () => void } | null = null
  /** Monotonic; since when the user feed has been connected without a break; null while it is not. */
  let liveSince: number | null = null
  let isCurrent = false
  let isStopped = false
  let failures = 0
  /** Monotonic; the venue has asked to wait until then, whoever wants to read. */
  let heldUntil = Number.NEGATIVE_INFINITY
  /** Monotonic; null until a read is asked for. */
  let busyUntil: number | null = null
  /** Monotonic; the beginning of the read before. */
  let previousAt: number | null = null

  function request(afterMs: number): void {
    if (isStopped) return
    busyUntil ??= clock.monotonic() + BUSY_AT_START_MS
    const at = clock.monotonic() + afterMs
    if (next !== null && next.at <= at) return
    next?.cancel()
    next = { at, cancel: clock.after(afterMs, run) }
  }

  function run(): void {
    next = null
    if (reading !== null) {
      // The one under way began too early to answer this request.
      void reading.then(() => request(0))
      return
    }
    const earliest = Math.max((previousAt ?? -MIN_GAP_MS) + MIN_GAP_MS, heldUntil)
    const tooEarlyMs = earliest - clock.monotonic()
    if (tooEarlyMs > 0) request(tooEarlyMs)
    else void begin()
  }

  function begin(): Promise<boolean> {
    reading = read().then((complete) => {
      reading = null
      failures = complete ? 0 : failures + 1
      const everyMs = isBusy() ? BUSY_EVERY_MS : IDLE_EVERY_MS
      request(complete ? everyMs : backoffMs(RETRY, failures - 1))
      return complete
    })
    return reading
  }

  function isBusy(): boolean {
    if (clock.monotonic() < (busyUntil ?? 0) || proofs.unreadSince() !== null) return true
    return ledger.openEntries().length > 0 || fills.all().some((fill) => !isFinalFill(fill.status))
  }

  async function read(): Promise<boolean> {
    point('reconcile.read.start')
    const startedAt = clock.monotonic()
    const expected = ledger.openEntries().filter((entry) => entry.sentAt <= startedAt)
    const [orders, trades] = await Promise.all([
      room.reads.openOrders(),
      readTrades(room, proofs.isReconciled() ? [] : FIRST_WINDOWS_MS),
    ])
    point('reconcile.read.page')
    if (isStopped) return false
    const [rows, list] = [orders.ok ? orders.value.orders : [], trades.ok ? trades.value.trades : []]
    if (orders.ok) book.tell('listed', { rows, startedAt })
    intake.orders(rows, 'open_orders')
    // Holdings and the folding of old fills go by the order of time; lists come newest first, too.
    for (const trade of list.toSorted((a, b) => a.at - b.at)) intake.trade(trade, 'list')
    proofs.note(orders.ok ? orders.value : null, trades.ok ? trades.value : null)
    const listed = new Set(rows.map((row) => row.id))
    const missing = expected.filter((entry) => isMissing(book, entry, startedAt, listed))
    const lookups = await lookUpMissing(room, missing)
    if (isStopped) return false
    point('reconcile.apply.pre')
    // The venue has an order whose row is not understood: nothing else of the read waits for that.
    const unknown = [...lookups.values()].filter(({ kind }) => kind !== 'incomplete')
    const faults = [orders, trades].flatMap((part) => (part.ok ? [] : [part.error])).concat(unknown)
    const isFeedKnown = room.isFeedLive() && liveSince !== null && liveSince <= (previousAt ?? startedAt)
    const isProof = faults.length === 0 && isFeedKnown
    judgeMissing(room, missing, (entry) => isProof && !lookups.has(entry.key), startedAt)
    previousAt = startedAt
    note(faults, startedAt)
    point('reconcile.apply.post')
    return faults.length === 0
  }

  function note(faults: readonly ReadFault[], startedAt: number): void {
    const isFirst = !proofs.isReconciled()
    const words = faults.map(({ kind, detail }) => `${kind} ${detail}`).join('; ')
    isCurrent = faults.length === 0
    proofs.ended(startedAt, isCurrent ? null : `orders incomplete: ${words}`)
    if (!isCurrent)
      heldUntil = clock.monotonic() + Math.max(0, ...faults.map((fault) => fault.retryAfterMs ?? 0))
    if (!isCurrent || !isFirst) return
    log.info('orders.reconciled', {})
    point('start.reconciled')
    onReconciled()
  }

  /** Events without a listener must be read. */
  function doubt(): void {
    isCurrent = false
    request(0)
  }

  /** Without credentials nobody asks for a read, and none is missed. */
  function feedState(): FeedHealth['state'] {
    if (isCurrent) return 'live'
    if (proofs.isReconciled()) return 'stale'
    if (busyUntil === null) return 'off'
    return failures > 0 ? 'down' : 'connecting'
  }

  book.on('read_wanted', request)
  book.on('changed', ({ order: { delayEndsAt } }) => {
    request(BUSY_EVERY_MS)
    if (delayEndsAt !== null) request(Math.max(0, delayEndsAt - clock.now()) + AFTER_DELAY_MS)
  })

  return {
    /** A read begins at once, or as soon as the venue and the pause between two let it. */
    start: (): void => request(0),
    /** Events missed while the feed was away must be read. */
    onFeed: (event: UserFeedEvent): void => {
      if (event.type !== 'connected' && event.type !== 'disconnected') return intake.frame(event)
      liveSince = event.type === 'connected' ? clock.monotonic() : null
      if (event.type === 'connected') doubt()
      room.onChange()
    },
    /**
     * One read that begins now or, when one is under way, right after it; true when it was complete. False at once while
     * the venue asks to wait.
     */
    readNow: async (): Promise<boolean> => {
      if (reading !== null) await reading
      if (reading === null && clock.monotonic() < heldUntil) return false
      return reading ?? begin()
    },
    health: (): FeedHealth => {
      const unread = proofs.unread()
      return {
        name: 'orders',
        state: feedState(),
        connections: 0,
        subscriptions: 0,
        lastMessageAt: proofs.lastAt(),
        reconnects: 0,
        detail: proofs.problem() ?? unreadText(unread),
        notUnderstood: unread,
      }
    },
    doubt,
    stop(): void {
      isStopped = true
      next?.cancel()
      next = null
    },
  }
}

/** By the first of these windows that the venue lists to its end. */
async function readTrades(
  room: Room,
  [windowMs = TRADES_BACK_MS, ...shorter]: readonly number[],
): Promise<Result<TradeList, ReadFault>> {
  const since = tradesSince(room, windowMs)
  const list = await room.reads.trades(since)
  if (!list.ok && list.error.kind === 'incomplete' && shorter.length > 0) return readTrades(room, shorter)
  if (list.ok && !room.book.proofs.isReconciled()) room.book.proofs.tradesFrom(since)
  return list
}

/** Far enough back for every order and fill whose end is open; whatever rested meanwhile was read before. */
function tradesSince({ clock, book }: Room, windowMs: number): Instant {
  const unsure = book.ledger
    .openEntries()
    .flatMap((entry) => (isOnItsWay(entry) ? entry.order.createdAt : []))
  const unsettled = book.fills.all().flatMap((fill) => (isFinalFill(fill.status) ? [] : fill.at))
  const now = clock.now()
  const unread = Math.max(book.proofs.unreadSince() ?? now, now - DAY_MS)
  const earliest = Math.min(book.proofs.lastAt() ?? now, now, unread, ...unsure, ...unsettled)
  return Math.max(0, earliest - windowMs)
}

const LOOKUPS_AT_ONCE = 8

/** Open here, not in the venue's list, and not received since the read began. */
function isMissing(
  { ledger }: BookOfOrders,
  entry: LedgerEntry,
  startedAt: number,
  listed: ReadonlySet<OrderId>,
): boolean {
  const current = ledger.entry(entry.key)
  if (current === null || !isOpen(current.order.status)) return false
  if (listed.has(current.key) || (current.order.id !== null && listed.has(current.order.id))) return false
  return !isInFlight(current) && current.seenAt <= startedAt
}

/** Looks each order up, as the venue may still return a finished one by its id; answers the faults. */
async function lookUpMissing(
  { reads, book }: Room,
  missing: readonly LedgerEntry[],
): Promise<ReadonlyMap<OrderId, ReadFault>> {
  const faults = new Map<OrderId, ReadFault>()
  const inTurn = createTurns(LOOKUPS_AT_ONCE)
  async function lookUp({ key, order }: LedgerEntry): Promise<void> {
    const answer = await reads.order(order.id ?? key)
    if (!answer.ok) faults.set(key, answer.error)
    else if (answer.value !== null) book.tell('looked_up', answer.value)
  }
  await Promise.all(missing.map((entry) => inTurn(() => lookUp(entry))))
  return faults
}

/** Takes what a read has not shown for gone once enough reads prove it. */
function judgeMissing(
  { clock, log, book }: Room,
  missing: readonly LedgerEntry[],
  isProof: (entry: LedgerEntry) => boolean,
  startedAt: number,
): void {
  const { ledger, proofs } = book
  for (const before of missing) {
    const entry = ledger.entry(before.key)
    if (entry === null || entry.seenAt > startedAt) continue
    if (!isOpen(entry.order.status) || isInDelay(entry.order, clock.now())) continue
    const clean = ledger.missed(entry.key, isProof(entry) && !proofs.mayBeUnread(entry))
    const isGone = isProvenGone(entry.order, clean, startedAt - entry.seenAt)
    if (entry.order.status === 'unknown') entry.placement?.send({ type: isGone ? 'absent' : 'not_seen' })
    else if (isGone) {
      log.warn('order.gone', { order_id: entry.order.id })
      ledger.apply(entry.key, { type: 'absent' })
    }
  }
}
