/** Bodies and queries of orders, and previews (API-5, API-6). */
import { z } from 'zod'
import { exitLegs } from './attached-exits.ts'
import { reject } from './errors.ts'
import { ifWins } from './resolution-pnl.ts'
import {
  amountValue,
  clientOrderId,
  decimal,
  instantValue,
  marketId,
  orderId,
  outcomeId,
  pageQuery,
  priceValue,
} from './values.ts'

const side = z.enum(['BUY', 'SELL']).describe('BUY or SELL shares of the outcome')
const timeInForce = z
  .enum(['GTC', 'GTD', 'FOK', 'FAK'])
  .describe('Rests, rests until `expires_at`, fills whole at once or not at all, fills at once what it can')
const evidence = z.strictObject({
  best_bid: decimal.nullable().describe('Null: no bid'),
  best_ask: decimal.nullable().describe('Null: no ask'),
  book_seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).describe('`seq` of the book that was seen'),
  book_age_ms: z.number().int().min(0).max(86_400_000).describe('How old that book was'),
})

const orderBody = z.strictObject({
  client_order_id: clientOrderId,
  outcome_id: outcomeId,
  side,
  price: priceValue.describe('Limit price of a share: a buy pays it at most, a sale brings it at least'),
  size: amountValue.meta({
    description:
      'Rounded down to 2 decimals and sent so. The venue is known to take FAK and FOK where the cash at the price is whole cents',
  }),
  time_in_force: timeInForce,
  post_only: z.boolean().describe('Refused where it would trade at once'),
  expires_at: instantValue.nullish().describe('Of GTD, and of no other'),
  evidence: evidence.nullish().describe('The book that was looked at: refused when it has moved since'),
  cancels_sales: z.boolean().optional().meta({
    description:
      'Of a sale: own resting sales of the outcome are cancelled first, as far as it needs their shares. Left out: they are not; in place-both-sides they are where the sale takes at once',
  }),
})

export const placeBody = orderBody
  .extend({
    exits: exitLegs.nullish().meta({
      description: 'Attached to a buy: on disk before it is sent, and as large as what it fills',
    }),
  })
  .meta({ id: 'OrderIntent' })

export const previewBody = orderBody.omit({ client_order_id: true }).meta({ id: 'PreviewBody' })

/** Decimals of pUSD or shares unless said otherwise. */
export const previewResult = z
  .strictObject({
    cost: decimal.meta({
      description: 'A buy pays at most this; a sale that fills whole brings at least this',
    }),
    fee: decimal.nullable().meta({ description: 'On top of a buy, off a sale; null when unknown' }),
    fee_state: z.enum(['known', 'at_most', 'unknown']),
    max_payout: decimal.meta({
      description: 'What the shares pay if all are bought and the outcome wins; 0 for a sale',
    }),
    average_price: decimal.nullable().meta({ description: 'Of what would fill now' }),
    worst_price: decimal.nullable(),
    fillable_size: decimal.meta({
      description:
        'What the order would trade now. A FAK or FOK buy spends its cash: that may be more than its size',
    }),
    slippage: decimal.nullable().meta({ description: 'Price between the best level and the average' }),
    would_cross: z.boolean(),
    rounded_away: decimal.meta({
      description: 'What rounding down to 2 decimals takes off the size: the rest goes out',
    }),
    nearest_sizes: z.strictObject({ down: decimal.nullable(), up: decimal }).nullable().meta({
      description:
        'Of a FAK or FOK whose cash at the price is not whole cents, which the venue may refuse: the nearest sizes that it takes',
    }),
    leaves_unsellable: decimal.nullable().meta({
      description:
        'Shares left below the minimum size: only FAK and FOK can sell them; null when the position is not known',
    }),
    after: z
      .strictObject({
        position: decimal.nullable().meta({ description: 'Shares; null when the position is not known' }),
        exposure: decimal.meta({ description: 'As max_position_notional counts it' }),
        exposure_outside: decimal.meta({
          description: 'Part of exposure that is held from outside this terminal, by the venue’s list',
        }),
        daily_notional: decimal,
        open_orders: z.number().int(),
      })
      .nullable()
      .meta({
        description:
          'Once the order has filled whole, or what of it is met now where the rest is dropped; null without outcome or price',
      }),
    if_wins: z
      .array(
        z.strictObject({
          outcome_id: z.string(),
          outcome_name: z.string(),
          before: ifWins.nullable(),
          after: ifWins.nullable(),
        }),
      )
      .meta({
        description:
          'Of both outcomes of the market, now and once the order has filled as `after` says, less its highest fee; null for an outcome that cannot win. Empty while positions are read and without outcome or price',
      }),
    book_seq: z.number().int().nullable(),
    cancels_first: z.array(z.string()).optional().meta({
      description: 'Own sales that are cancelled before it is sent; left out where none is',
    }),
    reject: reject.nullable().meta({ description: 'What placing the order would answer now' }),
  })
  .meta({ id: 'OrderPreview' })

const saleBody = orderBody
  .extend({ side: z.literal('SELL').describe('Shares that are held') })
  .meta({ id: 'SaleIntent', description: 'Of an outcome that is held' })
const purchaseBody = orderBody.extend({ side: z.literal('BUY').describe('The rest of the sale') }).meta({
  id: 'PurchaseIntent',
  description: 'Of the other outcome of the market, at 1 less the price of the sale',
})

export const bothSidesBody = z
  .strictObject({ sale: saleBody, purchase: purchaseBody })
  .meta({ id: 'BothSidesBody' })

export const previewBothSidesBody = z
  .strictObject({
    sale: saleBody
      .omit({ client_order_id: true })
      .meta({ id: 'PreviewSale', description: 'Of an outcome that is held' }),
    purchase: purchaseBody
      .omit({ client_order_id: true })
      .meta({ id: 'PreviewPurchase', description: 'Of the other outcome' }),
  })
  .meta({ id: 'PreviewBothSidesBody' })

export const previewBothSidesResult = z
  .strictObject({
    sale: previewResult,
    purchase: previewResult.meta({ description: 'As if the sale had just been accepted' }),
  })
  .meta({ id: 'BothSidesPreview' })

export const replaceBody = z
  .strictObject({
    client_order_id: clientOrderId,
    price: priceValue.describe('Limit price of the new order'),
    size: amountValue.describe('Shares of the new order'),
    post_only: z.boolean().describe('Refused where it would trade at once; the old order is gone then'),
  })
  .meta({ id: 'ReplaceBody' })

export const cancelBody = z
  .strictObject({ order_ids: z.array(orderId).min(1).max(1000).describe('Orders to cancel') })
  .meta({ id: 'CancelBody' })

export const cancelMarketBody = z
  .union([z.strictObject({ market_id: marketId }), z.strictObject({ outcome_id: outcomeId })])
  .meta({ id: 'CancelMarketBody' })

export const fillsQuery = z.strictObject({ outcome_id: outcomeId.optional(), ...pageQuery })
