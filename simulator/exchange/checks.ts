// Admission of an order, in the venue's words and its order of checks. Funds and the book come later.
import type { ListedMarket, NewOrder, PlaceAnswer } from '../types.ts'
import { cashDown, WHOLE } from './money.ts'
import { amountText, priceText } from '../text.ts'

type Refusal = Extract<PlaceAnswer, { kind: 'refused' }>

/** A GTD order ends this long before its stated expiration. */
export const GTD_EARLY_MS = 60_000
/** A GTD expiration lies at least this far ahead. */
const MIN_GTD_MS = 180_000
/** Micro-pUSD. */
const MIN_CASH = 1_000_000n

export const TEXTS = {
  balance: 'not enough balance / allowance',
  crossing: 'invalid post-only order: order crosses book',
  expiration: 'invalid expiration',
  fok: "order couldn't be fully filled. FOK orders are fully filled or killed.",
  fak: 'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
  noBook: 'No orderbook exists for the requested token id',
  notReady: 'the market is not yet ready to process new orders',
  payload: 'Invalid order payload',
} as const

/** A refusal with the venue's text; 400 unless the text asks for another status. */
export function refuse(text: string, status = 400): Refusal {
  return { kind: 'refused', status, text }
}

/** Everything about the order itself: market, id, tick, size, expiration. Null when it may go on. */
export function refusalOf(
  order: NewOrder,
  market: ListedMarket | undefined,
  deps: { readonly known: boolean; readonly now: number },
): Refusal | null {
  if (market === undefined || market.closed) return refuse(TEXTS.noBook, 404)
  if (!market.acceptingOrders) return refuse(TEXTS.notReady)
  if (deps.known) return refuse(`order ${order.id} is invalid. Duplicated.`)
  if (!isOnTick(order.price, market.tick)) {
    return refuse(
      `order ${order.id} is invalid. Price (${priceText(order.price)}) breaks minimum tick size rule: ${priceText(market.tick)}`,
    )
  }
  const isTooSmall = !isTaking(order) && order.size < market.minimumSize
  if (isTooSmall || order.size <= 0n) {
    return refuse(
      `order ${order.id} is invalid. Size (${amountText(order.size)}) lower than the minimum: ${amountText(market.minimumSize)}`,
    )
  }
  return timeRefusal(order, deps.now) ?? (isTaking(order) ? cheapRefusal(order) : null)
}

/** An order that takes has no minimum of shares, but a buy that matches at once costs at least 1 pUSD. */
export function cheapRefusal(order: NewOrder): Refusal | null {
  const cash = order.budget ?? cashDown(order.size, order.price)
  if (order.side === 'SELL' || cash >= MIN_CASH) return null
  return refuse(`invalid amount for a marketable BUY order ($${amountText(cash)}), min size: $1`)
}

function isTaking({ type }: NewOrder): boolean {
  return type === 'FOK' || type === 'FAK'
}

function timeRefusal(order: NewOrder, now: number): Refusal | null {
  const isDated = order.type === 'GTD'
  if (isDated !== (order.expiresAt !== null)) return refuse(TEXTS.expiration)
  if (order.expiresAt !== null && order.expiresAt < now + MIN_GTD_MS) return refuse(TEXTS.expiration)
  const immediate = isTaking(order)
  if (immediate && order.postOnly) return refuse(TEXTS.payload)
  if (order.budget !== null && (!immediate || order.side === 'SELL' || order.budget <= 0n)) {
    return refuse(TEXTS.payload)
  }
  return null
}

/** A whole number of ticks, from one tick to one tick below 1. */
function isOnTick(price: number, tick: number): boolean {
  return Number.isInteger(price) && price % tick === 0 && price >= tick && price <= WHOLE - tick
}
