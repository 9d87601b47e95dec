/**
 * Reports how own orders ended short of their size that this terminal did not cancel, each once (INV-77): those that a
 * market's start or a lapsed heartbeat took, together and with all that it takes to place them again, those that the venue
 * ended for a reason of its own, and those that somebody else cancelled. Before anybody is blamed the venue is asked once
 * more, as its catalog and its status words may lag behind its frames.
 */
import { endingCause } from '#core/order/order-ending.ts'
import type { ClientOrderId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Instant, Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import { BoundedMap, BoundedSet } from '#lib/bounded-map.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Cancellation } from '../book-of-orders/book-events.ts'
import { entryOfSigned, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { Room } from '../outside.ts'
import { readOrderHistory, readSigned, type SignedOrder } from '../record/order-history.ts'
import type { OrderIntake } from './order-intake.ts'

/** `look` once own state has been read: what is not among the open orders is gone. */
type OrderEndings = { readonly look: () => void; readonly stop: () => void }

const QUIET_MS = 1_000
const MAX_COLLECT_MS = 5_000
const MAX_ASK_MS = 3_000
const RECENT_MS = 60_000
const MAX_RECENT = 1_000
const MAX_REPORTED = 20_000
/** How far back orders and their cancels are looked for. */
export const MISSED_ENDINGS_BACK_MS = 3 * 86_400_000
/** The catalog may know the market only once it has been read. */
const LOOK_AFTER_MS = [0, 10_000, 60_000] as const
/** The venue's list of open orders may be without the newest. */
const LISTED_AFTER_MS = 10_000
const MAX_LOOKUPS = 100
const MAX_ROWS = 1_000
const SINCE = 'endings_since'

/** Order to judge: the ledger need not know an order of a previous run. */
type Judged = Pick<LedgerEntry, 'key' | 'order'>
type Group = MarketId | 'heartbeat'
type Collected = { readonly orders: Map<OrderId, Order>; readonly until: number; cancel: () => void }

/** Orders that were made before have been reported by the runs that saw their end, or never will be. */
function createEndingsSince({ clock, settings }: Pick<Room, 'clock' | 'settings'>): () => Instant {
  const begunAt = clock.now()
  let known: Instant | null = null

  /** When the first run that reports endings began: what ended before was never to be reported. */
  function firstRun(): Instant {
    if (known !== null) return known
    const stored = Number(settings.read(SINCE) ?? 'NaN')
    known = Number.isSafeInteger(stored) ? stored : begunAt
    if (known === begunAt) settings.write(SINCE, String(begunAt))
    return known
  }

  return () => Math.max(firstRun(), clock.now() - MISSED_ENDINGS_BACK_MS)
}

/**
 * Builds the actor.
 *
 * @param find  an order of a previous run, by the venue or else by its rows and trades
 */
export function createOrderEndings(
  room: Room,
  intake: Pick<OrderIntake, 'foreign'>,
  find: (id: OrderId) => Promise<Order | null>,
): OrderEndings {
  const pastSince = createEndingsSince(room)
  const { clock, book, catalog } = room
  const { ledger } = book
  const begunAt = clock.now()
  const recent = new BoundedMap<OrderId, Order>(MAX_RECENT)
  const collected = new Map<Group, Collected>()
  const reported = new BoundedSet<OrderId>(MAX_REPORTED)
  /** Monotonic; when an order of a previous run was received first. */
  const takenOver = new BoundedMap<OrderId, number>(MAX_RECENT)
  let isStopped = false

  function marketOf(outcomeId: OutcomeId): Market | null {
    return catalog.outcome(outcomeId)?.market ?? null
  }

  function causeOf(entry: Judged, how: Cancellation, now: Instant): ReturnType<typeof endingCause> {
    const { order } = entry
    const others = [...recent].flatMap(([key, other]) =>
      key !== entry.key && other.marketId === order.marketId && now - other.createdAt <= RECENT_MS
        ? other
        : [],
    )
    return endingCause(order, {
      ...how,
      isAsked: book.requests.covers(entry),
      isHeartbeatLapsed: room.isHeartbeatLapsed(),
      isResolved: room.books.view(order.outcomeId)?.staleReason === 'resolved',
      market: marketOf(order.outcomeId),
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
      publishTogether(group, [...own.orders])
    })
  }

  /** Fills that came in meanwhile leave less to place again, or nothing. */
  function isShort({ status, filledSize, size }: Order): boolean {
    return (status === 'cancelled' || status === 'expired') && filledSize < size
  }

  function publishTogether(group: Group, ended: readonly (readonly [OrderId, Order])[]): void {
    const orders = ended.map(([id, order]) => ledger.entry(id)?.order ?? order).filter(isShort)
    if (orders.length === 0) return
    const at = clock.now()
    if (group === 'heartbeat') room.bus.publish('heartbeat_lapsed', { orders, at })
    else room.bus.publish('game_start_orders', { marketId: group, orders, at })
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

  /** It had ended before this run received anything of it. */
  function isPast({ key, order }: Judged): boolean {
    const since = takenOver.get(key)
    return order.createdAt < begunAt && since !== undefined && clock.monotonic() - since < QUIET_MS
  }

  /** The rows of longer ago are not read: whether such an end was asked for is not known any more. */
  function judgePast(entry: Judged, how: Cancellation): void {
    const cause = causeOf(entry, how, clock.now())
    if (cause === 'game_start') collect(entry.order.marketId, entry)
    else if (cause !== 'asked' && entry.order.createdAt >= pastSince()) report(entry, how.reason)
  }

  /** Sources that lag behind the frame are asked again, for 3 s at most. */
  async function askAgain(entry: LedgerEntry, how: Cancellation): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<Cancellation>()
    const stop = clock.after(MAX_ASK_MS, () => {
      resolve(how)
    })
    const known = catalog.outcome(entry.order.outcomeId)
    const asked = [
      room.reads.order(entry.order.id ?? entry.key),
      known === null ? Promise.resolve() : room.refreshEvent(known.event.id),
    ] as const
    void Promise.all(asked).then(
      ([row]) => {
        const isByVenue = row.ok && row.value !== null && row.value.isEndedByVenue
        const reason = (row.ok ? row.value?.endReason : null) ?? how.reason
        resolve({ ...how, isByVenue: how.isByVenue || isByVenue, reason })
      },
      () => {
        resolve(how)
      },
    )
    const better = await promise
    stop()
    if (!isStopped) judge(ledger.entry(entry.key) ?? entry, better, true)
  }

  function judge(entry: LedgerEntry, how: Cancellation, isLast: boolean): void {
    const { status } = entry.order
    // An order that turned out to have traded was not cancelled.
    if (status !== 'cancelled' && status !== 'expired') return
    const cause = causeOf(entry, how, clock.now())
    if (cause === 'asked') return
    if (status === 'expired' || cause === 'venue') report(entry, how.reason)
    else if (cause !== 'outside') collect(cause === 'heartbeat' ? cause : entry.order.marketId, entry)
    else if (isLast) intake.foreign('cancel', entry.order)
    else {
      room.onUnexplained()
      void askAgain(entry, how)
    }
  }

  // A newer order may be why an older one ends.
  book.on('changed', ({ key, order }) => {
    if (order.createdAt < begunAt && !takenOver.has(key)) takenOver.set(key, clock.monotonic())
    if (order.foreign || clock.now() - order.createdAt > RECENT_MS) return
    recent.delete(key)
    recent.set(key, order)
  })
  book.on('ended', ({ entry, how }) => {
    if (entry.order.foreign) return
    if (isPast(entry)) judgePast(entry, how)
    else judge(entry, how, false)
  })

  /** An order of a previous run is found ended: nobody is blamed. */
  function onGone(order: Order): void {
    if (order.id === null) return
    const entry = { key: ledger.entry(order.id)?.key ?? order.id, order }
    judgePast(entry, { from: 'live', isByVenue: false, reason: null })
  }

  const missed = createMissedEndings(room, { since: pastSince, find, onGone })
  return {
    look: missed.look,
    stop() {
      isStopped = true
      missed.stop()
      for (const group of collected.values()) group.cancel()
      collected.clear()
    },
  }
}

/**
 * Builds the look back at orders that ended short of their size while this terminal was not running. Their rows say that they were
 * accepted and that nobody here cancelled them; the venue, or the trades that it reports, that they are gone.
 *
 * @param find  an order of a previous run, by the venue or else by its rows and trades
 * @param onGone  receives each order that has ended; finds out by whom, and reports it
 */
function createMissedEndings(
  room: Room,
  parts: {
    readonly since: () => Instant
    readonly find: (id: OrderId) => Promise<Order | null>
    readonly onGone: (order: Order) => void
  },
): OrderEndings {
  const { clock, audit, catalog } = room
  const { ledger, fills, requests } = room.book
  const begunAt = clock.now()
  const judged = new Set<OrderId>()
  let ends: (() => void)[] = []
  let isStopped = false

  async function lookOnce(rows: readonly AuditRow[], isLast: boolean): Promise<void> {
    const now = clock.now()
    const wanted = rows
      .flatMap((row) => (row.at < begunAt ? (readSigned(row) ?? []) : []))
      .filter((signed) => !judged.has(signed.orderId) && ledger.entry(signed.orderId) === null)
      // Without its market nobody knows yet whether a start took it.
      .filter((signed) => isLast || marketOf(signed) !== null)
      .filter((signed) => isShort(signed, now) || restedAtStart(signed, marketOf(signed), now))
      .filter((signed) => wasAccepted(signed.clientOrderId))
      .slice(0, MAX_LOOKUPS)
      .toReversed()
    for (const { orderId } of wanted) {
      if (isStopped) return
      judged.add(orderId)
      const order = await parts.find(orderId)
      if (order?.status === 'cancelled' || order?.status === 'expired') parts.onGone(order)
    }
  }

  function marketOf({ outcomeId }: SignedOrder): Market | null {
    return catalog.outcome(outcomeId)?.market ?? null
  }

  function isShort(signed: SignedOrder, now: Instant): boolean {
    if (signed.at < parts.since() || now - signed.at < LISTED_AFTER_MS) return false
    return fills.filledOf(signed.orderId) < signed.size && !requests.covers(entryOfSigned(signed, 0, now))
  }

  function wasAccepted(id: ClientOrderId): boolean {
    const history = readOrderHistory(audit.orderHistory(id))
    return (history?.reconcile ?? history?.response)?.result === 'accepted'
  }

  return {
    look() {
      const from = clock.now() - MISSED_ENDINGS_BACK_MS
      const rows = audit.rows({ kind: 'signed', from, limit: MAX_ROWS })
      parts.since()
      ends = LOOK_AFTER_MS.map((ms, index) =>
        clock.after(ms, () => {
          void lookOnce(rows, index === LOOK_AFTER_MS.length - 1)
        }),
      )
    },
    stop() {
      isStopped = true
      for (const end of ends) end()
    },
  }
}

/** True if the market's book was cleared in that time, with the order in it. */
function restedAtStart(
  { at, timeInForce, expiresAt }: SignedOrder,
  market: Pick<Market, 'cancelsAtStart' | 'gameStartTime'> | null,
  now: Instant,
): boolean {
  const start = market?.gameStartTime ?? null
  if (market?.cancelsAtStart !== true || start === null) return false
  if (timeInForce !== 'GTC' && timeInForce !== 'GTD') return false
  if (expiresAt !== null && expiresAt <= start) return false
  return at <= start && start <= now && now - start <= MISSED_ENDINGS_BACK_MS
}
