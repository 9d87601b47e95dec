/** Rows of the data service, version 2: positions, activity and points of the profit line. All figures are JSON numbers. */
import type { Exchange } from '../../exchange/exchange.ts'
import ROWS from '../../world/data/rows.json' with { type: 'json' }
import { payout } from '../../exchange/money.ts'
import { dateText } from '../../world/definition.ts'
import { amountNumber, secondsOf } from '../../text.ts'
import type { MarketEntry } from '../../world/entries.ts'
import type { World } from '../../world/world.ts'
import { midOf } from '../clob/price-samples.ts'
import type { Entry, Position } from './book.ts'

export type DataRow = Record<string, unknown>
type PositionStatus = 'OPEN' | 'REDEEMABLE' | 'CLOSED'

const DAY_MS = 86_400_000
/** How long the indexer shows shares of a resolved market before it sees the payout. */
const PAYOUT_SEEN_MS = 30_000

/** The status of a position at `now`. Lost shares stay redeemable, worth nothing, for a day. */
export function statusOf(position: Position, now: number): PositionStatus {
  if (position.redeemed === null) return position.size > 0n ? 'OPEN' : 'CLOSED'
  const shownFor = position.redeemed.cash > 0n ? PAYOUT_SEEN_MS : DAY_MS
  return now - position.redeemed.at < shownFor && position.redeemed.size > 0n ? 'REDEEMABLE' : 'CLOSED'
}

/** Price of one share in steps of 0.0001: the mid of the book, else the last trade, else the fair price. */
export function currentPrice(exchange: Exchange, market: MarketEntry, index: 0 | 1): number {
  const { listed } = market
  if (listed === null) return 0
  if (listed.winner !== null) return payout(listed.winner, index)
  const token = listed.tokens[index]
  const fair = index === 0 ? market.fairPrice : 10_000 - market.fairPrice
  return midOf(exchange, token) ?? exchange.lastTrade(token)?.price ?? fair
}

/** A row of `/v2/positions`. @see venue reference, section 4.2 */
export function positionRow(
  deps: { world: World; exchange: Exchange },
  position: Position,
  now: number,
): DataRow {
  const market = deps.world.marketOfToken(position.token)
  const listed = market?.listed ?? null
  const index = listed?.tokens[1] === position.token ? 1 : 0
  const status = statusOf(position, now)
  const shown = status === 'REDEEMABLE' ? (position.redeemed ?? position) : position
  const size = amountNumber(shown.size)
  const cost = amountNumber(shown.cost)
  const price = market === undefined ? 0 : currentPrice(deps.exchange, market, index) / 10_000
  const value = rounded(size * price)
  const fees = amountNumber(position.fees)
  const realized = amountNumber(shown.realized)
  const boughtCost = amountNumber(position.boughtCost)
  const bought = amountNumber(position.bought)
  // The average cost of an ended position is that of its purchases.
  const [of, paid] = size === 0 ? [bought, boughtCost] : [size, cost]
  const unrealized = rounded(value - cost)
  const opposite = listed?.tokens[index === 0 ? 1 : 0] ?? ''
  return {
    ...ROWS.position,
    ...marketFields(deps.world, position.token),
    proxy_wallet: position.wallet,
    token_id: position.token,
    current_size: size,
    avg_price: of === 0 ? 0 : rounded(paid / of),
    entry_cost_usdc: cost,
    entry_fees_usdc: fees,
    total_cost_usdc: rounded(cost + fees),
    current_price: price,
    current_value: value,
    total_size: bought,
    realized_pnl: realized,
    unrealized_pnl: unrealized,
    total_pnl: rounded(realized + unrealized),
    percent_pnl: cost === 0 ? 0 : rounded((unrealized / cost) * 100),
    percent_realized_pnl: boughtCost === 0 ? 0 : rounded((realized / boughtCost) * 100),
    status,
    redeemable: status === 'REDEEMABLE',
    mergeable: opposite !== '' && deps.exchange.shares(position.wallet, opposite) > 0n && size > 0,
    negative_risk: listed?.negRisk ?? false,
    event_id: market?.event.id ?? '',
    opposite_outcome: listed?.outcomes[index === 0 ? 1 : 0] ?? '',
    opposite_token_id: opposite,
    end_date: market === undefined ? '' : dateText(market.event.definition.endsAt),
    last_event_at: secondsOf(position.lastAt),
    first_entry_at: secondsOf(position.firstAt),
  }
}

/** Entries shown in activity; the ends of combos are in an activity of their own. */
type Shown = Exclude<Entry, { kind: 'combo_end' }>

export function isShown(entry: Entry): entry is Shown {
  return entry.kind !== 'combo_end'
}

/** A row of `/v2/activity`. @see venue reference, section 4.3 */
export function activityRow(world: World, entry: Shown): DataRow {
  return {
    proxy_wallet: entry.wallet,
    timestamp: secondsOf(entry.at),
    transaction_hash: entry.hash,
    ...ROWS.activity,
    ...ownFields(world, entry),
    ...ROWS.person,
    ...(entry.kind === 'combo' ? { is_combo: true } : {}),
  }
}

function ownFields(world: World, entry: Shown): DataRow {
  const without = { price: 0, token_id: '', side: '' }
  switch (entry.kind) {
    case 'fill':
      return {
        ...marketFields(world, entry.token),
        type: 'TRADE',
        size: amountNumber(entry.size),
        // A taker's purchase is shown with its fee.
        usdc_size: amountNumber(entry.side === 'BUY' ? entry.cash + entry.fee : entry.cash),
        price: rounded(amountNumber(entry.cash) / amountNumber(entry.size)),
        token_id: entry.token,
        side: entry.side,
      }
    case 'combo':
      return {
        condition_id: entry.conditionId,
        title: entry.title,
        type: 'TRADE',
        ...sizes(entry.size, entry.cash),
        price: entry.price / 1_000_000,
        token_id: entry.positionId,
        side: entry.side,
      }
    case 'grant':
    case 'redeem': {
      const { outcome_index: _, outcome: __, ...market } = marketFields(world, entry.token)
      const [type, cash] =
        entry.kind === 'grant' ? (['SPLIT', entry.size] as const) : (['REDEEM', entry.cash] as const)
      return { ...market, type, ...sizes(entry.size, cash), ...without }
    }
    case 'cash':
      return { type: entry.type, ...sizes(entry.amount, entry.amount), ...without }
  }
  throw new Error('an entry of an unknown kind')
}

function sizes(size: bigint, cash: bigint): DataRow {
  return { size: amountNumber(size), usdc_size: amountNumber(cash) }
}

function marketFields(world: World, token: string): DataRow {
  const market = world.marketOfToken(token)
  const listed = market?.listed ?? null
  if (market === undefined || listed === null) return {}
  const index = listed.tokens[1] === token ? 1 : 0
  return {
    condition_id: listed.conditionId,
    outcome_index: index,
    outcome: listed.outcomes[index],
    title: market.definition.question,
    slug: market.definition.slug,
    event_slug: market.event.definition.slug,
  }
}

/** Six decimals, as sums of floats are cut. */
export function rounded(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000
}
