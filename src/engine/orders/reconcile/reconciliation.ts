/**
 * Reads own orders and trades and lets the ledger learn from them. A read counts as evidence of absence only when it
 * is complete; failing to look never is (ORD-3).
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { isFinalFill } from '#core/order/fill-status.ts'
import { isOpen } from '#core/order/order.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { OrderList, ReadFault, TradeList, VenueOrder, VenueTrade } from '#ports/venue-account.ts'
import { unreadText } from '#core/unread-rows.ts'
import { DELAY_MARGIN_MS } from '../ledger/ledger-entry.ts'
import type { LedgerEntry } from '../ledger/ledger-entry.ts'
import type { OrderLedger } from '../ledger/order-ledger.ts'
import type { Placements } from '../place/order-placement.ts'
import { createUnreadAccountRows } from '../../account/unread-account-rows.ts'

/** Signed reads that renew rejected credentials once by themselves. */
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
  /** The last read that ended was complete. */
  readonly isComplete: () => boolean
  readonly health: () => FeedHealth
  /** What happened while nobody listened must be read. */
  readonly doubt: () => void
  readonly stop: () => void
}

type Lookups = {
  readonly faults: readonly ReadFault[]
  /** Keys of orders that the venue has, by rows that are not understood. */
  readonly unread: ReadonlySet<OrderId>
}

const BUSY_EVERY_MS = 5_000
const IDLE_EVERY_MS = 30_000
/** The venue's list may lag behind what an earlier life has sent at its end: so long the reads stay close. */
const BUSY_AT_START_MS = 15_000
const RETRY_MS = 1_000
const TRADES_BACK_MS = 600_000
const CLEAN_READS = 3
const ABSENT_AFTER_MS = 120_000
/** Of what has traded at once only the last trades may still be on their way. */
const ENDED_AFTER_MS = 10_000
const DAY_MS = 86_400_000
/** The first read looks back as far as the venue's page limit lets it. */
const FIRST_WINDOWS_MS = [90 * DAY_MS, 7 * DAY_MS, DAY_MS] as const
const LOOKUPS_AT_ONCE = 8
/** However many frames ask for a read. */
const LEAST_GAP_MS = 250

/**
 * Builds the reader.
 *
 * @param isFeedLiveSince  whether the user feed has been live without a break since a monotonic time
 * @param onOrders  rows of the open-order list, in one batch
 * @param onTrade  one trade
 * @param isOurs  whether an order was signed here
 */
export function createReconciliation(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly reads: AccountReads
  readonly ledger: OrderLedger
  readonly placements: () => Placements
  readonly isFeedLiveSince: (monotonic: number) => boolean
  readonly onOrders: (rows: readonly VenueOrder[], source: 'open_orders' | 'lookup') => void
  readonly onTrade: (trade: VenueTrade) => void
  readonly isOurs: (id: OrderId) => boolean
  readonly onReconciled: () => void
  readonly point: (name: string) => void
}): Reconciliation {
  const { clock, log, reads, ledger, point } = parts
  const unread = createUnreadAccountRows({
    log,
    isOurs: (id) => ledger.entry(id) !== null || parts.isOurs(id),
  })
  let reading: Promise<boolean> | null = null
  let next: { readonly at: number; readonly cancel: () => void } | null = null
  let isReconciled = false
  let isCurrent = false
  let isStopped = false
  let isWanted = false
  let lastAt: Instant | null = null
  let problem: string | null = 'not read yet'
  let failures = 0
  /** Monotonic; the venue has asked to wait until then, whoever wants to read. */
  let heldUntil = Number.NEGATIVE_INFINITY
  /** Monotonic. */
  let busyUntil = Number.NEGATIVE_INFINITY
  let previousAt: number | null = null
  let tradesFrom: Instant | null = null
  /** Monotonic; when the last complete read began. */
  let completeFrom = Number.NEGATIVE_INFINITY

  function request(afterMs: number): void {
    if (isStopped) return
    if (!isWanted) busyUntil = clock.monotonic() + BUSY_AT_START_MS
    isWanted = true
    const at = clock.monotonic() + afterMs
    if (next !== null && next.at <= at) return
    next?.cancel()
    next = { at, cancel: clock.after(afterMs, run) }
  }

  function run(): void {
    next = null
    if (reading !== null) {
      // The one under way began too early to answer this request.
      void reading.then(() => {
        request(0)
      })
      return
    }
    const earliest = Math.max((previousAt ?? -LEAST_GAP_MS) + LEAST_GAP_MS, heldUntil)
    const tooEarlyMs = earliest - clock.monotonic()
    if (tooEarlyMs > 0) request(tooEarlyMs)
    else void begin()
  }

  function begin(): Promise<boolean> {
    const started = read().then((complete) => {
      reading = null
      failures = complete ? 0 : failures + 1
      const everyMs = isBusy() ? BUSY_EVERY_MS : IDLE_EVERY_MS
      const againMs = Math.min(RETRY_MS * 2 ** Math.min(failures, 4), BUSY_EVERY_MS)
      request(complete ? everyMs : againMs)
      return complete
    })
    reading = started
    return started
  }

  function isBusy(): boolean {
    if (clock.monotonic() < busyUntil) return true
    return ledger.openEntries().length > 0 || ledger.fills().some((fill) => !isFinalFill(fill.status))
  }

  async function readNow(): Promise<boolean> {
    if (reading !== null) await reading
    if (reading === null && clock.monotonic() < heldUntil) return false
    return reading ?? begin()
  }

  async function read(): Promise<boolean> {
    point('reconcile.read.start')
    const startedAt = clock.monotonic()
    const expected = ledger.openEntries().filter((entry) => entry.sentAt <= startedAt)
    const [orders, trades] = await Promise.all([guard(reads.openOrders()), readTrades()])
    point('reconcile.read.page')
    if (isStopped) return false
    if (orders.ok) {
      unread.noteOrders(orders.value)
      parts.onOrders(orders.value.orders, 'open_orders')
    }
    if (trades.ok) takeTrades(trades.value)
    const listed = new Set(orders.ok ? orders.value.orders.map((row) => row.id) : [])
    const missing = expected.filter((entry) => isMissing(entry, startedAt, listed))
    const lookups = await lookUp(missing)
    if (isStopped) return false
    point('reconcile.apply.pre')
    const complete = orders.ok && trades.ok && lookups.faults.length === 0
    const isProof = complete && parts.isFeedLiveSince(previousAt ?? startedAt)
    judgeMissing(missing, (entry) => isProof && !lookups.unread.has(entry.key), startedAt)
    previousAt = startedAt
    if (complete) completeFrom = startedAt
    note([orders, trades].flatMap((part) => (part.ok ? [] : [part.error])).concat(lookups.faults))
    point('reconcile.apply.post')
    return complete
  }

  /** Open here, not in the venue's list, and not heard of since the read began. */
  function isMissing(entry: LedgerEntry, startedAt: number, listed: ReadonlySet<OrderId>): boolean {
    const current = ledger.entry(entry.key)
    if (current === null || !isOpen(current.order.status)) return false
    if (listed.has(current.key) || (current.order.id !== null && listed.has(current.order.id))) return false
    const { isInFlight, isUnknown } = parts.placements()
    return !isInFlight(current) && (current.seenAt <= startedAt || isUnknown(current))
  }

  /** The venue may still tell a finished order by its id. */
  async function lookUp(missing: readonly LedgerEntry[]): Promise<Lookups> {
    const faults: ReadFault[] = []
    const unreadKeys = new Set<OrderId>()
    for (let start = 0; start < missing.length; start += LOOKUPS_AT_ONCE) {
      const batch = missing.slice(start, start + LOOKUPS_AT_ONCE)
      const answers = await Promise.all(batch.map((entry) => guard(reads.order(entry.order.id ?? entry.key))))
      for (const [index, answer] of answers.entries()) {
        const key = batch[index]?.key
        if (answer.ok && answer.value !== null) parts.onOrders([answer.value], 'lookup')
        // The venue has it: nothing else of the read waits for its row to be understood.
        if (!answer.ok && answer.error.kind === 'incomplete' && key !== undefined) unreadKeys.add(key)
        else if (!answer.ok) faults.push(answer.error)
      }
    }
    return { faults, unread: unreadKeys }
  }

  function judgeMissing(
    missing: readonly LedgerEntry[],
    isProof: (entry: LedgerEntry) => boolean,
    startedAt: number,
  ): void {
    for (const before of missing) {
      const entry = ledger.entry(before.key)
      if (entry === null || entry.seenAt > startedAt) continue
      const complete = isProof(entry) && !unread.mayConcern(entry)
      if (parts.placements().isUnknown(entry)) {
        parts.placements().notSeen(entry, complete, startedAt)
        continue
      }
      if (!isOpen(entry.order.status) || isDelayed(entry)) continue
      const clean = ledger.missed(entry.key, complete)
      const afterMs = hasTradedAtOnce(entry) ? ENDED_AFTER_MS : ABSENT_AFTER_MS
      if (clean < CLEAN_READS || startedAt - entry.seenAt < afterMs) continue
      log.warn('order.gone', { order_id: entry.order.id })
      ledger.apply(entry.key, { type: 'absent' })
    }
  }

  /** Of FOK and FAK nothing stays: what they did not trade when they traded is over. */
  function hasTradedAtOnce({ order: { timeInForce, status } }: LedgerEntry): boolean {
    return (timeInForce === 'FOK' || timeInForce === 'FAK') && status === 'partially_filled'
  }

  /** No list shows an order in its matching delay: that it is missing proves nothing until the delay is over. */
  function isDelayed({ order }: LedgerEntry): boolean {
    return order.delayEndsAt !== null && clock.now() < order.delayEndsAt + DELAY_MARGIN_MS
  }

  function takeTrades(list: TradeList): void {
    unread.noteTrades(list, !isReconciled)
    // What is left of a position, and the folding of old fills, go by the order of time; lists come newest first, too.
    for (const trade of list.trades.toSorted((a, b) => a.at - b.at)) parts.onTrade(trade)
  }

  async function readTrades(): Promise<Result<TradeList, ReadFault>> {
    if (isReconciled) return guard(reads.trades(tradesSince(TRADES_BACK_MS)))
    let answer: Result<TradeList, ReadFault> | null = null
    for (const window of FIRST_WINDOWS_MS) {
      const since = tradesSince(window)
      answer = await guard(reads.trades(since))
      if (answer.ok) tradesFrom = since
      if (answer.ok || answer.error.kind !== 'incomplete') return answer
    }
    return answer ?? guard(reads.trades(tradesSince(DAY_MS)))
  }

  /** Far enough back for every order and fill whose end is open; whatever rested meanwhile was read before. */
  function tradesSince(windowMs: number): Instant {
    const unsure = ledger
      .openEntries()
      .flatMap(({ order }) =>
        order.status === 'pending' || order.status === 'unknown' ? order.createdAt : [],
      )
    const unsettled = ledger.fills().flatMap((fill) => (isFinalFill(fill.status) ? [] : fill.at))
    const earliest = Math.min(lastAt ?? clock.now(), clock.now(), ...unsure, ...unsettled)
    return Math.max(0, earliest - windowMs)
  }

  function note(faults: readonly ReadFault[]): void {
    isCurrent = faults.length === 0
    if (!isCurrent) {
      const words = `orders incomplete: ${faults.map(({ kind, detail }) => `${kind} ${detail}`).join('; ')}`
      if (words !== problem) log.warn('orders.incomplete', { detail: words })
      problem = words
      heldUntil = clock.monotonic() + Math.max(0, ...faults.map((fault) => fault.retryAfterMs ?? 0))
      return
    }
    lastAt = clock.now()
    problem = null
    if (isReconciled) return
    isReconciled = true
    log.info('orders.reconciled', {})
    parts.onReconciled()
  }

  /** Without credentials nobody asks for a read, and none is missed. */
  function state(): FeedHealth['state'] {
    if (isCurrent) return 'live'
    if (isReconciled) return 'stale'
    if (!isWanted) return 'off'
    return failures > 0 ? 'down' : 'connecting'
  }

  async function guard<T>(answer: Promise<Result<T, ReadFault>>): Promise<Result<T, ReadFault>> {
    try {
      return await answer
    } catch (error) {
      return {
        ok: false,
        error: { kind: 'unreadable', detail: String(error), retryAfterMs: null },
      }
    }
  }

  return {
    request,
    watch: () => {
      request(BUSY_EVERY_MS)
    },
    readNow,
    isReconciled: () => isReconciled,
    isReadSince: (monotonic) => completeFrom >= monotonic,
    tradesKnownSince: () => (isReconciled ? tradesFrom : null),
    isPastOver(orderId, at) {
      if (!isReconciled || lastAt === null || at < (tradesFrom ?? Infinity)) return false
      if (lastAt - at < BUSY_AT_START_MS) return false
      return !unread.mayConcernPast(orderId, at)
    },
    isComplete: () => isReconciled && problem === null,
    health: () => ({
      name: 'orders',
      state: state(),
      connections: 0,
      subscriptions: 0,
      lastMessageAt: lastAt,
      reconnects: 0,
      detail: problem ?? unreadText(unread.read()),
      notUnderstood: unread.read(),
    }),
    doubt() {
      isCurrent = false
      request(0)
    },
    stop() {
      isStopped = true
      next?.cancel()
      next = null
    },
  }
}
