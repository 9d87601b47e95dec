/** The journal (API-5): own round trips with what was seen of each fill, their sums, and the trader's notes. */
import { z } from 'zod'
import { LATENCIES, MEASURES } from '#core/journal/journal-rows.ts'
import {
  decimal,
  instantValue,
  listOf,
  marketId,
  outcomeId,
  pageQuery,
  signedDecimal,
  time,
} from './values.ts'

const day = z.iso.date().transform((text) => Date.parse(`${text}T00:00:00.000Z`))

/** Filters of fills and payouts. */
const filters = {
  tag: z.string().max(40).optional().describe('Your tag of the round trip'),
  league: z.string().max(100).optional().describe('Code of a league'),
  market_id: marketId.optional(),
  day: day.optional().describe('In UTC'),
  hour: z.coerce.number().int().min(0).max(23).optional().describe('In UTC'),
  role: z.enum(['maker', 'taker', 'payout']).optional(),
  time_in_force: z.enum(['GTC', 'GTD', 'FOK', 'FAK']).optional(),
  measure: z.enum(MEASURES).optional().describe('Those of which it is known'),
  latency: z.enum(LATENCIES).optional().describe('Those of which it is known'),
  latency_class: z.coerce.number().int().min(0).max(10).optional().describe('Its class'),
  round_trip: z.string().max(300).optional().describe('Id of a round trip'),
}

export const journalQuery = z.strictObject(filters)
export const journalPageQuery = z.strictObject({ ...filters, ...pageQuery })

const prices = z.strictObject({ bid: decimal.nullable(), ask: decimal.nullable() }).nullable()

const measured = z
  .strictObject({
    press: prices.meta({ description: 'Best prices at the press, as the page showed them' }),
    at_fill: prices.meta({ description: 'Best prices when the fill was received' }),
    spread_side: z.enum(['bid', 'inside', 'ask']).nullable().meta({
      description: 'Of a taker by the prices of the press, of a maker by those of the fill',
    }),
    slippage_best: signedDecimal.nullable().meta({ description: 'Positive: paid' }),
    slippage_mid: signedDecimal.nullable(),
    mark_1s: signedDecimal.nullable().meta({ description: 'Positive: the mid went the way of the fill' }),
    mark_10s: signedDecimal.nullable(),
    mark_1m: signedDecimal.nullable(),
    mark_5m: signedDecimal.nullable(),
    mark_end: signedDecimal.nullable().meta({ description: 'Against what a share paid in the end' }),
    press_to_wire_ms: z.number().nullable(),
    wire_to_answer_ms: z.number().nullable(),
    answer_to_fill_ms: z.number().nullable().meta({ description: 'Negative: filled before the answer' }),
    queue_ahead: decimal.nullable().meta({
      description: 'Shares at its price when its order came to rest; null where it did not rest',
    }),
  })
  .meta({ id: 'FillMeasure', description: 'Null is what was not seen' })

const titles = {
  outcome_id: z.string(),
  market_id: z.string(),
  event_title: z.string(),
  market_title: z.string(),
  outcome_name: z.string(),
  tick_size: decimal.nullable(),
}

export const journalRow = z
  .strictObject({
    id: z.string(),
    round_trip: z.string(),
    kind: z.enum(['fill', 'payout']),
    at: time,
    ...titles,
    league: z.string().nullable(),
    tags: z.array(z.string()),
    side: z.enum(['BUY', 'SELL']).nullable(),
    price: decimal.nullable(),
    size: decimal,
    fee: decimal.nullable(),
    role: z.enum(['maker', 'taker']).nullable(),
    time_in_force: z.enum(['GTC', 'GTD', 'FOK', 'FAK']).nullable(),
    order_id: z.string().nullable(),
    client_order_id: z.string().nullable(),
    realised_pnl: signedDecimal
      .nullable()
      .meta({ description: 'Null of a purchase, and where its cost is not known' }),
    settled: z.boolean(),
    measure: measured,
  })
  .meta({ id: 'JournalRow' })

export const roundTrip = z
  .strictObject({
    id: z.string(),
    ...titles,
    league: z.string().nullable(),
    opened_at: time,
    closed_at: time.nullable(),
    held_ms: z.number(),
    continued: z.boolean().meta({ description: 'Held from before the first known trade' }),
    entry_size: decimal,
    entry_price: decimal.nullable().meta({ description: 'Average, rounded down' }),
    exit_size: decimal,
    exit_price: decimal.nullable(),
    fees: decimal,
    fees_known: z.boolean(),
    realised_pnl: signedDecimal
      .nullable()
      .meta({ description: 'Null where something was sold whose cost is not known' }),
    fills: z.number(),
    note: z.string(),
    tags: z.array(z.string()),
  })
  .meta({ id: 'RoundTrip' })

export const roundTripList = listOf(roundTrip)
export const journalRowList = listOf(journalRow)

const statistics = z
  .strictObject({
    count: z.number(),
    sum: signedDecimal,
    mean: signedDecimal.nullable(),
    median: signedDecimal.nullable(),
    low: signedDecimal.nullable().meta({ description: "Of Student's 95 % interval of the mean" }),
    high: signedDecimal.nullable(),
  })
  .meta({ id: 'AmountStatistics' })

const times = z
  .strictObject({
    count: z.number(),
    median: z.number().nullable(),
    p95: z.number().nullable(),
    max: z.number().nullable(),
    counts: z.array(z.number()).meta({ description: 'By `latency_classes`, and what is longer' }),
  })
  .meta({ id: 'TimeStatistics' })

export const journalSummary = z
  .strictObject({
    fills: z.number(),
    round_trips: z.number(),
    fees: decimal,
    earlier_pnl: signedDecimal.meta({
      description:
        'Realised before the first known trades: with no filter, `profit` and this are the realised profit',
    }),
    profit: statistics,
    slippage_best: statistics,
    slippage_mid: statistics,
    mark_1s: statistics,
    mark_10s: statistics,
    mark_1m: statistics,
    mark_5m: statistics,
    mark_end: statistics,
    press_to_wire: times,
    wire_to_answer: times,
    answer_to_fill: times,
    latency_classes: z.array(z.number()).meta({ description: 'Upper ends, in milliseconds' }),
    points: z.array(z.strictObject({ t: time, total: signedDecimal })).meta({
      description: 'Realised, step by step; of many the last of each span of time',
    }),
    drawdown: z.strictObject({ amount: decimal, from: time.nullable(), to: time }).nullable(),
    by_hour: z.array(z.strictObject({ hour: z.number(), count: z.number(), sum: signedDecimal })),
    by_league: z.array(
      z.strictObject({ league: z.string(), name: z.string(), count: z.number(), sum: signedDecimal }),
    ),
    choices: z.strictObject({
      tags: z.array(z.string()),
      leagues: z.array(z.strictObject({ league: z.string(), name: z.string() })),
      markets: z.array(z.strictObject({ market_id: z.string(), name: z.string() })),
    }),
    as_of: time,
  })
  .meta({ id: 'JournalSummary' })

export const journalNoteBody = z
  .strictObject({
    id: z.string().min(1).max(300).meta({ description: 'Of the round trip, or of one of its fills' }),
    note: z.string().max(4_000).describe('Your words'),
    tags: z.array(z.string().trim().min(1).max(40)).max(20).describe('Your tags'),
  })
  .meta({ id: 'JournalNoteBody' })

export const exportQuery = z.strictObject({
  what: z.enum(['fills', 'round_trips', 'book_tops', 'trades']).default('fills').meta({
    description:
      'book_tops and trades are of the recording, between `from` and `to`, a day at most: all, or of `market_id` or `outcome_id`',
  }),
  format: z.enum(['csv', 'parquet']).default('csv'),
  from: instantValue.optional(),
  to: instantValue.optional(),
  outcome_id: outcomeId.optional(),
  ...filters,
})
