/**
 * From the order-book service's trade rows to the engine's words. Each side is read for itself: a counterparty's
 * unreadable side never hides our own. Owner fields name the taker's key even in a maker's frame, so none is read.
 */
import { parseTradeId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { FillStatus, Side } from '#core/order/order.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { TradeSide, UnreadAccountRow, UnreadSide, VenueTrade } from '#ports/venue-account.ts'
import { readCash, readInstant, readPositive, readPrice, type WireFigure } from '../figures.ts'
import {
  marketIdFromWire,
  nameOf,
  orderIdFromWire,
  outcomeIdFromWire,
  shown,
  sideFromWire,
} from './translate.ts'
import { wireMaker, wireTrade, type WireTrade } from './wire.ts'

const FILL_STATUSES: Readonly<Record<string, FillStatus>> = {
  MATCHED: 'matched',
  MATCHED_NOT_BROADCASTED: 'matched',
  MINED: 'mined',
  CONFIRMED: 'confirmed',
  RETRYING: 'retrying',
  FAILED: 'failed',
}

type WireSide = Pick<UnreadSide, 'orderId' | 'role'> & {
  readonly assetId: string
  readonly side: Side | null
  readonly price: WireFigure
  readonly size: WireFigure
}

function isSide(read: TradeSide | UnreadSide): read is TradeSide {
  return 'outcomeId' in read
}

function orderIdOf(value: unknown): OrderId | null {
  return typeof value === 'string' ? orderIdFromWire(value) : null
}

function readSide(market: string, wire: WireSide): TradeSide | UnreadSide {
  const { orderId, role, side } = wire
  const outcomeId = outcomeIdFromWire(wire.assetId)
  const marketId = marketIdFromWire(market)
  const price = readPrice(wire.price)
  const size = readPositive(wire.size)
  const part = { outcomeId, marketId, side, price, size }
  const unread = (reason: string): UnreadSide => ({ orderId, reason, role, part })
  if (orderId === null) return unread('an order id that is none')
  if (outcomeId === null) return unread(`asset ${shown(wire.assetId)}`)
  if (marketId === null) return unread(`market ${shown(market)}`)
  if (side === null) return unread('no side')
  if (price === null) return unread(`price ${shown(wire.price)}`)
  if (size === null) return unread(`size ${shown(wire.size)}`)
  const cash = readCash(wire.price, size)
  return { orderId, outcomeId, marketId, side, price, size, ...(cash === null ? {} : { cash }) }
}

/**
 * A maker on the taker's own token is on the other side; on the complement token it does the same as the taker. Without a
 * token nothing is derived.
 */
function makerSide(side: string, assetId: string, trade: WireTrade): Side | null {
  if (side !== '') return sideFromWire(side)
  const takerSide = sideFromWire(trade.side)
  if (takerSide === null || assetId === '' || trade.asset_id === '') return null
  if (assetId !== trade.asset_id) return takerSide
  return takerSide === 'BUY' ? 'SELL' : 'BUY'
}

function readMaker(row: unknown, trade: WireTrade): TradeSide | UnreadSide {
  const read = wireMaker.safeParse(row)
  if (!read.success) return { orderId: null, reason: 'no maker order', role: 'maker', part: NOTHING }
  const { asset_id: assetId, side, price, matched_amount: size } = read.data
  return readSide(trade.market, {
    orderId: orderIdOf(read.data.order_id),
    role: 'maker',
    assetId,
    side: makerSide(side, assetId, trade),
    price,
    size,
  })
}

const NOTHING = { outcomeId: null, marketId: null, side: null, price: null, size: null }

function madeAt(wire: WireTrade): Instant | null {
  return (
    readInstant(wire.match_time) ??
    readInstant(wire.matchtime) ??
    readInstant(wire.last_update) ??
    readInstant(wire.timestamp)
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
  const status = FILL_STATUSES[wire.status.toUpperCase().replace(/^TRADE_STATUS_/, '')]
  if (tradeId === null) return unread('an id that is no trade id')
  if (status === undefined) return unread(`state ${shown(wire.status)}`)
  if (at === null) return unread('no time')
  const taker = readSide(wire.market, {
    orderId: orderIdOf(wire.taker_order_id),
    role: 'taker',
    assetId: wire.asset_id,
    side: sideFromWire(wire.side),
    price: wire.price,
    size: wire.size,
  })
  const makers = wire.maker_orders.map((maker) => readMaker(maker, wire))
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
