/**
 * Placing again what a game's start cancelled. Each order keeps one idempotency key for one price and size, however often it is
 * sent: pressing twice places once.
 */
import type { Client, PlaceResult, RepostResult } from '../platform/api/client.ts'
import type { Intent } from '../data/account/intent.ts'
import type { RepostLine, Reposts } from './drafts/repost-draft.ts'
import type { Intents } from './send.ts'

/** Sends the orders of a body, each of them once, and follows them as any other order. */
export function repost(
  { client, intents }: { readonly client: Pick<Client, 'call'>; readonly intents: Pick<Intents, 'send'> },
  notificationId: string,
  body: Reposts,
  lines: readonly RepostLine[],
): readonly Intent[] {
  const orders = body.orders.flatMap((order) => {
    const line = lines.find(({ quote }) => quote.order.orderId === order.orderId)
    return line === undefined ? [] : { ...line.quote.order, ...order }
  })
  return intents.send(
    orders,
    () => client.call('repostOrders', { params: { notificationId }, body }),
    ({ items }, { clientOrderId: id }) => partOf(items.find((item) => item.clientOrderId === id)),
  )
}

function partOf(item: RepostResult['items'][number] | undefined): PlaceResult {
  return {
    clientOrderId: item?.clientOrderId,
    result: item === undefined ? 'unknown' : item.alreadyRepostedAs === null ? 'rejected' : 'accepted',
    order: null,
    reject: null,
    replayed: true,
    ...item?.result,
  } as PlaceResult
}
