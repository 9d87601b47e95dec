/** Orders, fills and the answers to commands (API-5, API-6). */
import type { ClientOrderId, EventId, ExitId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import {
  flag,
  foreignText,
  id,
  instant,
  oneOf,
  optionalInstant,
  price,
  amount,
  text,
  tickSize,
} from '../codec/fields.ts'
import { auditRow } from '../audit.ts'
import { given } from '../codec/schema.ts'
import { list, nullable, optional, record, says, type CoreOf } from '../codec/codec.ts'
import { ownState, page } from './lists.ts'
import { reject } from './errors.ts'

const side = oneOf(['BUY', 'SELL'])
const marketTick = says(nullable(tickSize), "The market's; null when it is not known")

export const order = record('Order', {
  id: nullable(id<OrderId>()),
  clientOrderId: nullable(id<ClientOrderId>()),
  outcomeId: id<OutcomeId>(),
  marketId: id<MarketId>(),
  eventId: nullable(id<EventId>()),
  eventTitle: foreignText,
  marketTitle: foreignText,
  outcomeName: foreignText,
  tickSize: marketTick,
  side,
  price,
  size: amount,
  filledSize: amount,
  remainingSize: amount,
  timeInForce: oneOf(['GTC', 'GTD', 'FOK', 'FAK']),
  postOnly: flag,
  expiresAt: optionalInstant,
  status: oneOf([
    'pending',
    'live',
    'delayed',
    'partially_filled',
    'filled',
    'cancelled',
    'expired',
    'rejected',
    'unknown',
  ]),
  delayEndsAt: optionalInstant,
  cancelling: flag,
  cancelQueued: flag,
  cancelTooLate: says(flag, 'A queued cancel found that some or all of it had filled'),
  foreign: flag,
  replaces: nullable(id<OrderId>()),
  submittedAt: optionalInstant,
  createdAt: instant,
  updatedAt: instant,
})

export const fill = record('Fill', {
  id: text,
  orderId: id<OrderId>(),
  clientOrderId: nullable(id<ClientOrderId>()),
  outcomeId: id<OutcomeId>(),
  marketId: id<MarketId>(),
  eventTitle: foreignText,
  marketTitle: foreignText,
  outcomeName: foreignText,
  tickSize: marketTick,
  side,
  price,
  size: amount,
  notional: says(
    amount,
    'Paid or received for the shares, without the fee, to the micro: of several prices their sum',
  ),
  fee: nullable(amount),
  role: oneOf(['maker', 'taker']),
  status: oneOf(['matched', 'mined', 'confirmed', 'retrying', 'failed']),
  txHash: nullable(text),
  at: instant,
})

export const placeResult = record('PlaceResult', {
  clientOrderId: id<ClientOrderId>(),
  result: oneOf(['accepted', 'rejected', 'unknown']),
  order: nullable(order),
  reject: nullable(reject),
  replayed: flag,
  cancelledFirst: says(
    optional(list(id<OrderId>())),
    'Own sales that it had cancelled first, as their shares were needed, also where nothing was sent then; left out where none was',
  ),
})

export const bothSidesResult = record('BothSidesResult', {
  sale: placeResult,
  purchase: says(placeResult, 'sale_not_accepted when the sale was not: nothing was sent'),
})

export const replaceResult = record('ReplaceResult', { ...placeResult.fields, cancelled: flag })

const cancelFields = {
  cancelled: list(id<OrderId>()),
  queued: says(
    list(record(null, { id: id<OrderId>(), sendAt: instant })),
    'Not cancelled yet: in its matching delay, or the venue cannot take cancels now. Sent at that time, and again until it is taken',
  ),
  failed: list(record(null, { id: nullable(id<OrderId>()), code: text, message: foreignText })),
}

export const cancelResult = record('CancelResult', cancelFields)

export const cancelAllResult = record('CancelAllResult', {
  ...cancelFields,
  inFlight: list(id<ClientOrderId>()),
  workingStops: says(
    list(
      record(null, {
        exitId: id<ExitId>(),
        outcomeId: id<OutcomeId>(),
        marketTitle: foreignText,
        outcomeName: foreignText,
        covered: says(amount, 'Shares that it may still sell'),
      }),
    ),
    'Attached exits with a stop, a trailing stop or a time: they rest nowhere, so no cancel ends them, and they may sell later',
  ),
})

export const orderList = page('OrderList', order, ownState)

export const fillList = page('FillList', fill, ownState)

export const flattenResult = record('FlattenResult', {
  cancels: says(
    list(record('FlattenCancel', { ...cancelFields, outcomeIds: list(id<OutcomeId>()) })),
    'One for each market of which no leg was asked for before',
  ),
  legs: list(
    record(null, {
      clientOrderId: id<ClientOrderId>(),
      outcomeId: id<OutcomeId>(),
      result: says(nullable(placeResult), 'Null: the id was used for another command; nothing was sent'),
    }),
  ),
})

export const repostResult = record('RepostResult', {
  items: list(
    record(null, {
      orderId: id<OrderId>(),
      clientOrderId: id<ClientOrderId>(),
      alreadyRepostedAs: says(nullable(id<ClientOrderId>()), 'Placed again before: nothing sent'),
      result: nullable(placeResult),
    }),
  ),
})

export const orderWithAudit = record('OrderWithAudit', { order, audit: list(given(auditRow)) })

export type OrderRow = CoreOf<typeof order>
export type FillRow = CoreOf<typeof fill>
