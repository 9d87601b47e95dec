/** Events, markets, books and history (API-4). */
import { z } from 'zod'
import { amountValue, decimal, flag, level, pageQuery, time } from './values.ts'

export const searchQuery = z.strictObject({
  q: z.string().max(200).default('').describe('Words of event, market, team or league'),
  tag: z.string().max(100).optional().describe('Slug of a tag'),
  league: z.string().max(50).optional().describe('Code of a league'),
  kind: z.enum(['event', 'market', 'team']).optional().describe('In the name of which the words are'),
  status: z.enum(['open', 'closed', 'all']).default('open'),
  sort: z.enum(['relevance', 'volume', 'liquidity', 'ending', 'newest']).default('relevance'),
  live: flag.optional().describe('Of a game that is on, or of none'),
  closes_within: z.coerce.number().int().min(1).max(525_600).optional().describe('Minutes until the end'),
  min_liquidity: amountValue.optional(),
  combo: flag.optional().describe('With an open market that can be, or none that can be, a leg of a combo'),
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
  interval: z.enum(['1h', '6h', '1d', '1w', '1m', 'max']).default('1d').describe('How far back'),
  fidelity: z.coerce.number().int().min(1).max(10_080).optional().describe('Step in minutes'),
})

export const history = z
  .strictObject({
    points: z.array(z.strictObject({ t: time, p: decimal })),
    interval: z.string(),
    fidelity: z.number().int(),
  })
  .meta({ id: 'History' })
