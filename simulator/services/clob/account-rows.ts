// Orders and trades as the order-book service shows them to one API key: figures as decimal text, its own side of a
// trade, and never another key's orders.
import type { ApiKey } from '../../auth/credentials.ts'
import { amountText, priceText, secondsOf } from '../../text.ts'
import type { BookOrder, ListedMarket, MakerFill, Trade } from '../../types.ts'
import { outcomeOf } from './book-summary.ts'

type Row = Readonly<Record<string, unknown>>

/** The fields that rows and frames of an order share. */
export function orderFields(order: BookOrder, market: ListedMarket | undefined) {
  return {
    id: order.id,
    status: order.status as string,
    owner: order.owner,
    maker_address: order.wallet,
    market: market?.conditionId ?? '',
    asset_id: order.token,
    side: order.side,
    original_size: amountText(order.size),
    size_matched: amountText(order.filled),
    price: priceText(order.price),
    outcome: market === undefined ? '' : outcomeOf(market, order.token),
    expiration: order.expiresAt === null ? '0' : String(secondsOf(order.expiresAt)),
    order_type: order.type,
  }
}

/** One row of /data/orders. */
export function orderRow(order: BookOrder, market: ListedMarket | undefined): Row {
  return {
    ...orderFields(order, market),
    associate_trades: order.trades,
    created_at: secondsOf(order.createdAt),
  }
}

/** A trade's row or frame that is there before its figures. */
export function withoutFigures(row: Row): Row {
  const makers = row['maker_orders']
  return {
    ...row,
    size: '',
    price: '',
    maker_orders: Array.isArray(makers)
      ? makers.map((maker: Row) => ({ ...maker, matched_amount: '', price: '' }))
      : makers,
  }
}

/** An order's row whose sizes have 12 decimals: trailing zeros, and a residue in what was matched. */
export function withLongFigures(row: Row): Row {
  const long = (text: unknown, end: string): string => {
    const [whole = '0', decimals = ''] = String(text).split('.')
    return `${whole}.${decimals.padEnd(11, '0')}${end}`
  }
  const matched = row['size_matched']
  return {
    ...row,
    original_size: long(row['original_size'], '0'),
    size_matched: long(matched, matched === '0' ? '0' : '1'),
  }
}

/** The fields that rows and frames of a trade share, as an API key reads them. */
export function tradeFields(trade: Trade, keyId: string) {
  return {
    id: trade.id,
    taker_order_id: trade.takerOrderId,
    market: trade.conditionId,
    asset_id: trade.token,
    side: trade.side,
    size: amountText(trade.size),
    // The base fee of a market with fees, as `/fee-rate` has it, which is not what was taken.
    fee_rate_bps: trade.fee > 0n ? '1000' : '0',
    price: priceText(trade.price),
    status: trade.status,
    match_time: String(secondsOf(trade.matchedAt)),
    last_update: String(secondsOf(trade.lastUpdate)),
    outcome: trade.outcome,
    bucket_index: 0,
    owner: trade.takerOwner,
    maker_address: trade.takerWallet,
    transaction_hash: trade.transactionHash,
    maker_orders: trade.makers.map((maker) => makerRow(maker, keyId)),
    trader_side: trade.takerOwner === keyId ? 'TAKER' : 'MAKER',
  }
}

/** One row of /data/trades for a key that took part. */
export function tradeRow(trade: Trade, key: ApiKey): Row {
  const isTaker = trade.takerOwner === key.id
  const own = isTaker ? undefined : trade.makers.find(({ owner }) => owner === key.id)
  return {
    ...tradeFields(trade, key.id),
    ...(own === undefined ? {} : { owner: own.owner, maker_address: own.wallet }),
    ...(trade.status === 'FAILED' ? { err_msg: 'transaction reverted' } : {}),
  }
}

/**
 * One maker's part of a trade. The price of another account carries a residue of 13 decimals:
 * the venue divides the amounts that it stores, and recorded rows show it.
 *
 * @param receiver  API key that reads it
 */
function makerRow(maker: MakerFill, receiver: string): Row {
  return {
    order_id: maker.orderId,
    owner: maker.owner,
    maker_address: maker.wallet,
    matched_amount: amountText(maker.size),
    price: maker.owner === receiver ? priceText(maker.price) : priceWithResidue(maker.price),
    fee_rate_bps: '0',
    asset_id: maker.token,
    outcome: maker.outcome,
    side: maker.side,
  }
}

function priceWithResidue(price: number): string {
  return `0.${String(price).padStart(4, '0')}000000012`
}

/** True if a key took part in a trade. */
export function tookPart(trade: Trade, keyId: string): boolean {
  return trade.takerOwner === keyId || trade.makers.some((maker) => maker.owner === keyId)
}
