/**
 * A sale beyond what is held: a sale of what is held, then a purchase of the market's other outcome. The purchase is sent only
 * once the sale is accepted; both are one command, so that a cancel between the two stops the second (INV-62).
 */
import { sizedOrder } from '#core/order/order-amounts.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Orders, PlaceResult } from '../contract.ts'
import { intentDetails, placeBody } from '../record/order-history.ts'
import { rowsOf } from '../record/submissions.ts'
import type { JudgedBothSides } from './order-check.ts'
import { placeOrder, ready, refuseCommand, refused, refuseRecorded } from './order-placement.ts'
import type { PlaceRoom } from './order-placement.ts'
import { place } from './single-orders.ts'

/** One that a stop kept from being sent is not what is pressed now. */
const STOPPED = rejection('safe_mode', { message: 'The terminal stopped before anything was sent.' })

/** Either id again answers with its first result, and sends nothing. */
export async function placeBothSides(
  room: PlaceRoom,
  sale: OrderIntent,
  purchase: OrderIntent,
): ReturnType<Orders['placeBothSides']> {
  const epoch = room.book.cancels.epoch()
  const { promise: notBought, resolve } = Promise.withResolvers<Rejection | null>()
  // With another sale before it, the purchase is another command.
  const body = JSON.stringify(['after', sale.clientOrderId, placeBody(purchase)])
  let isNew = false
  const bought = room.replay.once(purchase.clientOrderId, body, async () => {
    isNew = true
    return placePurchase(room, sale, purchase, body, epoch, notBought)
  })
  if (!isNew) {
    // An id that belongs to another command must not cost a sale.
    const known = await bought
    if (!known.ok) return known
  }
  const judged = isNew ? await judge(room, sale, purchase, epoch) : null
  const isUseless = judged?.sale?.code === 'purchase_not_possible'
  const sold = await (judged === null || isUseless
    ? withoutSending(room, sale, judged?.sale ?? STOPPED, judged === null)
    : place(room, sale, epoch))
  const isSold = sold.ok && sold.value.result === 'accepted'
  resolve(isSold ? null : isUseless ? judged.purchase : rejection('sale_not_accepted'))
  const purchased = await bought
  if (!sold.ok) return sold
  return purchased.ok ? ok({ sale: sold.value, purchase: purchased.value }) : purchased
}

/** Answers the sale of a command that is known, or refuses it. */
function withoutSending(
  room: PlaceRoom,
  sale: OrderIntent,
  refusal: Rejection,
  replayed: boolean,
): Promise<Result<PlaceResult, 'idempotency_conflict'>> {
  const { clientOrderId } = sale
  const body = placeBody(sale)
  return room.replay.once(clientOrderId, body, async () => {
    const asked = intentDetails(sizedOrder(sale), body, sale.size)
    return { ...refuseCommand(room, { clientOrderId, action: 'place' }, asked, refusal), replayed }
  })
}

/** Judges the purchase before the sale leaves: one that is known to be refused must not cost it. */
async function judge(
  room: PlaceRoom,
  sale: OrderIntent,
  purchase: OrderIntent,
  epoch: number,
): Promise<JudgedBothSides> {
  const [sold, bought] = [sizedOrder(sale), sizedOrder(purchase)]
  if (room.gate(epoch) === null) await Promise.all([ready(room, sold), ready(room, bought)])
  return room.check.judgeBothSides(sold, bought)
}

/** @param notBought  why nothing is bought; null once the sale is accepted */
async function placePurchase(
  room: PlaceRoom,
  sale: OrderIntent,
  purchase: OrderIntent,
  body: string,
  epoch: number,
  notBought: Promise<Rejection | null>,
): Promise<PlaceResult> {
  const intent = sizedOrder(purchase)
  const { clientOrderId } = intent
  // On disk before the sale leaves: whoever asks for the id meanwhile learns that it was received.
  const details = { ...intentDetails(intent, body, purchase.size), after: sale.clientOrderId }
  if (!room.submissions.before([rowsOf(clientOrderId, 'place')('intent', details)]).ok)
    return refused(clientOrderId, rejection('audit_unavailable'))
  const reason = await notBought
  if (reason !== null) return refuseRecorded(room, { clientOrderId, action: 'place' }, reason)
  if (room.gate(epoch) === null) await ready(room, intent)
  return placeOrder(room, { intent, action: 'place', epoch })
}
