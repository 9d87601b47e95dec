/** The account: summary, activity, profit line (API-5). Every figure comes from the backend with its time. */
import { z } from 'zod'
import { ACTIVITY_KINDS } from '#core/position/activity.ts'
import { decimal, flag, listOf, marketId, ownState, pageQuery, signedDecimal, time } from './values.ts'

/** Why the terminal's figure and the venue's may differ, the likeliest first. */
export const differenceCause = z
  .enum([
    'indexer_behind',
    'settling',
    'foreign_activity',
    'not_a_trade',
    'history_incomplete',
    'fees_in_basis',
    'rounding',
    'other_mark',
    'outcome_name',
    'unknown',
  ])
  .meta({
    id: 'DifferenceCause',
    description:
      "indexer_behind: the venue's list is older than our last fill; settling: trades are not final; " +
      'foreign_activity: orders from outside this terminal traded; not_a_trade: shares came or went by split, merge, ' +
      'transfer or payout; history_incomplete: trades from before what the venue still lists; fees_in_basis: the venue ' +
      'does not show which fees belong to shares still held; rounding: less than 0.01; other_mark: the venue values at another price; ' +
      'outcome_name: the venue’s row calls the outcome by another name than its catalog, so that its tokens may be the other way round',
  })

const venueAccount = z
  .strictObject({
    positions_value: decimal.nullable(),
    unrealised_pnl: signedDecimal.nullable(),
    realised_pnl: signedDecimal.nullable(),
    value_difference: signedDecimal.nullable().meta({ description: 'Ours minus the venue’s' }),
    pnl_difference: signedDecimal.nullable().meta({ description: 'Realised, ours minus the venue’s' }),
    differing_positions: z.number().int().meta({ description: 'Positions whose size or profit differs' }),
    likely_cause: differenceCause.nullable(),
    since: time.nullable().meta({ description: 'Since when they have differed' }),
    as_of: time,
  })
  .meta({ id: 'VenueAccountView', description: 'Sums are null where one of the positions lacks the figure' })

/** Decimals of pUSD. Sums leave out what `positions_without_mark` and, of profit, `positions_without_cost` count. */
export const accountSummary = z
  .strictObject({
    cash: decimal.nullable().meta({
      description:
        'At the venue, reserved cash included, without what buys that have not settled cost; null until it is read',
    }),
    settling_cash: decimal.meta({
      description: 'What sales that have not settled bring, in equity and not in cash yet',
    }),
    reserved: decimal.meta({
      description: 'What open buys, and combos that are being accepted, may still take',
    }),
    available: decimal.nullable().meta({ description: 'cash less reserved' }),
    cash_as_of: time.nullable(),
    positions_value: decimal.meta({ description: 'Open positions at their mark, redeemable ones at payout' }),
    liquidation_value: decimal.meta({
      description:
        'What selling every open position through the bids would bring now, and what can be redeemed',
    }),
    liquidation_complete: z.boolean().meta({ description: 'The bids take everything, and no book is stale' }),
    equity: decimal.nullable().meta({ description: 'cash, settling_cash and liquidation_value' }),
    exposure: decimal.meta({
      description:
        'positions_cost, open_orders_cost, combo_cost_basis, and accepted combos that it does not show yet',
    }),
    positions_cost: decimal.meta({
      description: 'Cost basis of open positions; where it is not known, the most that they can have cost',
    }),
    open_orders_cost: decimal,
    combo_cost_basis: decimal.nullable().meta({
      description: 'Open combos at cost; in exposure only. Null while combos are not read',
    }),
    unrealised_pnl: signedDecimal,
    realised_pnl: signedDecimal.meta({ description: 'Of all known trades and payouts' }),
    realised_pnl_today: signedDecimal.meta({ description: 'Since 00:00 UTC' }),
    settling_pnl: signedDecimal.meta({
      description: 'Part of realised_pnl that rests on trades not yet final',
    }),
    fees: decimal.meta({ description: 'Fees of all known trades' }),
    fees_known: z.boolean().meta({ description: 'False when a trade’s fee is not known' }),
    daily_notional: decimal,
    daily_notional_limit: decimal,
    allowances_ok: z.boolean().nullable().meta({ description: 'Null when the venue does not report it' }),
    open_positions: z.number().int(),
    redeemable_positions: z.number().int(),
    redeemable_value: decimal,
    dust_positions: z
      .number()
      .int()
      .meta({ description: 'Less than a hundredth of a share: too small to be sold' }),
    dust_value: decimal,
    stale_positions: z.number().int().meta({ description: 'Valued from a book that is stale' }),
    positions_without_mark: z.number().int(),
    positions_without_cost: z.number().int().meta({ description: 'Of unknown cost: in no profit' }),
    positions_complete: z.boolean().meta({ description: 'Whether the venue’s list was read whole' }),
    positions_problem: z.string().nullable(),
    positions_as_of: time.nullable().meta({ description: 'When the venue’s list was last read' }),
    orders_complete: ownState.complete,
    orders_problem: ownState.problem,
    orders_as_of: ownState.as_of,
    unread_rows: z.number().int().meta({ description: 'Rows of the last read that were not understood' }),
    differs_from_venue: z.boolean(),
    venue: venueAccount.nullable(),
    as_of: time,
  })
  .meta({ id: 'AccountSummary' })

const activityKind = z.enum(ACTIVITY_KINDS)

export const activity = z
  .strictObject({
    id: z.string(),
    kind: activityKind,
    venue_kind: z.string().meta({ description: 'The venue’s own word' }),
    outcome_id: z.string().nullable(),
    market_id: z.string().nullable(),
    event_id: z.string().nullable(),
    event_slug: z.string().nullable(),
    event_title: z.string(),
    outcome_name: z.string().nullable(),
    side: z.enum(['BUY', 'SELL']).nullable(),
    price: decimal.nullable(),
    size: decimal.nullable(),
    amount: decimal.nullable().meta({ description: 'pUSD; of a taker’s purchase with the fee' }),
    combo: z.boolean(),
    tx_hash: z.string().nullable(),
    at: time,
  })
  .meta({ id: 'Activity' })

/** Pages are the venue's: a page may be shorter than asked for, also while more follow. */
export const activityQuery = z.strictObject({
  kind: activityKind.optional(),
  market_id: marketId.optional(),
  side: z.enum(['BUY', 'SELL']).optional(),
  combo: flag.optional().describe('Of combos, or of all else'),
  ...pageQuery,
})

export const activityList = listOf(activity)
  .extend({
    unread_rows: z.number().int().meta({ description: 'Rows of this page that were not understood' }),
    as_of: time,
  })
  .meta({ id: 'ActivityList' })

const pnlInterval = z.enum(['today', '1d', '1w', '1m', 'all'])

export const pnlQuery = z.strictObject({ interval: pnlInterval.default('1w').describe('How far back') })

/** The venue's figure, from zero at the interval's begin (today: 00:00 UTC); `all` from the wallet's start. */
export const pnlSeries = z
  .strictObject({
    points: z.array(
      z.strictObject({
        t: time,
        pnl: signedDecimal.meta({ description: 'Trading, rewards and rebates' }),
        trading_pnl: signedDecimal,
      }),
    ),
    interval: pnlInterval,
    unread_rows: z.number().int(),
    as_of: time,
  })
  .meta({ id: 'PnlSeries' })
