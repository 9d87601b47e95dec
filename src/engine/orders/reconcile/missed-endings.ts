/**
 * Orders that ended short of their size while this terminal was not running. Their rows say that they were accepted and
 * that nobody here cancelled them; the venue, or the trades that it reports, that they are gone.
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import type { Instant, Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import { entryOfSigned } from '../book-of-orders/ledger-entry.ts'
import type { Room } from '../outside.ts'
import { readOrderHistory, readSigned, type SignedOrder } from '../record/order-history.ts'

type MissedEndings = {
  /** Own state has been read once: what is not among the open orders is gone. */
  readonly look: () => void
  readonly stop: () => void
}

/** How far back orders and their cancels are looked for. */
export const MISSED_ENDINGS_BACK_MS = 3 * 86_400_000
/** The catalog may know the market only once it has been read. */
const LOOK_AFTER_MS = [0, 10_000, 60_000] as const
/** The venue's list of open orders may be without the newest. */
const LISTED_AFTER_MS = 10_000
const MAX_LOOKUPS = 100
const MAX_ROWS = 1_000
const SINCE = 'endings_since'

/** Orders that were made before have been reported by the runs that saw their end, or never will be. */
export function createEndingsSince({ clock, settings }: Pick<Room, 'clock' | 'settings'>): () => Instant {
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
 * Builds the look back.
 *
 * @param find  an order of a previous run, by the venue or else by its rows and trades
 * @param onGone  receives each order that has ended; finds out by whom, and reports it
 */
export function createMissedEndings(
  room: Room,
  parts: {
    readonly since: () => Instant
    readonly find: (id: OrderId) => Promise<Order | null>
    readonly onGone: (order: Order) => void
  },
): MissedEndings {
  const { clock, audit, catalog } = room
  const { ledger, requests } = room.book
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
    return ledger.filledOf(signed.orderId) < signed.size && !requests.covers(entryOfSigned(signed, 0, now))
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
