/**
 * Reads own orders and trades and takes the frames of the user feed, and lets the book learn from them. A read counts as
 * evidence of absence only when it is complete; failing to look never is (ORD-3).
 */
import type { Instant } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { isFinalFill } from '#core/order/fill-status.ts'
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import type { Result } from '#lib/result.ts'
import type { OrderList, ReadFault, TradeList } from '#ports/venue-account.ts'
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import { unreadText } from '#core/unread-rows.ts'
import { BUSY_AT_START_MS } from '../book-of-orders/read-proofs.ts'
import type { Room } from '../outside.ts'
import { guard, isMissing, judgeMissing, lookUpMissing } from './missing-orders.ts'
import { createOrderEndings } from './order-endings.ts'
import { createOrderIntake, type OrderIntake } from './order-intake.ts'
import { completeOrder, completeTrade } from './own-rows.ts'
import { createInterruptedWaysOut, createPastOrders, createRecall } from './previous-runs.ts'

const BUSY_EVERY_MS = 5_000
const RETRY: Backoff = { firstMs: 2_000, maxMs: BUSY_EVERY_MS }
const IDLE_EVERY_MS = 30_000
const TRADES_BACK_MS = 600_000
/** After a matching delay. */
const AFTER_DELAY_MS = 500

const DAY_MS = 86_400_000
/** The first read looks back as far as the venue's page limit lets it. */
const FIRST_WINDOWS_MS = [90 * DAY_MS, 7 * DAY_MS, DAY_MS] as const

/** However many frames ask for a read. */
const MIN_GAP_MS = 250

type ReconciliationState = Room & {
  readonly intake: OrderIntake
  reading: Promise<boolean> | null
  next: { readonly at: number; readonly cancel: () => void } | null
  /** Monotonic; since when the user feed has been connected without a break; null while it is not. */
  liveSince: number | null
  isCurrent: boolean
  isStopped: boolean
  isWanted: boolean
  problem: string | null
  failures: number
  /** Monotonic; the venue has asked to wait until then, whoever wants to read. */
  heldUntil: number
  /** Monotonic. */
  busyUntil: number
  previousAt: number | null
}

/** Builds it; nothing is read before it starts. */
export function createReconcile(room: Room) {
  const intake = createOrderIntake(room)
  const find = createPastOrders(room)
  const endings = createOrderEndings(room, intake, find)
  const reportInterrupted = createInterruptedWaysOut(room, find)
  const reconciliation = createReconciliation(room, intake)
  room.book.on('reconciled', () => {
    room.onChange()
    endings.look()
    void reportInterrupted()
    void intake.reconciled()
  })
  return {
    ...reconciliation,
    /** Reads what previous runs have left in the rows. */
    recall: createRecall(room),
    /** An order by its id; one that ended in a previous run is asked for at the venue, else taken from its audit rows. */
    find,
    stop(): void {
      for (const part of [reconciliation, endings]) part.stop()
    },
  }
}

/** Builds the reader. It reads sooner while something is open, and right after a matching delay. */
function createReconciliation(room: Room, intake: OrderIntake) {
  const { clock, book } = room
  const state: ReconciliationState = {
    ...room,
    intake,
    reading: null,
    next: null,
    liveSince: null,
    isCurrent: false,
    isStopped: false,
    isWanted: false,
    problem: 'not read yet',
    failures: 0,
    heldUntil: Number.NEGATIVE_INFINITY,
    busyUntil: Number.NEGATIVE_INFINITY,
    previousAt: null,
  }
  book.on('read_wanted', (afterMs) => request(state, afterMs))
  book.on('changed', ({ order: { delayEndsAt } }) => {
    request(state, BUSY_EVERY_MS)
    if (delayEndsAt !== null) request(state, Math.max(0, delayEndsAt - clock.now()) + AFTER_DELAY_MS)
  })

  return {
    /** A read begins at once, or as soon as the venue and the pause between two let it. */
    start: (): void => request(state, 0),
    onFeed: (event: UserFeedEvent): void => takeFeed(state, event),
    /**
     * One read that begins now or, when one is under way, right after it; true when it was complete. False at once while
     * the venue asks to wait.
     */
    readNow: (): Promise<boolean> => readNow(state),
    health: (): FeedHealth => {
      const unread = book.proofs.unread()
      return {
        name: 'orders',
        state: feedState(state),
        connections: 0,
        subscriptions: 0,
        lastMessageAt: book.proofs.lastAt(),
        reconnects: 0,
        detail: state.problem ?? unreadText(unread),
        notUnderstood: unread,
      }
    },
    /** Events without a listener must be read. */
    doubt: (): void => doubt(state),
    stop: (): void => {
      state.isStopped = true
      state.next?.cancel()
      state.next = null
    },
  }
}

function doubt(state: ReconciliationState): void {
  state.isCurrent = false
  request(state, 0)
}

/** Events missed while the feed was away must be read. */
function takeFeed(state: ReconciliationState, event: UserFeedEvent): void {
  const { intake } = state
  const { termsOf } = state.book.identity
  switch (event.type) {
    case 'order':
      intake.orders([event.order], 'feed')
      return
    case 'trade':
      intake.trade(completeTrade(event.trade, termsOf), 'feed')
      return
    case 'unread_order': {
      const order = completeOrder(event.row, termsOf)
      if (order !== null) intake.orders([order], 'feed')
      return
    }
    case 'connected':
      state.liveSince = state.clock.monotonic()
      doubt(state)
      state.onChange()
      return
    case 'disconnected':
      state.liveSince = null
      state.onChange()
  }
}

function request(state: ReconciliationState, afterMs: number): void {
  if (state.isStopped) return
  if (!state.isWanted) state.busyUntil = state.clock.monotonic() + BUSY_AT_START_MS
  state.isWanted = true
  const at = state.clock.monotonic() + afterMs
  if (state.next !== null && state.next.at <= at) return
  state.next?.cancel()
  state.next = { at, cancel: state.clock.after(afterMs, () => run(state)) }
}

function run(state: ReconciliationState): void {
  state.next = null
  if (state.reading !== null) {
    // The one under way began too early to answer this request.
    void state.reading.then(() => {
      request(state, 0)
    })
    return
  }
  const earliest = Math.max((state.previousAt ?? -MIN_GAP_MS) + MIN_GAP_MS, state.heldUntil)
  const tooEarlyMs = earliest - state.clock.monotonic()
  if (tooEarlyMs > 0) request(state, tooEarlyMs)
  else void begin(state)
}

function begin(state: ReconciliationState): Promise<boolean> {
  const started = read(state).then((complete) => {
    state.reading = null
    state.failures = complete ? 0 : state.failures + 1
    const everyMs = isBusy(state) ? BUSY_EVERY_MS : IDLE_EVERY_MS
    request(state, complete ? everyMs : backoffMs(RETRY, state.failures - 1))
    return complete
  })
  state.reading = started
  return started
}

function isBusy(state: ReconciliationState): boolean {
  if (state.clock.monotonic() < state.busyUntil || state.book.proofs.unreadSince() !== null) return true
  return (
    state.book.ledger.openEntries().length > 0 ||
    state.book.fills.all().some((fill) => !isFinalFill(fill.status))
  )
}

async function readNow(state: ReconciliationState): Promise<boolean> {
  if (state.reading !== null) await state.reading
  if (state.reading === null && state.clock.monotonic() < state.heldUntil) return false
  return state.reading ?? begin(state)
}

async function read(state: ReconciliationState): Promise<boolean> {
  const { clock, intake, point } = state
  const { ledger, proofs } = state.book
  point('reconcile.read.start')
  const startedAt = clock.monotonic()
  const expected = ledger.openEntries().filter((entry) => entry.sentAt <= startedAt)
  const [orders, trades] = await Promise.all([guard(readOrders(state, startedAt)), readTrades(state)])
  point('reconcile.read.page')
  if (state.isStopped) return false
  if (orders.ok) {
    proofs.noteOrders(orders.value)
    intake.orders(orders.value.orders, 'open_orders')
  }
  if (trades.ok) {
    // Holdings and the folding of old fills go by the order of time; lists come newest first, too.
    for (const trade of trades.value.trades.toSorted((a, b) => a.at - b.at)) intake.trade(trade, 'list')
    proofs.noteTrades(trades.value)
  }
  const listed = new Set(orders.ok ? orders.value.orders.map((row) => row.id) : [])
  const missing = expected.filter((entry) => isMissing(state.book, entry, startedAt, listed))
  const lookups = await lookUpMissing(state, missing)
  if (state.isStopped) return false
  point('reconcile.apply.pre')
  const faults = [orders, trades].flatMap((part) => (part.ok ? [] : [part.error])).concat(lookups.faults)
  const isProof = faults.length === 0 && isFeedLiveSince(state, state.previousAt ?? startedAt)
  judgeMissing(state, missing, (entry) => isProof && !lookups.unread.has(entry.key), startedAt)
  state.previousAt = startedAt
  note(state, faults, startedAt)
  point('reconcile.apply.post')
  return faults.length === 0
}

function isFeedLiveSince({ isFeedLive, liveSince }: ReconciliationState, monotonic: number): boolean {
  return isFeedLive() && liveSince !== null && liveSince <= monotonic
}

async function readOrders(
  { reads, book }: ReconciliationState,
  startedAt: number,
): Promise<Result<OrderList, ReadFault>> {
  const list = await reads.openOrders()
  if (list.ok) book.tell('listed', { rows: list.value.orders, startedAt })
  return list
}

async function readTrades(state: ReconciliationState): Promise<Result<TradeList, ReadFault>> {
  if (state.book.proofs.isReconciled()) return guard(state.reads.trades(tradesSince(state, TRADES_BACK_MS)))
  let answer: Result<TradeList, ReadFault> | null = null
  for (const window of FIRST_WINDOWS_MS) {
    const since = tradesSince(state, window)
    answer = await guard(state.reads.trades(since))
    if (answer.ok) state.book.proofs.tradesFrom(since)
    if (answer.ok || answer.error.kind !== 'incomplete') return answer
  }
  return answer ?? guard(state.reads.trades(tradesSince(state, DAY_MS)))
}

/** Far enough back for every order and fill whose end is open; whatever rested meanwhile was read before. */
function tradesSince(state: ReconciliationState, windowMs: number): Instant {
  const unsure = state.book.ledger
    .openEntries()
    .flatMap(({ order }) => (order.status === 'pending' || order.status === 'unknown' ? order.createdAt : []))
  const unsettled = state.book.fills.all().flatMap((fill) => (isFinalFill(fill.status) ? [] : fill.at))
  const now = state.clock.now()
  const unread = Math.max(state.book.proofs.unreadSince() ?? now, now - DAY_MS)
  const earliest = Math.min(state.book.proofs.lastAt() ?? now, now, unread, ...unsure, ...unsettled)
  return Math.max(0, earliest - windowMs)
}

function note(state: ReconciliationState, faults: readonly ReadFault[], startedAt: number): void {
  state.isCurrent = faults.length === 0
  if (!state.isCurrent) {
    const words = `orders incomplete: ${faults.map(({ kind, detail }) => `${kind} ${detail}`).join('; ')}`
    if (words !== state.problem) state.log.warn('orders.incomplete', { detail: words })
    state.problem = words
    state.book.proofs.failed()
    state.heldUntil = state.clock.monotonic() + Math.max(0, ...faults.map((fault) => fault.retryAfterMs ?? 0))
    return
  }
  const isFirst = !state.book.proofs.isReconciled()
  state.book.proofs.completed(startedAt)
  state.problem = null
  if (!isFirst) return
  state.log.info('orders.reconciled', {})
  state.point('start.reconciled')
  state.book.tell('reconciled', null)
}

/** Without credentials nobody asks for a read, and none is missed. */
function feedState(state: ReconciliationState): FeedHealth['state'] {
  if (state.isCurrent) return 'live'
  if (state.book.proofs.isReconciled()) return 'stale'
  if (!state.isWanted) return 'off'
  return state.failures > 0 ? 'down' : 'connecting'
}
