/** Events, markets, books and history (API-4). */
import { z } from 'zod'
import { amountValue, decimal, flag, level, listOf, pageQuery, signedDecimal, time } from './values.ts'

const statistic = decimal.nullable().meta({ description: 'Null where the venue does not say' })
const listingStatus = z.enum(['open', 'closed', 'resolved'])

export const team = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    league: z.string(),
    abbreviation: z.string(),
    alias: z.string().nullable(),
    record: z.string().nullable(),
    color: z.string().nullable(),
  })
  .meta({ id: 'Team' })

export const tag = z.strictObject({ id: z.string(), label: z.string(), slug: z.string() }).meta({ id: 'Tag' })

export const league = z
  .strictObject({ code: z.string(), name: z.string(), ordering: z.enum(['home', 'away']) })
  .meta({ id: 'League' })

export const outcome = z
  .strictObject({
    id: z.string(),
    market_id: z.string(),
    name: z.string(),
    position_id: z.string().nullable(),
    best_bid: decimal.nullable(),
    best_ask: decimal.nullable(),
    last_trade_price: decimal.nullable(),
    team: team.nullable(),
  })
  .meta({ id: 'Outcome' })

export const market = z
  .strictObject({
    id: z.string(),
    event_id: z.string(),
    slug: z.string(),
    question: z.string(),
    group_title: z.string().nullable(),
    status: listingStatus,
    accepting_orders: z.boolean(),
    not_tradable: z
      .string()
      .nullable()
      .meta({ description: 'Why the market cannot be traded here at all; null for one that can' }),
    neg_risk: z.boolean(),
    tick_size: statistic,
    min_order_size: statistic,
    seconds_delay: z.number().int().nullable().meta({ description: 'Null until the venue says it' }),
    sports_market_type: z.string().nullable(),
    line: signedDecimal.nullable(),
    end_time: time.nullable(),
    game_start_time: time.nullable(),
    volume: statistic,
    liquidity: statistic,
    fees: z.strictObject({ rate: decimal, exponent: z.number().int(), known: z.boolean() }).nullable(),
    combo_eligible: z.boolean(),
    combo_status: z.enum(['enabled', 'pending', 'disabled']),
    winning_outcome_id: z.string().nullable(),
    cancels_at_start: z.boolean(),
    outcomes: z.array(outcome),
  })
  .meta({ id: 'Market' })

export const event = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    icon: z.string().nullable(),
    tags: z.array(tag),
    status: listingStatus,
    start_time: time.nullable(),
    end_time: time.nullable(),
    neg_risk: z.boolean(),
    volume: statistic,
    liquidity: statistic,
    game_id: z.string().nullable(),
    live: z.boolean(),
    markets: z.array(market),
  })
  .meta({ id: 'Event' })

export const searchAnswer = listOf(event)
  .extend({
    note: z
      .string()
      .nullable()
      .meta({ description: 'Why the list may lack closed events; null where it lacks none.' }),
  })
  .meta({ id: 'SearchAnswer' })

export const searchQuery = z.strictObject({
  q: z.string().max(200).default(''),
  tag: z.string().max(100).optional(),
  league: z.string().max(50).optional(),
  kind: z.enum(['event', 'market', 'team']).optional(),
  status: z.enum(['open', 'closed', 'all']).default('open'),
  sort: z.enum(['relevance', 'volume', 'liquidity', 'ending', 'newest']).default('relevance'),
  live: flag.optional(),
  /** Minutes: events that end within them and have not ended yet. */
  closes_within: z.coerce.number().int().min(1).max(525_600).optional(),
  min_liquidity: amountValue.optional(),
  /** With an open market that can be, or none that can be, a leg of a combo. */
  combo: flag.optional(),
  ...pageQuery,
})

export const staleReason = z.enum([
  'no_snapshot',
  'feed_down',
  'no_pong',
  'frozen',
  'gap',
  'crossed',
  'tick_change',
  'resolved',
  'polled',
])

export const book = z
  .strictObject({
    outcome_id: z.string(),
    market_id: z.string(),
    bids: z.array(level),
    asks: z.array(level),
    tick_size: decimal,
    min_order_size: decimal,
    last_trade_price: decimal.nullable(),
    last_trade_side: z.enum(['BUY', 'SELL']).nullable(),
    hash: z.string().nullable(),
    venue_time: time.nullable(),
    epoch: z.number().int(),
    changed_at: time.nullable(),
    verified_at: time.nullable(),
    stale: z.boolean(),
    stale_reason: staleReason.nullable(),
  })
  .meta({ id: 'Book' })

/** `side` is the taker's; `id` is the terminal's own and lasts until it restarts. */
export const trade = z
  .strictObject({
    id: z.string(),
    price: decimal,
    size: decimal,
    side: z.enum(['BUY', 'SELL']),
    at: time.nullable(),
  })
  .meta({ id: 'Trade' })

export const historyQuery = z.strictObject({
  interval: z.enum(['1h', '6h', '1d', '1w', '1m', 'max']).default('1d'),
  fidelity: z.coerce.number().int().min(1).max(10_080).optional(),
})

export const history = z
  .strictObject({
    points: z.array(z.strictObject({ t: time, p: decimal })),
    interval: z.string(),
    fidelity: z.number().int(),
  })
  .meta({ id: 'History' })
