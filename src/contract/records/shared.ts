/** Fields of many records: ids, names and terms of orders. */
import type { ClientOrderId, EventId, GameId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import { nullable, record, says } from '../codec/codec.ts'
import { amount, foreignText, id, instant, oneOf, optionalInstant, tickSize } from '../codec/fields.ts'

export const outcomeId = says(id<OutcomeId>(), 'pm:<token_id>')
export const marketId = says(id<MarketId>(), 'pm:<condition_id>')
export const eventId = says(id<EventId>(), 'pm:<event_id>')
export const gameId = says(id<GameId>(), 'pm:<game_id>')
export const orderId = says(id<OrderId>(), 'pm:<order_id>')
export const clientOrderId = says(id<ClientOrderId>(), 'UUIDv7 that the order was placed with')

/** Names by the catalog. */
export const titles = {
  eventTitle: says(foreignText, 'Title of the event'),
  marketTitle: says(foreignText, 'Title of the market within its event'),
  outcomeName: says(foreignText, 'Name of the outcome'),
}

export const side = says(oneOf(['BUY', 'SELL']), 'BUY or SELL')
export const timeInForce = says(oneOf(['GTC', 'GTD', 'FOK', 'FAK']), 'How long the order lives')
export const marketTick = says(nullable(tickSize), "The market's tick; null when it is not known")
/** An outcome by its ids and names, with its tick. */
export const place = { outcomeId, marketId, ...titles, tickSize: marketTick }
export const txHash = says(nullable(foreignText), 'Transaction on the chain; null until there is one')
export const asOf = says(instant, 'When this was computed')

export const drawdown = record(null, {
  amount: says(amount, 'Depth of the fall'),
  from: says(optionalInstant, 'Its peak; null when it fell from the begin'),
  to: says(instant, 'Its lowest point'),
})
