/** Requests for orders, fills, exits and hedges (API-5, API-6). */
import { z } from 'zod'
import { exitLegs, templateName } from './attached-exits.ts'
import * as records from './records/orders.ts'
import * as previews from './records/previews.ts'
import { cancel, read, trade } from './route.ts'
import { empty } from './session.ts'
import {
  amountValue,
  clientOrderId,
  groupId,
  instantValue,
  marketId,
  orderId,
  outcomeId,
  pageQuery,
  pagesQuery,
  priceBetween,
  priceValue,
} from './values.ts'

/** Orders of one command: as many as the venue takes in one request. */
const MOST_TOGETHER = 15

const side = z.enum(['BUY', 'SELL']).describe('BUY or SELL shares of the outcome')
const timeInForce = z
  .enum(['GTC', 'GTD', 'FOK', 'FAK'])
  .describe(
    'GTC rests, GTD rests until `expires_at`, FOK fills completely at once or not at all, FAK fills what it can at once',
  )
const evidence = z.strictObject({
  best_bid: priceValue.nullable().describe('Null: no bid'),
  best_ask: priceValue.nullable().describe('Null: no ask'),
  book_seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).describe('`seq` of the book that was seen'),
  book_age_ms: z.number().int().min(0).max(86_400_000).describe('How old that book was'),
})

const orderBody = z.strictObject({
  client_order_id: clientOrderId,
  outcome_id: outcomeId,
  side,
  price: priceValue.describe('Limit price per share: a buy pays at most this, a sale receives at least this'),
  size: amountValue.meta({
    description: 'Rounded down to 2 decimals. The venue takes FAK and FOK where size × price is whole cents',
  }),
  time_in_force: timeInForce,
  post_only: z.boolean().describe('Refused if it would trade at once'),
  expires_at: instantValue.nullish().describe('GTD only'),
  evidence: evidence.nullish().describe('The book you looked at: refused if it has moved since'),
  cancels_sales: z.boolean().optional().meta({
    description:
      'For a sale: own resting sells of the outcome are cancelled first where it needs their shares. Omitted: no; in place-both-sides yes if the sale takes at once',
  }),
})

export const placeBody = orderBody
  .extend({
    exits: exitLegs.nullish().meta({
      description: 'Attached to a buy: on disk before it is sent, covering what it fills',
    }),
    template: templateName.optional().meta({
      description:
        'Exit template: without `exits` its legs are attached, counted from the price; its name is kept',
    }),
    group: groupId.optional().describe('Shared by orders that belong together; kept with each'),
  })
  .meta({ id: 'OrderIntent' })

const placeManyBody = z
  .strictObject({
    orders: z
      .array(placeBody)
      .min(1)
      .max(MOST_TOGETHER)
      .refine((orders) => new Set(orders.map((one) => one.client_order_id)).size === orders.length, {
        error: 'each needs a client_order_id of its own',
      })
      .describe('Judged as a sum, then each alone; sent in one request'),
  })
  .meta({ id: 'PlaceManyBody' })

const previewBody = orderBody.omit({ client_order_id: true }).meta({ id: 'PreviewBody' })

const saleBody = orderBody
  .extend({ side: z.literal('SELL').describe('Shares that are held') })
  .meta({ id: 'SaleIntent', description: 'Of an outcome that is held' })
const purchaseBody = orderBody.extend({ side: z.literal('BUY').describe('The rest of the sale') }).meta({
  id: 'PurchaseIntent',
  description: 'Of the other outcome of the market, at 1 less the price of the sale',
})

const bothSidesBody = z.strictObject({ sale: saleBody, purchase: purchaseBody }).meta({ id: 'BothSidesBody' })

const previewBothSidesBody = z
  .strictObject({
    sale: saleBody
      .omit({ client_order_id: true })
      .meta({ id: 'PreviewSale', description: 'Of an outcome that is held' }),
    purchase: purchaseBody
      .omit({ client_order_id: true })
      .meta({ id: 'PreviewPurchase', description: 'Of the other outcome' }),
  })
  .meta({ id: 'PreviewBothSidesBody' })

const replaceBody = z
  .strictObject({
    client_order_id: clientOrderId,
    price: priceValue.describe('Limit price of the new order'),
    size: amountValue.describe('Shares of the new order'),
    post_only: z.boolean().describe('Refused if it would trade at once; the old order is gone then'),
  })
  .meta({ id: 'ReplaceBody' })

const cancelBody = z
  .strictObject({ order_ids: z.array(orderId).min(1).max(1000).describe('Orders to cancel') })
  .meta({ id: 'CancelBody' })

const cancelMarketBody = z
  .union([z.strictObject({ market_id: marketId }), z.strictObject({ outcome_id: outcomeId })])
  .meta({ id: 'CancelMarketBody' })

const fillsQuery = z.strictObject({ outcome_id: outcomeId.optional(), ...pageQuery })

const worstPrice = priceBetween.nullish().meta({
  description: 'The worst price shown: nothing is sent at a worse one',
})

const exitBody = z
  .strictObject({
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
    mode: z.enum(['walk', 'join']).meta({
      description:
        'walk: sells at the bids down to exit_slippage_ticks or exit_slippage_percent, whichever comes first; join: rests at the best ask, post-only',
    }),
    size: amountValue
      .nullish()
      .meta({ description: 'Shares; omitted: the whole position. Own resting sells are cancelled first' }),
    worst_price: worstPrice,
  })
  .meta({ id: 'ExitBody' })

const hedgeBody = z
  .strictObject({
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
    worst_price: worstPrice,
  })
  .meta({ id: 'HedgeBody', description: 'outcome_id: the outcome that is held' })

const flattenBody = z
  .strictObject({
    legs: z
      .array(
        z.strictObject({ client_order_id: clientOrderId, outcome_id: outcomeId, worst_price: worstPrice }),
      )
      .min(1)
      .max(100)
      .describe('Each sold completely at the bids'),
  })
  .meta({ id: 'FlattenBody', description: 'A leg is one outcome' })

/** Every refusal by risk or venue is an answer, not a problem. */
export const orderRoutes = {
  placeOrder: trade('Place one order', { body: placeBody, answer: records.placeResult }),
  placeOrders: trade('Place up to 15 orders in one request', {
    body: placeManyBody,
    answer: records.placeManyResult,
  }),
  previewOrder: trade('Cost and answer of an order; sends nothing', {
    body: previewBody,
    answer: previews.previewResult,
  }),
  placeBothSides: trade(
    'A sale beyond the shares held: sells those, then, once accepted, buys the other outcome',
    { body: bothSidesBody, answer: records.bothSidesResult },
  ),
  previewBothSides: trade('Cost and answers of both orders of such a sale; sends nothing', {
    body: previewBothSidesBody,
    answer: previews.previewBothSidesResult,
  }),
  cancelOrders: cancel('Cancel orders', { body: cancelBody, answer: records.cancelResult }),
  cancelMarket: cancel('Cancel all orders of a market or an outcome', {
    body: cancelMarketBody,
    answer: records.cancelResult,
  }),
  cancelAll: cancel('Cancel everything; works in every mode', {
    body: empty,
    answer: records.cancelAllResult,
  }),
  replaceOrder: trade('Cancel, wait for proof, place the rest as a new order', {
    params: z.strictObject({ order_id: orderId }),
    body: replaceBody,
    answer: records.replaceResult,
  }),
  exitPosition: trade('Sell a position at the current book', { body: exitBody, answer: records.placeResult }),
  hedgePosition: trade("Buy the market's other outcome against a position", {
    body: hedgeBody,
    answer: records.placeResult,
  }),
  flattenPositions: trade(
    'Cancel your orders in the markets, then sell the positions; the cancels work in every mode',
    { body: flattenBody, answer: records.flattenResult },
  ),
  listOrders: read('Open orders, newest first', { query: pagesQuery, answer: records.orderList }),
  readOrder: read('One order with its audit rows', {
    params: z.strictObject({ order_id: orderId }),
    answer: records.orderWithAudit,
  }),
  listFills: read('Fills', { query: fillsQuery, answer: records.fillList }),
  exportFills: read('Fills as CSV, newest first', { file: 'text/csv' }),
} as const
