/** Positions, leaving and hedging them (API-5, API-6): bodies name what is held, the backend quotes. */
import { z } from 'zod'
import { differenceCause } from './account.ts'
import { priceInText, rejectCode } from './errors.ts'
import {
  amountValue,
  clientOrderId,
  decimal,
  listOf,
  outcomeId,
  pageQuery,
  priceBetween,
  signedDecimal,
  time,
} from './values.ts'

const worstPrice = priceBetween.nullish().meta({
  description: 'The worst price that was shown: nothing is sent at one that is worse',
})

export const exitBody = z
  .strictObject({
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
    mode: z.enum(['walk', 'join']).meta({
      description:
        'walk: sells through the bids down to exit_slippage_ticks or exit_slippage_percent, whichever comes first; join: rests at the best ask, post-only',
    }),
    size: amountValue
      .nullish()
      .meta({ description: 'Shares; all that are held when left out, own resting sales cancelled first' }),
    worst_price: worstPrice,
  })
  .meta({ id: 'ExitBody' })

export const hedgeBody = z
  .strictObject({
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
    worst_price: worstPrice,
  })
  .meta({ id: 'HedgeBody', description: 'outcome_id: the outcome that is held' })

export const flattenBody = z
  .strictObject({
    legs: z
      .array(
        z.strictObject({ client_order_id: clientOrderId, outcome_id: outcomeId, worst_price: worstPrice }),
      )
      .min(1)
      .max(100),
  })
  .meta({ id: 'FlattenBody', description: 'A leg is one outcome, sold whole by an exit that walks' })

const limitedBy = z.enum(['exit_slippage_ticks', 'exit_slippage_percent']).nullable().meta({
  description: 'The limit that keeps it from the rest, which the book has at a worse price; null for none',
})

const cancelsFirst = z.array(z.string()).optional().meta({
  description:
    'Own sales that are cancelled first, as their shares are needed; left out where none is. The venue has to prove them gone before anything is sent',
})

const exitQuote = z
  .strictObject({
    size: decimal,
    limit_price: decimal,
    average_price: decimal.nullable(),
    proceeds: decimal.meta({ description: 'Without the fee' }),
    fee: decimal.nullable().meta({ description: 'At most; null when not known' }),
    leaves: decimal.meta({ description: 'Shares held that it does not sell' }),
    complete: z.boolean().meta({ description: 'Sells everything that is held' }),
    limited_by: limitedBy,
    cancels_first: cancelsFirst,
  })
  .meta({ id: 'ExitQuote', description: 'The order that exit sends in walk mode, at the current book' })

const joinQuote = z
  .strictObject({ size: decimal, limit_price: decimal, cancels_first: cancelsFirst })
  .meta({ id: 'JoinQuote', description: 'The order that exit sends in join mode' })

const hedgeQuote = z
  .strictObject({
    outcome_id: z.string(),
    outcome_name: z.string(),
    size: decimal,
    limit_price: decimal,
    cost: decimal.meta({ description: 'Without the fee' }),
    fee: decimal.nullable().meta({ description: 'At most; null when not known' }),
    locked_pnl: signedDecimal.nullable().meta({
      description:
        'Result of the hedged part either way, less the known fee; null when its cost is not known',
    }),
    covers: decimal.meta({
      description:
        'Shares that it buys at the current book: it spends its cash, so below its limit more than its size',
    }),
    leaves: decimal.meta({ description: 'Shares held that it does not cover' }),
    complete: z.boolean().meta({ description: 'Hedges everything that is held' }),
    limited_by: limitedBy,
    cancels_first: cancelsFirst,
  })
  .meta({ id: 'HedgeQuote', description: 'The order that hedge sends, at the current book' })

const venuePosition = z
  .strictObject({
    outcome_name: z.string().nullable(),
    size: decimal,
    average_price: decimal.nullable(),
    cost_basis: decimal.nullable().meta({ description: 'With fees' }),
    value: decimal.nullable(),
    realised_pnl: signedDecimal.nullable().meta({ description: 'Less known fees, as in ours' }),
    unrealised_pnl: signedDecimal.nullable().meta({ description: 'Value less cost_basis' }),
    size_difference: signedDecimal.meta({ description: 'Ours minus the venue’s' }),
    cost_difference: signedDecimal.nullable(),
    pnl_difference: signedDecimal.nullable().meta({ description: 'Realised, ours minus the venue’s' }),
    differs: z.boolean(),
    likely_cause: differenceCause.nullable(),
    since: time.nullable().meta({ description: 'Since when they have differed' }),
    as_of: time,
  })
  .meta({
    id: 'VenuePosition',
    description: 'The same position in the data service; null what its row does not say',
  })

/** Sizes in shares, the rest in pUSD. Identified by `outcome_id`, on the topic too. */
export const position = z
  .strictObject({
    outcome_id: z.string(),
    market_id: z.string(),
    event_id: z.string().nullable(),
    event_slug: z.string().nullable(),
    event_title: z.string(),
    game_id: z.string().nullable().meta({ description: 'Of an event with a known game' }),
    market_title: z.string(),
    outcome_name: z.string(),
    opposite_outcome_id: z.string().nullable(),
    tick_size: decimal.nullable(),
    min_order_size: decimal.nullable(),
    status: z.enum(['open', 'redeemable', 'closed']),
    size: decimal.meta({ description: 'Held, shares of trades that are not final included' }),
    settled_size: decimal,
    settling_size: signedDecimal.meta({
      description: 'size less settled_size: negative while a sale settles',
    }),
    overdue_size: signedDecimal.meta({
      description:
        'Part of settling_size whose trades have not settled within ten minutes: it may never. Cash or shares of it are counted, not both',
    }),
    reversed_size: decimal.meta({ description: 'Of trades that failed: bought or sold, then taken back' }),
    reserved_size: decimal.meta({ description: 'What open sells may still take' }),
    free_size: decimal.nullable().meta({
      description:
        'What a sale may have now, as the check of an order counts it; null while shares settle and their balance was never read',
    }),
    sellable_size: decimal.nullable().meta({
      description:
        'The same with own resting sales cancelled first, as exits, hedges and sales that take have them',
    }),
    average_price: decimal.nullable().meta({ description: 'Cost basis of one share, fees included' }),
    cost_basis: decimal.nullable().meta({
      description: 'Of what is held, fees included, at average cost; null while it is not known',
    }),
    fees: decimal.meta({ description: 'Of all known trades in it' }),
    fees_known: z.boolean(),
    basis: z.enum(['fills', 'venue']).meta({
      description: 'fills: from own trades to the last micro; venue: begins with what the data service said',
    }),
    unexplained_size: decimal.meta({
      description: 'Sold without being known to be held, or without a known cost: no profit',
    }),
    mark_price: decimal.nullable().meta({ description: 'Best bid; the payout once resolved' }),
    mark_source: z.enum(['bid', 'payout', 'venue']).nullable().meta({
      description: 'venue: no book yet, the data service’s price',
    }),
    value: decimal.nullable().meta({ description: 'size at mark_price' }),
    unrealised_pnl: signedDecimal.nullable().meta({ description: 'Null without value or cost_basis' }),
    realised_pnl: signedDecimal,
    realised_pnl_today: signedDecimal,
    settling_pnl: signedDecimal,
    exit_price: decimal.nullable().meta({ description: 'Average of the bids for the whole size' }),
    exit_complete: z.boolean().meta({ description: 'The bids take the whole size' }),
    exit_value: decimal.nullable().meta({ description: 'What the bids give, without the fee' }),
    exit_missing_size: decimal,
    exit: exitQuote.nullable(),
    exit_unavailable: rejectCode.nullable(),
    exit_unavailable_message: z.string().nullable(),
    exit_unavailable_prices: z.array(priceInText).meta({ description: 'The prices of that message' }),
    flat: exitQuote.nullable().meta({
      description: 'What a flatten sells: the whole position, own offers of it cancelled',
    }),
    join: joinQuote.nullable(),
    hedge: hedgeQuote.nullable(),
    hedge_unavailable: rejectCode.nullable(),
    hedge_unavailable_message: z.string().nullable(),
    hedge_unavailable_prices: z.array(priceInText).meta({ description: 'The prices of that message' }),
    stale: z
      .boolean()
      .meta({ description: 'The book behind mark and exit is stale: the figures are its last' }),
    stale_reason: z.string().nullable(),
    redeemable: z.boolean(),
    result: z.enum(['won', 'lost', 'part']).nullable().meta({
      description:
        'Of a redeemable one. won: pays 1; lost: nothing; part: mark_price a share, as of a market without a winner; null: not known yet',
    }),
    dust: z.boolean().meta({ description: 'Less than a hundredth of a share: too small to be sold' }),
    first_at: time.nullable(),
    last_at: time.nullable(),
    venue: venuePosition.nullable(),
    as_of: time,
  })
  .meta({ id: 'Position' })

export const positionsQuery = z.strictObject({
  status: z.enum(['open', 'redeemable', 'closed']).default('open'),
  ...pageQuery,
})

export const positionList = listOf(position)
  .extend({
    complete: z.boolean().meta({
      description: 'False: the venue’s list was not read whole, and what is missing here may still be held',
    }),
    problem: z.string().nullable(),
    as_of: time.nullable().meta({ description: 'When the venue’s list was last read' }),
  })
  .meta({ id: 'PositionList' })
