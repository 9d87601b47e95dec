/**
 * Orders that the start of a game took while this terminal was not running. Their rows say that they rested, the catalog
 * that their market clears its book at the start, and the venue, or the trades that it reports, that they are gone.
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import type { Instant, Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { AuditLog, AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Catalog } from '../../markets/contract.ts'
import type { OrderLedger } from '../ledger/order-ledger.ts'
import { readSigned, readOrderHistory } from '../place/order-history.ts'
import type { SignedOrder } from '../place/order-history.ts'

export type MissedStarts = {
  /** Own state has been read once: what is not among the open orders is gone. */
  readonly look: () => void
  readonly stop: () => void
}

/** How far back orders, their cancels and the starts of games are looked for. */
export const MISSED_STARTS_BACK_MS = 3 * 86_400_000
/** The catalog may know the market only once it has been read. */
const LOOK_AFTER_MS = [0, 10_000, 60_000] as const
const MAX_LOOKUPS = 100
const MAX_ROWS = 1_000

/**
 * Builds the look back.
 *
 * @param find  an order of a previous run, by the venue or else by its rows and trades
 * @param onGone  receives each order that is cancelled; finds out by whom, and reports it
 */
export function createMissedStarts(parts: {
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'rows' | 'orderHistory'>
  readonly ledger: Pick<OrderLedger, 'entry'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly find: (id: OrderId) => Promise<Order | null>
  readonly onGone: (order: Order) => void
}): MissedStarts {
  const { clock, audit, ledger } = parts
  const begunAt = clock.now()
  const judged = new Set<OrderId>()
  let ends: (() => void)[] = []
  let isStopped = false

  async function lookOnce(rows: readonly AuditRow[]): Promise<void> {
    const now = clock.now()
    const wanted = rows
      .flatMap((row) => (row.at < begunAt ? (readSigned(row) ?? []) : []))
      .filter((signed) => !judged.has(signed.orderId) && ledger.entry(signed.orderId) === null)
      .filter((signed) => restedAtStart(signed, parts.catalog.outcome(signed.outcomeId)?.market ?? null, now))
      .filter((signed) => wasAccepted(signed.clientOrderId))
      .slice(0, MAX_LOOKUPS)
      .toReversed()
    for (const { orderId } of wanted) {
      if (isStopped) return
      judged.add(orderId)
      const order = await parts.find(orderId)
      if (order?.status === 'cancelled') parts.onGone(order)
    }
  }

  function wasAccepted(id: ClientOrderId): boolean {
    const history = readOrderHistory(audit.orderHistory(id))
    return (history?.reconcile ?? history?.response)?.result === 'accepted'
  }

  return {
    look() {
      const from = clock.now() - MISSED_STARTS_BACK_MS
      const rows = audit.rows({ kind: 'signed', from, limit: MAX_ROWS })
      ends = LOOK_AFTER_MS.map((ms) =>
        clock.after(ms, () => {
          void lookOnce(rows)
        }),
      )
    },
    stop() {
      isStopped = true
      for (const end of ends) end()
    },
  }
}

/** Whether the market's book was cleared in the time looked at, with the order in it. */
function restedAtStart(
  { at, timeInForce, expiresAt }: SignedOrder,
  market: Pick<Market, 'cancelsAtStart' | 'gameStartTime'> | null,
  now: Instant,
): boolean {
  const start = market?.gameStartTime ?? null
  if (market?.cancelsAtStart !== true || start === null) return false
  if (timeInForce !== 'GTC' && timeInForce !== 'GTD') return false
  if (expiresAt !== null && expiresAt <= start) return false
  return at <= start && start <= now && now - start <= MISSED_STARTS_BACK_MS
}
