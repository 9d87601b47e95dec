/**
 * A sale beyond what is held: a sale of what is held, then a purchase of the market's other outcome. The purchase is sent only
 * once the sale is accepted; both are one command, so that a cancel between the two stops the second (INV-62).
 */
import type { OrderIntent } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { ok } from '#lib/result.ts'
import type { Orders, PlaceResult } from '../contract.ts'
import { placeBody } from '../record/order-history.ts'
import { askedEntry, intentRow, notRecorded, placeOrder, ready, refuse } from './order-placement.ts'
import type { Entry, PlaceRoom } from './order-placement.ts'
import { STOPPED } from './order-replay.ts'

/**
 * Either id again answers with its first result, and sends nothing.
 *
 * @param sell  places the sale
 */
export async function placeBothSides(
  room: PlaceRoom,
  sale: OrderIntent,
  purchase: OrderIntent,
  sell: (epoch: number) => ReturnType<Orders['place']>,
): ReturnType<Orders['placeBothSides']> {
  const epoch = room.book.cancels.epoch()
  const { promise: notBought, resolve } = Promise.withResolvers<Rejection | null>()
  // With another sale before it, the purchase is another command.
  const body = JSON.stringify(['after', sale.clientOrderId, placeBody(purchase)])
  const [sold, bought] = [askedEntry(sale, epoch), askedEntry(purchase, epoch, body)]
  let isNew = false
  const purchasing = room.replay.once(purchase.clientOrderId, body, async () => {
    isNew = true
    return purchaseAfter(room, bought, sale, notBought)
  })
  if (!isNew) {
    // An id that belongs to another command must not cost a sale.
    const known = await purchasing
    if (!known.ok) return known
  }
  // One that is known to be refused must not cost it either.
  if (isNew && room.gate(epoch) === null)
    await Promise.all([sold, bought].map(({ intent }) => ready(room, intent)))
  const judged = isNew
    ? room.check.judgeBothSides(sold.intent, bought.intent)
    : { sale: STOPPED, purchase: null }
  const isUseless = judged.sale?.code === 'purchase_not_possible'
  const selling = await (isNew && !isUseless
    ? sell(epoch)
    : room.replay.once(sale.clientOrderId, placeBody(sale), async () => ({
        ...refuse(room, sold.command, judged.sale ?? STOPPED),
        replayed: !isNew,
      })))
  const isSold = selling.ok && selling.value.result === 'accepted'
  resolve(isSold ? null : isUseless ? judged.purchase : rejection('sale_not_accepted'))
  const purchased = await purchasing
  if (!selling.ok) return selling
  return purchased.ok ? ok({ sale: selling.value, purchase: purchased.value }) : purchased
}

/** @param notBought  why nothing is bought; null once the sale is accepted */
async function purchaseAfter(
  room: PlaceRoom,
  { command: asked, intent }: Entry,
  { clientOrderId: after }: OrderIntent,
  notBought: Promise<Rejection | null>,
): Promise<PlaceResult> {
  // On disk before the sale leaves: whoever asks for the id meanwhile learns that it was received.
  const row = intentRow({ ...asked, details: { ...asked.details, after } })
  if (!room.submissions.before([row]).ok) return notRecorded(asked)
  const command = { ...asked, details: null }
  const reason = await notBought
  if (reason !== null) return refuse(room, command, reason)
  if (room.gate(asked.epoch) === null) await ready(room, intent)
  return placeOrder(room, command, intent)
}
