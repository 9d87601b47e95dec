/** Remains of previous runs: their counts, their orders by id, those whose end is open, and commands that were cut off. */
import { parseClientOrderId, parseOutcomeId } from '#core/ids.ts'
import type { OrderId } from '#core/ids.ts'
import { DELAY_MARGIN_MS } from '#core/order/absence.ts'
import type { Order, OrderStatus } from '#core/order/order.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { BookOfOrders } from '../book-of-orders/book.ts'
import { entryOfSigned } from '../book-of-orders/ledger-entry.ts'
import type { Room } from '../outside.ts'
import { read, readCancelledFirst, readVerdict, signedHistory } from '../record/order-history.ts'
import type { SignedHistory } from '../record/order-history.ts'

const MINUTE_MS = 60_000
/** How far back orders and their cancels are looked for. */
export const ENDINGS_BACK_MS = 3 * 86_400_000

/** Reads the rows at a start: whose each order is, what counts in the limits, what was asked to be cancelled, what has no end yet. */
export function recall({ clock, audit, book, catalog }: Room): void {
  const { usage, cancels, own, ledger } = book
  const now = clock.now()

  /** No list of the venue shows an order in its matching delay: unknown here, it would rest after a cancel that means it. */
  function takeDelayed({ kind, details, at }: AuditRow): void {
    if ((kind !== 'response' && kind !== 'reconcile') || details['status'] !== 'delayed') return
    const id = readVerdict(details)?.orderId ?? null
    const terms = id === null ? null : own.termsOf(id)
    if (id === null || terms === null) return
    const market = catalog.outcome(terms.outcomeId)?.market
    const delayMs = market === undefined ? MINUTE_MS : market.secondsDelay * 1_000
    if (now - at > delayMs + DELAY_MARGIN_MS || !own.adopt(id)) return
    ledger.apply(id, { type: 'answered', status: 'delayed' })
  }

  ledger.ids.load()
  const unknown = audit.unfinished().flatMap((id) => signedHistory(audit, id) ?? [])
  // A cancel of an order whose end is still open counts however long ago it was.
  const rows = audit.since(Math.min(now - ENDINGS_BACK_MS, ...unknown.map(({ signed }) => signed.at)))
  usage.restore(rows)
  book.tell('recalled', cancels.restore(rows))
  unknown.forEach(own.restoreUnknown)
  rows.forEach(takeDelayed)
}

/**
 * An order by its id: the local one, else the venue's, which soon forgets what has ended, else what the audit rows and the trades
 * show, and nothing beyond that. Null for an order that was never signed here and that the account does not show.
 */
export async function findPast(room: Room, asked: OrderId): Promise<Order | null> {
  const { ledger, tell } = room.book
  const id = ledger.venueId(asked)
  const known = ledger.entry(id)
  const own = ledger.ids.of(id)
  if (known !== null || own === null) return known?.order ?? null
  const history = signedHistory(room.audit, own.clientOrderId)
  if (history === null) return null
  const row = await room.reads.order(id)
  if (row.ok && row.value !== null) tell('looked_up', row.value)
  return ledger.entry(id)?.order ?? fromRows(room.book, id, history)
}

/** It is not among the open orders, so it has ended; its trades show how. */
function fromRows({ ledger, fills, proofs }: BookOfOrders, id: OrderId, { signed }: SignedHistory): Order {
  const filledSize = fills.filledOf(ledger.keyOf(id))
  const word = ledger.ids.of(id)?.word ?? null
  const since = proofs.tradesKnownSince()
  const status = (): OrderStatus => {
    if (word === 'rejected' || word === 'not_sent') return 'rejected'
    if (since === null || signed.at < since) return 'unknown'
    return filledSize >= signed.size ? 'filled' : 'cancelled'
  }
  return { ...entryOfSigned(signed, 0, signed.at).order, id, filledSize, status: status() }
}

/** How long a notification is surely kept, which keeps it from being made twice. */
const BACK_MS = 7 * 86_400_000
const MAX_ROWS = 1_000

/**
 * Ways out of a previous run that had own sales cancelled, or were about to, and had not come to their own order when the run
 * ended: the trader learns which orders that concerns and that nothing was sold for them (INV-81).
 */
export async function reportInterruptedWaysOut(room: Room): Promise<void> {
  const { clock, audit, bus, begunAt } = room
  for (const row of audit.rows({ kind: 'intent', from: begunAt - BACK_MS, limit: MAX_ROWS })) {
    const orderIds = readCancelledFirst(row)
    if (orderIds.length === 0 || row.at > begunAt) continue
    const isDecided = audit.orderHistory(row.clientOrderId).some(({ kind }) => kind === 'decision')
    const clientOrderId = parseClientOrderId(row.clientOrderId)
    // A hedge names the outcome that it buys as its own.
    const held = row.details['held_outcome_id'] === undefined ? 'outcome_id' : 'held_outcome_id'
    const outcomeId = read(row.details, held, parseOutcomeId)
    if (isDecided || clientOrderId === null || outcomeId === null) continue
    const found = await Promise.all(orderIds.map((id) => findPast(room, id)))
    const orders = found.flatMap((order) => order ?? [])
    bus.publish('way_out_unsold', { clientOrderId, outcomeId, orders, why: null, at: clock.now() })
  }
}
