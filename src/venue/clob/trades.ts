/**
 * From the order-book service's trade rows to the engine's words. Each side is read for itself: what stands in a
 * counterparty's never hides our own. Owner fields name the taker's key even in a maker's frame, so none is read.
 */
import { parseTradeId } from '#core/ids.ts'
import type { MarketId, OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { FillStatus, Side } from '#core/order/order.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { TradeSide, UnreadAccountRow, UnreadSide, VenueTrade } from '#ports/venue-account.ts'
import {
  amountFromWire,
  cashFromWire,
  instantFromWire,
  marketIdFromWire,
  nameOf,
  orderIdFromWire,
  outcomeIdFromWire,
  priceFromWire,
  shown,
  sideFromWire,
} from './translate.ts'
import { wireMaker, wireTrade } from './wire.ts'
import type { WireTrade } from './wire.ts'

const FILL_STATUSES: Readonly<Record<string, FillStatus>> = {
  MATCHED: 'matched',
  MATCHED_NOT_BROADCASTED: 'matched',
  MINED: 'mined',
  CONFIRMED: 'confirmed',
  RETRYING: 'retrying',
  FAILED: 'failed',
}

type WireSide = {
  readonly orderId: unknown
  readonly assetId: unknown
  readonly side: Side | null
  readonly price: unknown
  readonly size: unknown
}

function isSide(read: TradeSide | UnreadSide): read is TradeSide {
  return 'outcomeId' in read
}

function orderIdOf(value: unknown): OrderId | null {
  return typeof value === 'string' ? orderIdFromWire(value) : null
}

function readSide(marketId: MarketId, wire: WireSide): TradeSide | UnreadSide {
  const orderId = orderIdOf(wire.orderId)
  const outcomeId = typeof wire.assetId === 'string' ? outcomeIdFromWire(wire.assetId) : null
  const price = priceFromWire(wire.price)
  const size = amountFromWire(wire.size)
  const unread = (reason: string): UnreadSide => ({ orderId, reason })
  if (orderId === null) return unread('an order id that is none')
  if (outcomeId === null) return unread(`asset ${shown(wire.assetId)}`)
  if (wire.side === null) return unread('no side')
  if (price === null) return unread(`price ${shown(wire.price)}`)
  if (size === null) return unread(`size ${shown(wire.size)}`)
  const cash = cashFromWire(wire.price, size)
  return { orderId, outcomeId, marketId, side: wire.side, price, size, ...(cash === null ? {} : { cash }) }
}

/** A maker on the taker's own token is on the other side; on the complement token it does the same as the taker. */
function makerSide(side: unknown, assetId: unknown, trade: WireTrade): Side | null {
  if (typeof side === 'string' && side !== '') return sideFromWire(side)
  const takerSide = sideFromWire(trade.side)
  if (takerSide === null || assetId !== trade.asset_id) return takerSide
  return takerSide === 'BUY' ? 'SELL' : 'BUY'
}

function readMaker(marketId: MarketId, row: unknown, trade: WireTrade): TradeSide | UnreadSide {
  const read = wireMaker.safeParse(row)
  if (!read.success) return { orderId: null, reason: 'no maker order' }
  const { order_id: orderId, asset_id: assetId, side, price, matched_amount: size } = read.data
  return readSide(marketId, { orderId, assetId, side: makerSide(side, assetId, trade), price, size })
}

function madeAt(wire: WireTrade): Instant | null {
  return (
    instantFromWire(wire.match_time) ??
    instantFromWire(wire.matchtime) ??
    instantFromWire(wire.last_update) ??
    instantFromWire(wire.timestamp)
  )
}

/** Orders that a row names by ids of their form; null when it has no sides that can be looked through. */
function namedOrders(wire: WireTrade): readonly OrderId[] | null {
  const makers = wire.maker_orders.map((maker) => wireMaker.safeParse(maker))
  const ids = [wire.taker_order_id, ...makers.map((maker) => maker.data?.order_id)]
  return ids.every((id) => typeof id === 'string') ? ids.flatMap((id) => orderIdOf(id) ?? []) : null
}

/** One trade row of REST or of the user channel, with all its sides; their order ids identify the owner. */
export function readTrade(row: unknown): Result<VenueTrade, UnreadAccountRow> {
  const read = wireTrade.safeParse(row)
  if (!read.success) {
    const reason = `no ${read.error.issues[0]?.path.join('.') || 'row'}`
    return err({ id: nameOf(row), reason, orderIds: null, at: null })
  }
  const wire = read.data
  const at = madeAt(wire)
  const unread = (reason: string): Result<never, UnreadAccountRow> =>
    err({ id: nameOf(row), reason, orderIds: namedOrders(wire), at })
  const tradeId = parseTradeId(wire.id)
  const marketId = marketIdFromWire(wire.market)
  const status = FILL_STATUSES[wire.status.toUpperCase().replace(/^TRADE_STATUS_/, '')]
  if (tradeId === null) return unread('an id that is no trade id')
  if (marketId === null) return unread(`market ${shown(wire.market)}`)
  if (status === undefined) return unread(`state ${shown(wire.status)}`)
  if (at === null) return unread('no time')
  const taker = readSide(marketId, {
    orderId: wire.taker_order_id,
    assetId: wire.asset_id,
    side: sideFromWire(wire.side),
    price: wire.price,
    size: wire.size,
  })
  const makers = wire.maker_orders.map((maker) => readMaker(marketId, maker, wire))
  return ok({
    tradeId,
    status,
    txHash: wire.transaction_hash === '' ? null : wire.transaction_hash,
    at,
    taker: isSide(taker) ? taker : null,
    makers: makers.filter(isSide),
    notUnderstood: [taker, ...makers].flatMap((side) => (isSide(side) ? [] : side)),
  })
}
