/**
 * Reports how own orders ended short of their size that this terminal did not cancel, each once (INV-77): those that a
 * market's start or a lapsed heartbeat took, together and with all that it takes to place them again, those that the venue
 * ended for a reason of its own, and those that somebody else cancelled. Before anybody is blamed the venue is asked once
 * more, as its catalog and its status words may lag behind its frames.
 */
import { endingCause } from '#core/order/order-ending.ts'
import type { MarketId, OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import { BoundedSet } from '#lib/bounded-map.ts'
import { pause } from '#lib/pause.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Cancellation } from '../book-of-orders/book-events.ts'
import { entryOfSigned, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { Room } from '../outside.ts'
import { readSigned, type SignedOrder } from '../record/order-history.ts'
import type { OrderIntake } from './order-intake.ts'
import { ENDINGS_BACK_MS, findPast } from './previous-runs.ts'

const QUIET_MS = 1_000
const MAX_COLLECT_MS = 5_000
const MAX_ASK_MS = 3_000
const RECENT_MS = 60_000
const MAX_REPORTED = 20_000
/** The catalog may know the market only once it has been read. */
const LOOK_AFTER_MS = [0, 10_000, 60_000] as const
/** The venue's list of open orders may be without the newest. */
const LISTED_AFTER_MS = 10_000
const MAX_LOOKUPS = 100
const MAX_ROWS = 1_000

/** Order to judge: the ledger need not know an order of a previous run. */
type Judged = Pick<LedgerEntry, 'key' | 'order'>
type Group = MarketId | 'heartbeat'
type Collected = { readonly orders: Map<OrderId, Order>; readonly until: number; cancel: () => void }

export function createOrderEndings(room: Room, intake: Pick<OrderIntake, 'foreign'>) {
  const { clock, book, catalog, begunAt } = room
  const { ledger } = book
  const collected = new Map<Group, Collected>()
  const reported = new BoundedSet<OrderId>(MAX_REPORTED)
  /** Orders of previous runs that have been looked for. */
  const missed = new Set<OrderId>()
  let looks: (() => void)[] = []
  let isStopped = false

  function causeOf(entry: Judged, how: Cancellation, now: Instant): ReturnType<typeof endingCause> {
    const { order } = entry
    // A newer order may be why an older one ends.
    const others = ledger
      .madeSince(now - RECENT_MS)
      .filter((other) => !other.foreign && other.marketId === order.marketId)
    return endingCause(order, {
      ...how,
      isAsked: book.cancels.covers(entry),
      isHeartbeatLapsed: room.isHeartbeatLapsed(),
      isResolved: room.books.view(order.outcomeId)?.staleReason === 'resolved',
      market: catalog.outcome(order.outcomeId)?.market ?? null,
      others,
      now,
    })
  }

  function collect(group: Group, { key, order }: Judged): void {
    const now = clock.monotonic()
    const own = collected.get(group) ?? {
      orders: new Map<OrderId, Order>(),
      until: now + MAX_COLLECT_MS,
      cancel: () => {},
    }
    collected.set(group, own)
    own.orders.set(key, order)
    own.cancel()
    own.cancel = clock.after(Math.max(0, Math.min(QUIET_MS, own.until - now)), () => {
      collected.delete(group)
      publishTogether(room, group, own.orders)
    })
  }

  /** A moment later: a frame that says how an order ended may come before those of its last trades. */
  function report({ key, order }: Judged, reason: string | null): void {
    if (reported.has(key)) return
    reported.add(key)
    clock.after(QUIET_MS, () => {
      const current = ledger.entry(key)?.order ?? order
      if (!isStopped && isShort(current)) {
        room.bus.publish('order_ended', { order: current, reason, at: clock.now() })
      }
    })
  }

  /** Sources that lag behind the frame are asked again, for 3 s at most. */
  async function askAgain(entry: Judged, how: Cancellation): Promise<void> {
    const better = lookAgain(room, entry, how).catch(() => how)
    const found = (await Promise.race([better, pause(clock, MAX_ASK_MS)])) ?? how
    if (!isStopped) judge(ledger.entry(entry.key) ?? entry, found, 'last')
  }

  /** @param when  `past`: before this run received anything of it, and nobody is blamed */
  function judge(entry: Judged, how: Cancellation, when: 'past' | 'first' | 'last'): void {
    const { status, marketId, createdAt } = entry.order
    // An order that turned out to have traded was not cancelled.
    if (status !== 'cancelled' && status !== 'expired') return
    const cause = causeOf(entry, how, clock.now())
    if (cause === 'asked') return
    if (when === 'past' && cause !== 'game_start') {
      // The rows of longer ago are not read: whether such an end was asked for is not known any more.
      if (createdAt >= clock.now() - ENDINGS_BACK_MS) report(entry, how.reason)
    } else if (when !== 'past' && (status === 'expired' || cause === 'venue')) report(entry, how.reason)
    else if (cause !== 'outside') collect(cause === 'heartbeat' ? cause : marketId, entry)
    else if (when === 'last') intake.foreign('cancel', entry.order)
    else {
      room.credentials.doubtKey()
      void askAgain(entry, how)
    }
  }

  book.on('ended', ({ entry, how }) => {
    const { foreign, createdAt } = entry.order
    const isPast = createdAt < begunAt && clock.monotonic() - entry.receivedAt < QUIET_MS
    if (!foreign) judge(entry, how, isPast ? 'past' : 'first')
  })

  /** Orders of previous runs that are found ended. */
  async function lookBack(rows: readonly AuditRow[], isLast: boolean): Promise<void> {
    const signed = rows.flatMap((row) => (row.at < begunAt ? (readSigned(row) ?? []) : []))
    const wanted = signed.filter((one) => !missed.has(one.orderId) && mayHaveEnded(room, one, isLast))
    for (const { orderId } of wanted.slice(0, MAX_LOOKUPS).toReversed()) {
      if (isStopped) return
      missed.add(orderId)
      const order = await findPast(room, orderId)
      if (order !== null)
        judge({ key: orderId, order }, { from: 'live', isByVenue: false, reason: null }, 'past')
    }
  }

  return {
    /** Once own state has been read: what is not among the open orders is gone. */
    look(): void {
      const rows = room.audit.rows({ kind: 'signed', from: clock.now() - ENDINGS_BACK_MS, limit: MAX_ROWS })
      looks = LOOK_AFTER_MS.map((ms) => clock.after(ms, () => void lookBack(rows, ms === LOOK_AFTER_MS[2])))
    },
    stop(): void {
      isStopped = true
      for (const end of looks) end()
      for (const group of collected.values()) group.cancel()
      collected.clear()
    },
  }
}

async function lookAgain(
  { catalog, reads, refreshEvent }: Room,
  { key, order }: Judged,
  how: Cancellation,
): Promise<Cancellation> {
  const known = catalog.outcome(order.outcomeId)
  const [row] = await Promise.all([
    reads.order(order.id ?? key),
    known === null ? null : refreshEvent(known.event.id),
  ])
  if (!row.ok || row.value === null) return how
  const { isEndedByVenue, endReason } = row.value
  return { ...how, isByVenue: how.isByVenue || isEndedByVenue, reason: endReason ?? how.reason }
}

/** Fills that came in meanwhile leave less to place again, or nothing. */
function isShort({ status, filledSize, size }: Order): boolean {
  return (status === 'cancelled' || status === 'expired') && filledSize < size
}

function publishTogether({ book, bus, clock }: Room, group: Group, ended: ReadonlyMap<OrderId, Order>): void {
  const orders = [...ended].map(([id, order]) => book.ledger.entry(id)?.order ?? order).filter(isShort)
  if (orders.length === 0) return
  const at = clock.now()
  if (group === 'heartbeat') bus.publish('heartbeat_lapsed', { orders, at })
  else bus.publish('game_start_orders', { marketId: group, orders, at })
}

/**
 * True if an order of a previous run may have ended short of its size while this terminal was not running. Its rows say that it
 * was accepted and that nobody here cancelled it; the venue, or the trades that it reports, that it is gone.
 */
function mayHaveEnded({ clock, catalog, book }: Room, signed: SignedOrder, isLast: boolean): boolean {
  if (book.ledger.entry(signed.orderId) !== null) return false
  // Without its market nobody knows yet whether a start took it.
  if (catalog.outcome(signed.outcomeId) === null && !isLast) return false
  const now = clock.now()
  if (now - signed.at < LISTED_AFTER_MS || book.fills.filledOf(signed.orderId) >= signed.size) return false
  if (book.cancels.covers(entryOfSigned(signed, 0, now))) return false
  return book.ledger.ids.of(signed.orderId)?.word === 'accepted'
}
