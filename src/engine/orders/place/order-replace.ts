/**
 * Replace: cancel, prove the old order gone, place what is left. Nothing new is sent while the old order might still
 * trade, so that the two together never fill more than was asked for.
 */
import { formatMicros, roundSizeDown, roundSizeUp, subtractMicros, type Micros } from '#core/money.ts'
import { isOpen, labelsOf, type OrderIntent } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { PlaceResult, ReplaceIntent } from '../contract.ts'
import { priceText, type Priced } from '../record/order-history.ts'
import { refusalOf } from './order-check.ts'
import { intentRow, notRecorded, placeOrder, ready, refuse } from './order-placement.ts'
import type { Command, PlaceRoom } from './order-placement.ts'
import { PROVE_WITHIN_MS, proveEnd } from './order-proof.ts'

/** The request, as the intent row keeps it. */
export function replaceDetails({ orderId, price, size, postOnly }: Priced<ReplaceIntent>): AuditDetails {
  return { order_id: orderId, price: priceText(price), size: formatMicros(size), post_only: postOnly }
}

/** Canonical body of a replace, to distinguish a repeat from a conflict. */
export function replaceBody(intent: Priced<ReplaceIntent>): string {
  return JSON.stringify(['replace', ...Object.values(replaceDetails(intent))])
}

/** `size` of the intent is the total that the old and the new order may fill together. */
export async function replace(room: PlaceRoom, intent: ReplaceIntent): Promise<PlaceResult> {
  const { clientOrderId } = intent
  const old = room.book.ledger.entry(intent.orderId)
  const epoch = room.book.cancels.epoch()
  const details = { body: replaceBody(intent), ...replaceDetails(intent) }
  const asked: Command = { clientOrderId, action: 'replace', epoch, details, more: { old_order_gone: false } }
  if (old !== null && room.gate(epoch) === null) await room.bookWait(old.order.outcomeId, 'first')
  const early = old === null ? null : refuseEarly(room, intent, old, epoch)
  if (old === null || early !== null) return refuse(room, asked, early ?? rejection('order_not_found'))
  room.busy.add(old.key)
  try {
    if (!room.submissions.before([intentRow(asked)]).ok) return notRecorded(asked)
    return await replaceOld(room, { ...asked, details: null }, intent, old)
  } finally {
    room.busy.delete(old.key)
    room.check.moves.delete(old.key)
  }
}

/** A refusal of the new order must not cost the trader the old one. */
function refuseEarly(
  state: PlaceRoom,
  intent: ReplaceIntent,
  old: LedgerEntry,
  epoch: number,
): Rejection | null {
  if (state.busy.has(old.key)) return notReplaced('The order is already being replaced.')
  if (!isOpen(old.order.status)) return notReplaced(`The order is ${old.order.status}.`)
  if (old.order.status === 'delayed')
    return notReplaced('The venue still holds the order in its matching delay.')
  const closed = state.gate(epoch)
  if (closed !== null) return closed
  const rest = restOf(intent, old.order.filledSize)
  // Asking for no more than has filled is a way to end the old order; asking for nothing at all is a mistake.
  if (rest <= 0n && roundSizeDown(intent.size) > 0n) return null
  const next = nextIntent(intent, old, rest > 0n ? rest : intent.size)
  // Its time goes on while the old order is proven gone, and is judged again then.
  const expiresAt = next.expiresAt === null ? null : next.expiresAt - PROVE_WITHIN_MS
  const refusal = refusalOf(state.check.check({ ...next, expiresAt }, { old: [old.order] }))
  if (refusal === null) state.check.moves.set(old.key, next)
  return refusal
}

function notReplaced(message: string): Rejection {
  return rejection('not_cancellable', { message })
}

async function replaceOld(
  room: PlaceRoom,
  asked: Command,
  intent: ReplaceIntent,
  old: LedgerEntry,
): Promise<PlaceResult> {
  const call = room.cancelOne(old.key, 'replaced')
  room.point('replace.cancel_sent')
  const { isCancelled, filled } = await proveEnd(room, old.key, call)
  const cancelled = filled === null ? isCancelled : room.book.ledger.entry(old.key)?.order.status !== 'filled'
  const command = { ...asked, more: { old_order_gone: cancelled } }
  if (filled === null) {
    const again = room.isKept(old.key) ? ' Its cancel is resent until the venue accepts it.' : ''
    const message = `The old order is not confirmed cancelled, so nothing new was sent.${again}`
    return { ...refuse(room, command, notReplaced(message)), cancelled }
  }
  room.point('replace.cancel_proved')
  const rest = restOf(intent, filled)
  room.point('replace.sized')
  if (rest <= 0n) {
    const message = 'The old order filled completely; nothing is left to place.'
    return { ...refuse(room, command, notReplaced(message)), cancelled }
  }
  const next = nextIntent(intent, old, rest)
  await ready(room, next)
  // Things may have changed while the old order was ended: judged again in the turn in which the new one leaves.
  room.check.moves.delete(old.key)
  return { ...(await placeOrder(room, command, next, old.order.id)), cancelled }
}

/**
 * Size left to place: fills may leave more decimals than an order may have (venue reference, user channel), and the
 * asked size is rounded down (INV-85).
 */
function restOf(intent: ReplaceIntent, filled: Micros): Micros {
  return subtractMicros(roundSizeDown(intent.size), roundSizeUp(filled))
}

function nextIntent(
  { clientOrderId, price, postOnly }: ReplaceIntent,
  { order }: LedgerEntry,
  size: Micros,
): OrderIntent {
  const { outcomeId, side, timeInForce, expiresAt } = order
  const terms = { outcomeId, side, price, size, timeInForce, postOnly, expiresAt }
  return { ...labelsOf(order), ...terms, clientOrderId, evidence: null }
}
