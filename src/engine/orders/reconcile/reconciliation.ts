/**
 * Reads own orders and trades and lets the ledger learn from them. A read counts as evidence of absence only when it
 * is complete; failing to look never is (ORD-3).
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { isFinalFill } from '#core/order/fill-status.ts'
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import type { Result } from '#lib/result.ts'
import type { OrderList, ReadFault, TradeList, VenueOrder, VenueTrade } from '#ports/venue-account.ts'
import { unreadText } from '#core/unread-rows.ts'
import type { Tools } from '../../tools.ts'
import { isMissing, judgeMissing, lookUpMissing } from './missing-orders.ts'
import type { LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { Placements } from '../place/order-placement.ts'
import { guard } from './read-guard.ts'
import { createUnreadAccountRows, type UnreadAccountRows } from '../book-of-orders/unread-account-rows.ts'

/** Signed reads that renew rejected credentials once automatically. */
export type AccountReads = {
  readonly openOrders: () => Promise<Result<OrderList, ReadFault>>
  readonly order: (id: OrderId) => Promise<Result<VenueOrder | null, ReadFault>>
  readonly trades: (since: Instant) => Promise<Result<TradeList, ReadFault>>
}

export type Reconciliation = {
  /** A read begins within `afterMs`. */
  readonly request: (afterMs: number) => void
  /** Something is open now: the reads come closer. */
  readonly watch: () => void
  /**
   * One read that begins now or, when one is under way, right after it; true when it was complete. False at once while
   * the venue asks to wait.
   */
  readonly readNow: () => Promise<boolean>
  /** One complete read has succeeded since start. */
  readonly isReconciled: () => boolean
  /** A complete read that began at this monotonic time or later has ended. */
  readonly isReadSince: (monotonic: number) => boolean
  /** From when on every own trade has been read; null until own state has been. */
  readonly tradesKnownSince: () => Instant | null
  /** An order of a previous run that no list shows has ended, and each of its trades has been read. */
  readonly isPastOver: (orderId: OrderId, at: Instant) => boolean
  /** The row of the order may be among those that are not understood. */
  readonly mayBeUnread: (entry: LedgerEntry) => boolean
  /** The last read that ended was complete. */
  readonly isComplete: () => boolean
  readonly health: () => FeedHealth
  /** Events without a listener must be read. */
  readonly doubt: () => void
  readonly stop: () => void
}

const BUSY_EVERY_MS = 5_000
const RETRY: Backoff = { firstMs: 2_000, maxMs: BUSY_EVERY_MS }
const IDLE_EVERY_MS = 30_000
/** The venue's list may lag behind what a previous run has sent at its end: so long the reads stay close. */
const BUSY_AT_START_MS = 15_000
const TRADES_BACK_MS = 600_000

const DAY_MS = 86_400_000
/** The first read looks back as far as the venue's page limit lets it. */
const FIRST_WINDOWS_MS = [90 * DAY_MS, 7 * DAY_MS, DAY_MS] as const

/** However many frames ask for a read. */
const MIN_GAP_MS = 250

type ReconciliationParts = Pick<Tools, 'clock' | 'log'> & {
  readonly reads: AccountReads
  readonly ledger: OrderLedger
  readonly placements: () => Placements
  readonly isFeedLiveSince: (monotonic: number) => boolean
  readonly onOrders: (rows: readonly VenueOrder[], source: 'open_orders' | 'lookup') => void
  readonly onTrade: (trade: VenueTrade) => void
  readonly isOurs: (id: OrderId) => boolean
  readonly onReconciled: () => void
  readonly point: (name: string) => void
}

type ReconciliationState = ReconciliationParts & {
  readonly unread: UnreadAccountRows
  reading: Promise<boolean> | null
  next: { readonly at: number; readonly cancel: () => void } | null
  isReconciled: boolean
  isCurrent: boolean
  isStopped: boolean
  isWanted: boolean
  lastAt: Instant | null
  problem: string | null
  failures: number
  /** Monotonic; the venue has asked to wait until then, whoever wants to read. */
  heldUntil: number
  /** Monotonic. */
  busyUntil: number
  previousAt: number | null
  tradesFrom: Instant | null
  /** Monotonic; when the last complete read began. */
  completeFrom: number
}

/**
 * Builds the reader.
 *
 * @param isFeedLiveSince  whether the user feed has been live without a break since a monotonic time
 * @param onOrders  rows of the open-order list, in one batch
 * @param onTrade  one trade
 * @param isOurs  whether an order was signed here
 */
export function createReconciliation(parts: ReconciliationParts): Reconciliation {
  const state: ReconciliationState = {
    ...parts,
    unread: createUnreadAccountRows({
      log: parts.log,
      isOurs: (id) => parts.ledger.entry(id) !== null || parts.isOurs(id),
      hasFill: parts.ledger.hasFill,
    }),
    reading: null,
    next: null,
    isReconciled: false,
    isCurrent: false,
    isStopped: false,
    isWanted: false,
    lastAt: null,
    problem: 'not read yet',
    failures: 0,
    heldUntil: Number.NEGATIVE_INFINITY,
    busyUntil: Number.NEGATIVE_INFINITY,
    previousAt: null,
    tradesFrom: null,
    completeFrom: Number.NEGATIVE_INFINITY,
  }

  return {
    request: (afterMs) => request(state, afterMs),
    watch: () => {
      request(state, BUSY_EVERY_MS)
    },
    readNow: () => readNow(state),
    isReconciled: () => state.isReconciled,
    isReadSince: (monotonic) => state.completeFrom >= monotonic,
    tradesKnownSince: () => (state.isReconciled ? state.tradesFrom : null),
    isPastOver(orderId, at) {
      if (!state.isReconciled || state.lastAt === null || at < (state.tradesFrom ?? Infinity)) return false
      if (state.lastAt - at < BUSY_AT_START_MS) return false
      return !state.unread.mayConcernPast(orderId, at)
    },
    mayBeUnread: state.unread.mayConcern,
    isComplete: () => state.isReconciled && state.problem === null,
    health: () => ({
      name: 'orders',
      state: feedState(state),
      connections: 0,
      subscriptions: 0,
      lastMessageAt: state.lastAt,
      reconnects: 0,
      detail: state.problem ?? unreadText(state.unread.read()),
      notUnderstood: state.unread.read(),
    }),
    doubt() {
      state.isCurrent = false
      request(state, 0)
    },
    stop() {
      state.isStopped = true
      state.next?.cancel()
      state.next = null
    },
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
  if (state.clock.monotonic() < state.busyUntil || state.unread.ownSince() !== null) return true
  return (
    state.ledger.openEntries().length > 0 || state.ledger.fills().some((fill) => !isFinalFill(fill.status))
  )
}

async function readNow(state: ReconciliationState): Promise<boolean> {
  if (state.reading !== null) await state.reading
  if (state.reading === null && state.clock.monotonic() < state.heldUntil) return false
  return state.reading ?? begin(state)
}

async function read(state: ReconciliationState): Promise<boolean> {
  state.point('reconcile.read.start')
  const startedAt = state.clock.monotonic()
  const expected = state.ledger.openEntries().filter((entry) => entry.sentAt <= startedAt)
  const [orders, trades] = await Promise.all([guard(state.reads.openOrders()), readTrades(state)])
  state.point('reconcile.read.page')
  if (state.isStopped) return false
  if (orders.ok) {
    state.unread.noteOrders(orders.value)
    state.onOrders(orders.value.orders, 'open_orders')
  }
  if (trades.ok) takeTrades(state, trades.value)
  const listed = new Set(orders.ok ? orders.value.orders.map((row) => row.id) : [])
  const missing = expected.filter((entry) => isMissing(state, entry, startedAt, listed))
  const lookups = await lookUpMissing(state, missing)
  if (state.isStopped) return false
  state.point('reconcile.apply.pre')
  const complete = orders.ok && trades.ok && lookups.faults.length === 0
  const isProof = complete && state.isFeedLiveSince(state.previousAt ?? startedAt)
  judgeMissing(state, missing, (entry) => isProof && !lookups.unread.has(entry.key), startedAt)
  state.previousAt = startedAt
  if (complete) state.completeFrom = startedAt
  note(state, [orders, trades].flatMap((part) => (part.ok ? [] : [part.error])).concat(lookups.faults))
  state.point('reconcile.apply.post')
  return complete
}

function takeTrades(state: ReconciliationState, list: TradeList): void {
  // Holdings and the folding of old fills go by the order of time; lists come newest first, too.
  for (const trade of list.trades.toSorted((a, b) => a.at - b.at)) state.onTrade(trade)
  state.unread.noteTrades(list, !state.isReconciled)
}

async function readTrades(state: ReconciliationState): Promise<Result<TradeList, ReadFault>> {
  if (state.isReconciled) return guard(state.reads.trades(tradesSince(state, TRADES_BACK_MS)))
  let answer: Result<TradeList, ReadFault> | null = null
  for (const window of FIRST_WINDOWS_MS) {
    const since = tradesSince(state, window)
    answer = await guard(state.reads.trades(since))
    if (answer.ok) state.tradesFrom = since
    if (answer.ok || answer.error.kind !== 'incomplete') return answer
  }
  return answer ?? guard(state.reads.trades(tradesSince(state, DAY_MS)))
}

/** Far enough back for every order and fill whose end is open; whatever rested meanwhile was read before. */
function tradesSince(state: ReconciliationState, windowMs: number): Instant {
  const unsure = state.ledger
    .openEntries()
    .flatMap(({ order }) => (order.status === 'pending' || order.status === 'unknown' ? order.createdAt : []))
  const unsettled = state.ledger.fills().flatMap((fill) => (isFinalFill(fill.status) ? [] : fill.at))
  const now = state.clock.now()
  const unread = Math.max(state.unread.ownSince() ?? now, now - DAY_MS)
  const earliest = Math.min(state.lastAt ?? now, now, unread, ...unsure, ...unsettled)
  return Math.max(0, earliest - windowMs)
}

function note(state: ReconciliationState, faults: readonly ReadFault[]): void {
  state.isCurrent = faults.length === 0
  if (!state.isCurrent) {
    const words = `orders incomplete: ${faults.map(({ kind, detail }) => `${kind} ${detail}`).join('; ')}`
    if (words !== state.problem) state.log.warn('orders.incomplete', { detail: words })
    state.problem = words
    state.heldUntil = state.clock.monotonic() + Math.max(0, ...faults.map((fault) => fault.retryAfterMs ?? 0))
    return
  }
  state.lastAt = state.clock.now()
  state.problem = null
  if (state.isReconciled) return
  state.isReconciled = true
  state.log.info('orders.reconciled', {})
  state.point('start.reconciled')
  state.onReconciled()
}

/** Without credentials nobody asks for a read, and none is missed. */
function feedState(state: ReconciliationState): FeedHealth['state'] {
  if (state.isCurrent) return 'live'
  if (state.isReconciled) return 'stale'
  if (!state.isWanted) return 'off'
  return state.failures > 0 ? 'down' : 'connecting'
}
