/**
 * Replace: cancel, prove the old order gone, place what is left. Nothing new is sent while the old order might still
 * trade, so that the two together never fill more than was asked for.
 */
import { formatMicros, roundSizeDown, roundSizeUp, subtractMicros, type Micros } from '#core/money.ts'
import { isOpen, labelsOf, type OrderIntent } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import { isDelayed, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { ReplaceIntent, ReplaceResult } from '../contract.ts'
import { priceText, type Priced } from '../record/order-history.ts'
import { refusalOf } from './order-check.ts'
import {
  placeOrder,
  ready,
  recordIntent,
  refuse,
  refused,
  type Command,
  type PlaceRoom,
} from './order-placement.ts'
import { PROVE_WITHIN_MS, proveEnd } from './order-proof.ts'

/** Canonical body of a replace, to distinguish a repeat from a conflict. */
export function replaceBody(intent: Priced<ReplaceIntent>): string {
  return JSON.stringify([
    'replace',
    intent.orderId,
    priceText(intent.price),
    formatMicros(intent.size),
    intent.postOnly,
  ])
}

/** The request, as the intent row keeps it. */
export function replaceDetails(intent: Priced<ReplaceIntent>): AuditDetails {
  return {
    order_id: intent.orderId,
    price: priceText(intent.price),
    size: formatMicros(intent.size),
    post_only: intent.postOnly,
  }
}

/** `size` of the intent is the total that the old and the new order may fill together. */
export async function replace(state: PlaceRoom, intent: ReplaceIntent): Promise<ReplaceResult> {
  const { clientOrderId } = intent
  const old = state.book.ledger.entry(intent.orderId)
  const epoch = state.book.cancels.epoch()
  const details = { body: replaceBody(intent), ...replaceDetails(intent) }
  const asked: Command = { clientOrderId, action: 'replace', epoch, details }
  if (!recordIntent(state, asked))
    return { ...refused(clientOrderId, rejection('audit_unavailable')), cancelled: false }
  const command = { ...asked, details: null }
  if (old === null) return refuseReplace(state, command, rejection('order_not_found'), false)
  if (state.gate(epoch) === null) await state.bookWait(old.order.outcomeId, 'first')
  const early = refuseEarly(state, intent, old, epoch)
  if (early !== null) return refuseReplace(state, command, early, false)
  state.replacing.add(old.key)
  try {
    return await replaceOld(state, command, intent, old)
  } finally {
    state.replacing.delete(old.key)
  }
}

function refuseReplace(
  state: PlaceRoom,
  command: Command,
  reason: Rejection,
  cancelled: boolean,
): ReplaceResult {
  return { ...refuse(state, command, reason, { old_order_gone: cancelled }), cancelled }
}

/** A refusal of the new order must not cost the trader the old one. */
function refuseEarly(
  state: PlaceRoom,
  intent: ReplaceIntent,
  old: LedgerEntry,
  epoch: number,
): Rejection | null {
  if (state.replacing.has(old.key)) return notReplaced('The order is being replaced already.')
  if (!isOpen(old.order.status)) return notReplaced(`The order is ${old.order.status}.`)
  if (isDelayed(old)) return notReplaced('The venue still holds the order in its matching delay.')
  const closed = state.gate(epoch)
  if (closed !== null) return closed
  const rest = restOf(intent, old.order.filledSize)
  // Asking for no more than has filled is a way to end the old order; asking for nothing at all is a mistake.
  if (rest <= 0n && roundSizeDown(intent.size) > 0n) return null
  const next = nextIntent(intent, old, rest > 0n ? rest : intent.size)
  // Its time goes on while the old order is proven gone, and is judged again then.
  const expiresAt = next.expiresAt === null ? null : next.expiresAt - PROVE_WITHIN_MS
  return refusalOf(state.check.check({ ...next, expiresAt }, [old.order]))
}

function notReplaced(message: string): Rejection {
  return rejection('not_cancellable', { message })
}

async function replaceOld(
  state: PlaceRoom,
  command: Command,
  intent: ReplaceIntent,
  old: LedgerEntry,
): Promise<ReplaceResult> {
  const call = state.cancelOne(old.key, 'replaced')
  state.point('replace.cancel_sent')
  const { isCancelled, filled } = await proveEnd(state, old.key, call)
  if (filled === null) {
    const again = state.isKept(old.key) ? ' Its cancel is sent again until the venue takes it.' : ''
    const message = `The old order is not proven gone, so nothing new was sent.${again}`
    return refuseReplace(state, command, notReplaced(message), isCancelled)
  }
  state.point('replace.cancel_proved')
  const cancelled = state.book.ledger.entry(old.key)?.order.status !== 'filled'
  const rest = restOf(intent, filled)
  state.point('replace.sized')
  if (rest <= 0n) {
    const message = 'The old order has filled as much as was asked for; nothing is left to place.'
    return refuseReplace(state, command, notReplaced(message), cancelled)
  }
  const next = nextIntent(intent, old, rest)
  await ready(state, next)
  // Things may have changed while the old order was ended: judged again in the turn in which the new one leaves.
  const ids = [old.key, old.order.id ?? old.key]
  const closed = state.gate(command.epoch, { outcomeId: next.outcomeId, ids })
  const refusal = closed ?? refusalOf(state.check.check(next))
  if (refusal !== null) return refuseReplace(state, command, refusal, cancelled)
  return { ...(await placeOrder(state, command, next, old.order.id)), cancelled }
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
