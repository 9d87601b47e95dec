/** Remains of previous runs: their counts, their orders by id, those whose end is open, and commands that were cut off. */
import { parseClientOrderId, parseOutcomeId } from '#core/ids.ts'
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, ZERO } from '#core/money.ts'
import type { Order, OrderStatus } from '#core/order/order.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import { DELAY_MARGIN_MS, entryOfSigned } from '../book-of-orders/ledger-entry.ts'
import { startOfDay } from '../book-of-orders/sent-requests.ts'
import type { Room } from '../outside.ts'
import { readCancelledFirst, readOrderHistory, readVerdict } from '../record/order-history.ts'
import type { OrderHistory, SignedOrder } from '../record/order-history.ts'
import { MISSED_ENDINGS_BACK_MS } from './order-endings.ts'

const MINUTE_MS = 60_000

/**
 * Builds the reading of the rows at a start: whose each order is, what counts in the limits, what was asked to be cancelled, what has
 * no end yet.
 */
export function createRecall({ clock, audit, book, catalog }: Room): () => void {
  const { identity, usage, requests, transits, ledger } = book

  /** No list of the venue shows an order in its matching delay: unknown here, it would rest after a cancel that means it. */
  function takeDelayed({ kind, details, at, clientOrderId }: AuditRow, now: Instant): void {
    if ((kind !== 'response' && kind !== 'reconcile') || details['status'] !== 'delayed') return
    const id = readVerdict(details)?.orderId ?? null
    const outcomeId = readOrderHistory(audit.orderHistory(clientOrderId))?.signed?.outcomeId ?? null
    if (id === null || outcomeId === null) return
    const market = catalog.outcome(outcomeId)?.market
    const delayMs = market === undefined ? MINUTE_MS : market.secondsDelay * 1_000
    if (now - at > delayMs + DELAY_MARGIN_MS || !identity.adopt(id)) return
    ledger.apply(id, { type: 'answered', status: 'delayed' })
  }

  return () => {
    identity.load()
    const now = clock.now()
    usage.restore(audit.since(Math.min(startOfDay(now), now - MINUTE_MS)))
    const unknown = audit.unfinished().flatMap((id) => {
      const history = readOrderHistory(audit.orderHistory(id))
      return history === null || history.signed === null
        ? []
        : { signed: history.signed, action: history.action }
    })
    // A cancel of an order whose end is still open counts however long ago it was.
    const rows = audit.since(
      Math.min(now - MISSED_ENDINGS_BACK_MS, ...unknown.map(({ signed }) => signed.at)),
    )
    requests.restore(rows)
    book.tell('recalled', rows)
    for (const { signed, action } of unknown) transits.restoreUnknown(signed, action)
    for (const row of rows) takeDelayed(row, now)
  }
}

/**
 * The venue soon forgets what has ended; the audit rows and the trades then say what is known of such an order, and nothing beyond
 * that.
 *
 * Builds the look-up of one order by its id: the local one, else the venue's, else what the rows show. Null for an
 * order that was never signed here and that the account does not show.
 */
export function createPastOrders({ book, audit, reads }: Room): (id: OrderId) => Promise<Order | null> {
  const { ledger, fills, identity, proofs } = book

  /** It is not among the open orders, so it has ended; its trades show how. */
  function statusOf(id: OrderId, history: OrderHistory, signed: SignedOrder, filled: bigint): OrderStatus {
    const verdict = history.reconcile ?? history.response
    if (verdict?.result === 'rejected' && (identity.wasRejected(id) || !verdict.left)) return 'rejected'
    const since = proofs.tradesKnownSince()
    if (since === null || signed.at < since) return 'unknown'
    return filled >= signed.size ? 'filled' : 'cancelled'
  }

  function fromRows(id: OrderId, history: OrderHistory, signed: SignedOrder): Order {
    const own = fills.all().filter((fill) => ledger.venueId(fill.orderId) === id && fill.status !== 'failed')
    const filled = addMicros(ZERO, ...own.map((fill) => fill.size))
    const { order } = entryOfSigned(signed, 0, signed.at)
    return { ...order, id, filledSize: filled, status: statusOf(id, history, signed, filled) }
  }

  return async (asked) => {
    const id = ledger.venueId(asked)
    const known = ledger.entry(id)
    const clientOrderId = identity.clientOrderId(id)
    if (known !== null || clientOrderId === null) return known?.order ?? null
    const history = readOrderHistory(audit.orderHistory(clientOrderId))
    if (history === null || history.signed === null) return null
    const row = await reads.order(id)
    if (row.ok && row.value !== null) book.tell('looked_up', row.value)
    return ledger.entry(id)?.order ?? fromRows(id, history, history.signed)
  }
}

/** How long a notification is surely kept, which keeps it from being made twice. */
const BACK_MS = 7 * 86_400_000
const MAX_ROWS = 1_000

/**
 * Builds the look for ways out of a previous run that had own sales cancelled, or were about to, and had not come to their own
 * order when the run ended: the trader learns which orders that concerns and that nothing was sold for them (INV-81).
 *
 * @param find  an order of a previous run, by the venue or else by its rows and trades
 */
export function createInterruptedWaysOut(
  { clock, audit, bus }: Room,
  find: (id: OrderId) => Promise<Order | null>,
): () => Promise<void> {
  const begunAt = clock.now()

  return async () => {
    for (const row of audit.rows({ kind: 'intent', from: begunAt - BACK_MS, limit: MAX_ROWS })) {
      const orderIds = readCancelledFirst(row)
      if (orderIds.length === 0 || row.at > begunAt) continue
      const isDecided = audit.orderHistory(row.clientOrderId).some(({ kind }) => kind === 'decision')
      const clientOrderId = parseClientOrderId(row.clientOrderId)
      const outcomeId = parseOutcomeId(heldOutcome(row))
      if (isDecided || clientOrderId === null || outcomeId === null) continue
      const found = await Promise.all(orderIds.map(find))
      const orders = found.flatMap((order) => order ?? [])
      bus.publish('way_out_unsold', { clientOrderId, outcomeId, orders, why: null, at: clock.now() })
    }
  }
}

/** A hedge names the outcome that it buys as its own. */
function heldOutcome({ details }: AuditRow): string {
  const held = details['held_outcome_id'] ?? details['outcome_id']
  return typeof held === 'string' ? held : ''
}
