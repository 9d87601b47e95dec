/** Orders, fills and the answers to commands (API-5, API-6). */
import type { ExitId, GroupId } from '#core/ids.ts'
import { ORDER_STATUSES } from '#core/order/order.ts'
import * as f from '../codec/fields.ts'
import { as, type CoreOf, list, listIfAny, nullable, optional, parts, record, says } from '../codec/codec.ts'
import { auditRow } from './audit.ts'
import { ownState, page } from './lists.ts'
import { reject } from './errors.ts'
import {
  clientOrderId,
  eventId,
  marketId,
  marketTick,
  orderId,
  outcomeId,
  place,
  side,
  timeInForce,
  titles,
} from './shared.ts'

export const order = record('Order', {
  id: says(nullable(orderId), 'Null only for an order that was never signed'),
  clientOrderId: says(nullable(clientOrderId), 'Null for an order from outside this terminal'),
  outcomeId,
  marketId,
  eventId: nullable(eventId),
  ...titles,
  tickSize: marketTick,
  side,
  price: says(f.price, 'Its limit'),
  size: says(f.amount, 'Shares asked for'),
  filledSize: says(f.amount, 'Shares that have traded'),
  remainingSize: says(f.amount, 'size less filled_size'),
  timeInForce,
  postOnly: says(f.flag, 'Refused where it would trade at once'),
  expiresAt: says(f.optionalInstant, 'End of a GTD order'),
  status: says(f.oneOf(ORDER_STATUSES), 'unknown: outcome not known; it counts as open'),
  delayEndsAt: says(f.optionalInstant, 'End of the venue’s matching delay'),
  cancelling: says(f.flag, 'A cancel is in flight'),
  cancelQueued: says(f.flag, 'A cancel waits for the venue'),
  cancelTooLate: says(f.flag, 'A queued cancel found that some or all of it had filled'),
  foreign: says(f.flag, 'Not placed by this terminal'),
  replaces: says(nullable(orderId), 'The order it replaced'),
  group: says(optional(f.id<GroupId>()), 'Shared by the parts of one scaled order, basket or re-post'),
  template: says(optional(f.foreignText), 'Template that its exits are of'),
  groupSize: says(optional(f.integer), 'Orders of the group that were asked for in one command'),
  submittedAt: says(f.optionalInstant, 'When it was sent'),
  createdAt: says(f.instant, 'When it began'),
  updatedAt: says(f.instant, 'When it last changed'),
})

export const fill = record('Fill', {
  id: says(f.text, "One order's share in one trade"),
  orderId,
  clientOrderId: nullable(clientOrderId),
  ...place,
  side,
  price: says(f.price, 'Average where it is of several'),
  size: says(f.amount, 'Shares'),
  cash: as('notional', says(f.amount, 'Paid or received for the shares, without the fee, exact')),
  fee: says(nullable(f.amount), 'Null while it is not known'),
  role: says(f.oneOf(['maker', 'taker']), 'maker: its order rested'),
  status: says(f.oneOf(['matched', 'mined', 'confirmed', 'retrying', 'failed']), 'Settlement on the chain'),
  txHash: says(nullable(f.text), 'Transaction on the chain; null until there is one'),
  at: says(f.instant, 'When it traded'),
})

export const placeResult = record('PlaceResult', {
  clientOrderId,
  result: says(f.oneOf(['accepted', 'rejected', 'unknown']), 'unknown: it counts as open until found out'),
  order: says(nullable(order), 'Null where none was made'),
  reject: says(nullable(reject), 'Why it was refused'),
  replayed: says(f.flag, 'The first answer again: nothing was sent'),
  cancelledFirst: says(listIfAny(orderId), 'Open sells cancelled first for their shares; omitted if none'),
})

export const placeManyResult = record('PlaceManyResult', {
  results: says(list(placeResult), 'One for each order, in the order asked for'),
})

export const bothSidesResult = record('BothSidesResult', {
  sale: says(placeResult, 'Answer to the sale'),
  purchase: says(placeResult, 'sale_not_accepted when the sale was not: nothing was sent'),
})

export const replaceResult = record('ReplaceResult', {
  ...placeResult.fields,
  cancelled: says(f.flag, 'The old order is gone, whatever the new one’s result'),
})

const cancelFields = {
  cancelled: says(list(orderId), 'Gone for certain'),
  queued: parts(
    'Not cancelled yet: in its matching delay, or the venue cannot take cancels now. Sent at that time, and again until it is taken',
    { id: orderId, sendAt: says(f.instant, 'When it is next sent') },
  ),
  failed: parts('The venue refused their cancel, or its result is not known', {
    id: nullable(orderId),
    code: says(f.text, 'A reject code'),
    message: says(f.foreignText, 'Why, in words'),
  }),
}

export const cancelResult = record('CancelResult', cancelFields)

export const cancelAllResult = record('CancelAllResult', {
  ...cancelFields,
  inFlight: says(list(clientOrderId), 'In flight: cancelled as soon as the venue shows them'),
  workingStops: parts(
    'Attached exits with a stop, a trailing stop or a time: no cancel ends them, and they may sell later',
    {
      exitId: says(f.id<ExitId>(), 'Names the exit'),
      outcomeId,
      marketTitle: titles.marketTitle,
      outcomeName: titles.outcomeName,
      covered: says(f.amount, 'Shares that it may still sell'),
    },
  ),
})

export const orderList = page('OrderList', order, ownState)

export const fillList = page('FillList', fill, ownState)

export const flattenResult = record('FlattenResult', {
  cancels: says(
    list(
      record('FlattenCancel', {
        ...cancelFields,
        outcomeIds: says(list(outcomeId), 'Outcomes of the market'),
      }),
    ),
    'One for each market of which no leg was asked for before',
  ),
  legs: parts('In the order asked for', {
    clientOrderId,
    outcomeId,
    result: says(nullable(placeResult), 'Null: the id was used for another command; nothing was sent'),
  }),
})

export const repostResult = record('RepostResult', {
  items: parts('In the order asked for', {
    orderId,
    clientOrderId,
    alreadyRepostedAs: says(nullable(clientOrderId), 'Placed again before: nothing sent'),
    result: says(nullable(placeResult), 'Null where nothing was sent'),
  }),
})

export const orderWithAudit = record('OrderWithAudit', {
  order: says(order, 'The order'),
  audit: says(list(auditRow), 'Its rows of the audit log, oldest first'),
})

export type OrderRow = CoreOf<typeof order>
export type FillRow = CoreOf<typeof fill>
