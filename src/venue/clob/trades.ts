/**
 * From the order-book service's trade rows to the engine's words. Each side is read for itself: a counterparty's
 * unreadable side never hides our own. Owner fields name the taker's key even in a maker's frame, so none is read.
 */
import { parseTradeId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { FillStatus, Side } from '#core/order/order.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { TradeSide, UnreadAccountRow, UnreadSide, VenueTrade } from '#core/order/account-rows.ts'
import { fieldsOf, type Fields } from '../fields.ts'
import { readCash, readInstant, readPositive, readPrice } from '../figures.ts'
import {
  marketIdFromWire,
  nameOf,
  orderIdFromWire,
  outcomeIdFromWire,
  shown,
  sideFromWire,
} from './translate.ts'

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
  readonly price: unknown
  readonly size: unknown
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
function makerSide(side: string, assetId: string, { word }: Fields): Side | null {
  if (side !== '') return sideFromWire(side)
  const takerSide = sideFromWire(word('side'))
  if (takerSide === null || assetId === '' || word('asset_id') === '') return null
  if (assetId !== word('asset_id')) return takerSide
  return takerSide === 'BUY' ? 'SELL' : 'BUY'
}

function readMaker(row: unknown, trade: Fields): TradeSide | UnreadSide {
  const fields = fieldsOf(row)
  if (fields === null) return { orderId: null, reason: 'no maker order', role: 'maker', part: NOTHING }
  const { raw, word } = fields
  const assetId = word('asset_id')
  return readSide(trade.word('market'), {
    orderId: orderIdOf(raw('order_id')),
    role: 'maker',
    assetId,
    side: makerSide(word('side'), assetId, trade),
    price: raw('price'),
    size: raw('matched_amount'),
  })
}

/** A lone maker may come without its list. */
function makersOf({ raw, list }: Fields): readonly unknown[] {
  return list('maker_orders') ?? [raw('maker_orders')].filter(Boolean)
}

const NOTHING = { outcomeId: null, marketId: null, side: null, price: null, size: null }

function madeAt({ raw }: Fields): Instant | null {
  const times = ['match_time', 'matchtime', 'last_update', 'timestamp'].map((name) => readInstant(raw(name)))
  return times.find((at) => at !== null) ?? null
}

/** Orders that a row names by ids of their form; null when it has no sides that can be looked through. */
function namedOrders(trade: Fields): readonly OrderId[] | null {
  const ids = [
    trade.raw('taker_order_id'),
    ...makersOf(trade).map((maker) => fieldsOf(maker)?.raw('order_id')),
  ]
  return ids.every((id) => typeof id === 'string') ? ids.flatMap((id) => orderIdOf(id) ?? []) : null
}

/** One trade row of REST or of the user channel, with all its sides; their order ids identify the owner. */
export function readTrade(row: unknown): Result<VenueTrade, UnreadAccountRow> {
  const trade = fieldsOf(row)
  const id = trade?.raw('id')
  if (trade === null || typeof id !== 'string') {
    return err({ id: nameOf(row), reason: trade === null ? 'no row' : 'no id', orderIds: null, at: null })
  }
  const { raw, word } = trade
  const at = madeAt(trade)
  const unread = (reason: string): Result<never, UnreadAccountRow> =>
    err({ id: nameOf(row), reason, orderIds: namedOrders(trade), at })
  const tradeId = parseTradeId(id)
  const status =
    FILL_STATUSES[
      word('status')
        .toUpperCase()
        .replace(/^TRADE_STATUS_/, '')
    ]
  if (tradeId === null) return unread('an id that is no trade id')
  if (status === undefined) return unread(`state ${shown(word('status'))}`)
  if (at === null) return unread('no time')
  const taker = readSide(word('market'), {
    orderId: orderIdOf(raw('taker_order_id')),
    role: 'taker',
    assetId: word('asset_id'),
    side: sideFromWire(word('side')),
    price: raw('price'),
    size: raw('size'),
  })
  const makers = makersOf(trade).map((maker) => readMaker(maker, trade))
  return ok({
    tradeId,
    status,
    txHash: word('transaction_hash') || null,
    at,
    taker: isSide(taker) ? taker : null,
    makers: makers.filter(isSide),
    notUnderstood: [taker, ...makers].flatMap((side) => (isSide(side) ? [] : side)),
  })
}
