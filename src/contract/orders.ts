/** Bodies and queries of orders (API-5, API-6). */
import { z } from 'zod'
import { exitLegs } from './attached-exits.ts'
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
