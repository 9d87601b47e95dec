/** Placing again one order that a game's start cancelled, post-only at the price of its row. The terminal places each once. */
import type { ClientOrderId } from '#core/ids.ts'
import { formatPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { readTyped } from '../data/markets/typed-price.ts'
import type { Prices } from '../data/settings/prices.ts'
import type { Client, PlaceResult, RepostQuote, RepostResult } from '../platform/api/client.ts'
import type { Intents } from './send.ts'

/** A row: its price as typed, before that the price that was (PAGE-7), and what would come of it; no price where it cannot be sent. */
export function repostLine(
  { order, reason, bestBid, bestAsk }: RepostQuote,
  typed: string | null,
  prices: Prices,
) {
  const { side, tickSize: tick } = order
  // Odds of no tick would not be read back.
  const was = tick === null ? formatPrice(order.price) : prices.price(order.price, tick)
  const { price, fault } = readTyped(typed ?? was, tick ?? 1, prices.format)
  const isOver = order.repostedAs !== null || reason !== null
  const barred = order.repostedAs === null ? (reason ?? fault) : 'placed again'
  const other = side === 'BUY' ? bestAsk : bestBid
  const crosses = price !== null && other !== null && (side === 'BUY' ? price >= other : price <= other)
  return {
    text: typed ?? was,
    isOver,
    price: barred === null ? price : null,
    effect: barred ?? (crosses ? 'would take: refused' : `rests at ${prices.price(price, tick)}`),
  }
}

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
