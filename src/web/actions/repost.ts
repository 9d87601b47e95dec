/** Placing again one order that a game's start cancelled, post-only at the price of its row. The terminal places each once. */
import type { ClientOrderId } from '#core/ids.ts'
import type { Price } from '#core/price.ts'
import type { Client, PlaceResult, RepostQuote, RepostResult } from '../platform/api/client.ts'
import type { Intents } from './send.ts'

/** Sends it and follows it as any other order; answers its id. */
export function repost(
  parts: {
    readonly client: Pick<Client, 'call'>
    readonly intents: Pick<Intents, 'send'>
    readonly mint: () => ClientOrderId
  },
  notificationId: string,
  { order: { orderId, ...order }, size }: RepostQuote,
  price: Price,
): ClientOrderId {
  const clientOrderId = parts.mint()
  const body = { orders: [{ orderId, clientOrderId, price, size }] }
  parts.intents.send(
    [{ ...order, clientOrderId, price, size }],
    () => parts.client.call('repostOrders', { params: { notificationId }, body }),
    ({ items }) => partOf(items.find((item) => item.clientOrderId === clientOrderId)),
  )
  return clientOrderId
}

function partOf(item: RepostResult['items'][number] | undefined): PlaceResult | null {
  if (item === undefined || item.result !== null) return item?.result ?? null
  const result = item.alreadyRepostedAs === null ? 'rejected' : 'accepted'
  return { clientOrderId: item.clientOrderId, result, order: null, reject: null, replayed: true }
}
