/**
 * Replace: cancel, prove the old order gone, place what is left. Nothing new is sent while the old order might still
 * trade, so that the two together never fill more than was asked for.
 */
import { formatMicros, roundSizeDown, roundSizeUp, subtractMicros, type Micros } from '#core/money.ts'
import { isOpen, type OrderIntent } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import { isDelayed, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { ReplaceIntent, ReplaceResult } from '../contract.ts'
import { priceText, type Priced } from '../record/order-history.ts'
import { rowsOf } from '../record/submissions.ts'
import { refusalOf } from './order-check.ts'
import { placeOrder, ready, refused, refuseRecorded, type PlaceRoom } from './order-placement.ts'
import { awaitEnd, PROVE_WITHIN_MS, proveOver } from './order-proof.ts'

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

/** `size` of the intent is the total that the old and the new order may fill together. */
export async function replace(state: PlaceRoom, intent: ReplaceIntent): Promise<ReplaceResult> {
  const { clientOrderId } = intent
  const old = state.book.ledger.entry(intent.orderId)
  const epoch = state.book.cancels.epoch()
  const details = { body: replaceBody(intent), ...replaceDetails(intent) }
  if (!state.submissions.before([rowsOf(clientOrderId, 'replace')('intent', details)]).ok)
    return { ...refused(clientOrderId, rejection('audit_unavailable')), cancelled: false }
  if (old === null) return refuse(state, intent, rejection('order_not_found'), false)
  if (state.gate(epoch) === null) await state.bookWait(old.order.outcomeId, 'first')
  const early = refuseEarly(state, intent, old, epoch)
  if (early !== null) return refuse(state, intent, early, false)
  state.replacing.add(old.key)
  try {
    return await replaceOld(state, intent, old, epoch)
  } finally {
    state.replacing.delete(old.key)
  }
}

function refuse(
  state: PlaceRoom,
  intent: ReplaceIntent,
  reason: Rejection,
  cancelled: boolean,
): ReplaceResult {
  const { clientOrderId } = intent
  const more = { old_order_gone: cancelled }
  return { ...refuseRecorded(state, { clientOrderId, action: 'replace' }, reason, more), cancelled }
}

/** A refusal of the new order must not cost the trader the old one. */
function refuseEarly(
  state: PlaceRoom,
  intent: ReplaceIntent,
  old: LedgerEntry,
  epoch: number,
): Rejection | null {
  if (state.replacing.has(old.key)) {
    return rejection('not_cancellable', { message: 'The order is being replaced already.' })
  }
  if (!isOpen(old.order.status)) {
    return rejection('not_cancellable', { message: `The order is ${old.order.status}.` })
  }
  if (isDelayed(old)) {
    const message = 'The venue still holds the order in its matching delay.'
    return rejection('not_cancellable', { message })
  }
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

async function replaceOld(
  state: PlaceRoom,
  intent: ReplaceIntent,
  old: LedgerEntry,
  epoch: number,
): Promise<ReplaceResult> {
  const call = state.cancelOne(old.key, 'replaced')
  state.point('replace.cancel_sent')
  const isCancelled = await awaitEnd(state, old.key, call)
  const gone = await proveOver(state, old.key)
  if (gone === null) {
    const isKept = state.isKept(old.key)
    const message = `The old order is not proven gone, so nothing new was sent.${isKept ? ' Its cancel is sent again until the venue takes it.' : ''}`
    return refuse(state, intent, rejection('not_cancellable', { message }), isCancelled)
  }
  state.point('replace.cancel_proved')
  state.book.usage.proved(old.order.clientOrderId)
  const isFilled = state.book.ledger.entry(old.key)?.order.status === 'filled'
  const rest = restOf(intent, gone)
  state.point('replace.sized')
  if (rest <= 0n) {
    const message = 'The old order has filled as much as was asked for; nothing is left to place.'
    return refuse(state, intent, rejection('not_cancellable', { message }), !isFilled)
  }
  const next = nextIntent(intent, old, rest)
  await ready(state, next)
  // Things may have changed while the old order was ended: judged again in the turn in which the new one leaves.
  const closed = state.gate(epoch, { outcomeId: next.outcomeId, ids: [old.key, old.order.id ?? old.key] })
  const refusal = closed ?? refusalOf(state.check.check(next))
  if (refusal !== null) return refuse(state, intent, refusal, !isFilled)
  const request = { intent: next, action: 'replace', epoch, replaces: old.order.id } as const
  const placed = await placeOrder(state, request)
  return { ...placed, cancelled: !isFilled }
}

/**
 * Size left to place: fills may leave more decimals than an order may have (venue reference, user channel), and the
 * asked size is rounded down (INV-85).
 */
function restOf(intent: ReplaceIntent, filled: Micros): Micros {
  return subtractMicros(roundSizeDown(intent.size), roundSizeUp(filled))
}

function nextIntent(intent: ReplaceIntent, old: LedgerEntry, size: Micros): OrderIntent {
  return {
    clientOrderId: intent.clientOrderId,
    outcomeId: old.order.outcomeId,
    side: old.order.side,
    price: intent.price,
    size,
    timeInForce: old.order.timeInForce,
    postOnly: intent.postOnly,
    expiresAt: old.order.expiresAt,
    evidence: null,
  }
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
