/** From the order-book service's rows to the engine's words. A row that cannot be read whole is null, never a guess. */
import type { MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import { parseMarketId, parseOrderId, parseOutcomeId, parseTradeId } from '#core/ids.ts'
import type { Instant } from '#core/market.ts'
import { parseMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { FillStatus, Side, TimeInForce } from '#core/order.ts'
import { parsePrice } from '#core/price.ts'
import type { TradeSide, UnreadTrade, VenueOrder, VenueTrade } from '#ports/venue-account.ts'
import { wireOrder, wireTrade } from './wire.ts'
import type { WireTrade } from './wire.ts'

/** `0x..` of any case as an order id. */
export function orderIdFromWire(text: string): OrderId | null {
  return parseOrderId(`pm:${text.toLowerCase()}`)
}

/** A condition id of any case. */
export function marketIdFromWire(text: string): MarketId | null {
  return parseMarketId(`pm:${text.toLowerCase()}`)
}

/** A token id. */
function outcomeIdFromWire(text: string): OutcomeId | null {
  return parseOutcomeId(`pm:${text}`)
}

/** The end of the year 9999: a later moment has no RFC 3339 text. */
export const LAST_INSTANT: Instant = Date.parse('9999-12-31T23:59:59.999Z')

/** Seconds or milliseconds as number or text, told apart by their length; null for 0, a time above the year 9999 and anything else. */
export function instantFromWire(value: number | string | null | undefined): Instant | null {
  const text = String(value ?? '')
  if (!/^\d{1,16}$/.test(text)) return null
  const number = Number(text)
  const at = text.length > 11 ? number : number * 1000
  return at === 0 || at > LAST_INSTANT ? null : at
}

/** A size or amount that is not negative; empty text counts as zero. */
function amountFromWire(text: string): Micros | null {
  const parsed = parseMicros(text === '' ? '0' : text)
  return parsed.ok && parsed.value >= 0n ? parsed.value : null
}

function sideFromWire(text: string): Side | null {
  const side = text.toUpperCase()
  return side === 'BUY' || side === 'SELL' ? side : null
}

const ORDER_STATES: Readonly<Record<string, VenueOrder['state']>> = {
  LIVE: 'live',
  MATCHED: 'matched',
  DELAYED: 'delayed',
  UNMATCHED: 'unmatched',
  INVALID: 'invalid',
}

function orderState(text: string): VenueOrder['state'] {
  const word = text.toUpperCase().replace(/^ORDER_STATUS_/, '')
  if (word.startsWith('CANCELED') || word.startsWith('CANCELLED')) return 'cancelled'
  return ORDER_STATES[word] ?? 'unrecognised'
}

/** INVALID, or CANCELED with the market's end as its reason; a plain CANCELED names nobody. */
function isEndedByVenue(text: string): boolean {
  return /^(?:ORDER_STATUS_)?(?:INVALID$|CANCELL?ED_MARKET)/i.test(text)
}

const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'GTD', 'FOK', 'FAK']

/** One order row of REST or of the user channel. */
export function orderFromWire(row: unknown): VenueOrder | null {
  const read = wireOrder.safeParse(row)
  if (!read.success) return null
  const wire = read.data
  const id = orderIdFromWire(wire.id)
  const outcomeId = outcomeIdFromWire(wire.asset_id)
  const marketId = marketIdFromWire(wire.market)
  const side = sideFromWire(wire.side)
  const price = parsePrice(wire.price)
  const originalSize = amountFromWire(wire.original_size)
  const matchedSize = amountFromWire(wire.size_matched)
  if (!id || !outcomeId || !marketId || !side || !price || originalSize === null || matchedSize === null)
    return null
  return {
    id,
    outcomeId,
    marketId,
    side,
    price,
    originalSize,
    matchedSize,
    state: orderState(wire.status),
    isEndedByVenue: isEndedByVenue(wire.status),
    timeInForce: TIMES_IN_FORCE.find((known) => known === wire.order_type.toUpperCase()) ?? 'GTC',
    expiresAt: instantFromWire(wire.expiration),
    createdAt: instantFromWire(wire.created_at),
  }
}

const FILL_STATUSES: Readonly<Record<string, FillStatus>> = {
  MATCHED: 'matched',
  MATCHED_NOT_BROADCASTED: 'matched',
  MINED: 'mined',
  CONFIRMED: 'confirmed',
  RETRYING: 'retrying',
  FAILED: 'failed',
}

function tradeSide(
  marketId: MarketId,
  parts: {
    readonly orderId: string
    readonly assetId: string
    readonly side: Side | null
    readonly price: string
    readonly size: string
  },
): TradeSide | null {
  const orderId = orderIdFromWire(parts.orderId)
  const outcomeId = outcomeIdFromWire(parts.assetId)
  const price = parsePrice(parts.price)
  const size = amountFromWire(parts.size)
  if (!orderId || !outcomeId || !parts.side || !price || size === null) return null
  return { orderId, outcomeId, marketId, side: parts.side, price, size }
}

/** A maker on the taker's own token stands on the other side; on the complement token it does the same as the taker. */
function makerSide(maker: WireTrade['maker_orders'][number], trade: WireTrade, takerSide: Side): Side | null {
  if (maker.side !== undefined && maker.side !== null && maker.side !== '') return sideFromWire(maker.side)
  if (maker.asset_id !== trade.asset_id) return takerSide
  return takerSide === 'BUY' ? 'SELL' : 'BUY'
}

/** Text of a price that is one, whatever its decimals. */
const DECIMAL = /^\d{1,20}(?:\.\d{1,20})?$/

/**
 * One trade row of REST. Unread: it is whole and names its orders, but a price has more decimals than prices have, or its
 * state is a new word. Null for a row that cannot be read.
 */
export function tradeRowFromWire(row: unknown): VenueTrade | UnreadTrade | null {
  const trade = tradeFromWire(row)
  if (trade !== null) return trade
  const read = wireTrade.safeParse(row)
  if (!read.success) return null
  const { id, taker_order_id: taker, market, status, price, size, maker_orders: makers } = read.data
  const sides = [taker, ...makers.map((maker) => maker.order_id)]
  const orderIds = sides.flatMap((side) => orderIdFromWire(side) ?? [])
  const isWhole =
    parseTradeId(id) !== null &&
    marketIdFromWire(market) !== null &&
    status !== '' &&
    amountFromWire(size) !== null &&
    orderIds.length === sides.length &&
    [price, ...makers.map((maker) => maker.price)].every((text) => DECIMAL.test(text))
  return isWhole ? { orderIds, at: madeAt(read.data) } : null
}

function madeAt(wire: WireTrade): Instant | null {
  return (
    instantFromWire(wire.match_time) ??
    instantFromWire(wire.matchtime) ??
    instantFromWire(wire.last_update) ??
    instantFromWire(wire.timestamp)
  )
}

/** One trade row of REST or of the user channel, with all its sides; whose they are is told by their order ids. */
export function tradeFromWire(row: unknown): VenueTrade | null {
  const read = wireTrade.safeParse(row)
  if (!read.success) return null
  const wire = read.data
  const tradeId = parseTradeId(wire.id)
  const marketId = marketIdFromWire(wire.market)
  const side = sideFromWire(wire.side)
  const status = FILL_STATUSES[wire.status.toUpperCase().replace(/^TRADE_STATUS_/, '')]
  const at = madeAt(wire)
  if (!tradeId || !marketId || !side || !status || at === null) return null
  const taker = tradeSide(marketId, {
    orderId: wire.taker_order_id,
    assetId: wire.asset_id,
    side,
    price: wire.price,
    size: wire.size,
  })
  if (taker === null) return null
  const makers: TradeSide[] = []
  for (const maker of wire.maker_orders) {
    const read = tradeSide(marketId, {
      orderId: maker.order_id,
      assetId: maker.asset_id,
      side: makerSide(maker, wire, side),
      price: maker.price,
      size: maker.matched_amount,
    })
    if (read === null) return null
    makers.push(read)
  }
  const txHash = wire.transaction_hash === '' ? null : wire.transaction_hash
  return { tradeId, status, txHash, at, taker, makers }
}
