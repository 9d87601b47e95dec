/** Exits attached to an entry or a position (API-6). */
import type { ExitId } from '#core/ids.ts'
import { EXIT_ENDS, EXIT_LEGS, EXIT_PAUSES, EXIT_STATES } from '#core/order/attached-exit.ts'
import {
  as,
  type CoreOf,
  list,
  listIfAny,
  nullable,
  optional,
  part,
  partOrNull,
  parts,
  record,
  says,
} from '../codec/codec.ts'
import { amount, id, instant, integer, oneOf, optionalInstant, price, steps, text } from '../codec/fields.ts'
import { page } from './lists.ts'
import { clientOrderId, eventId, marketTick, orderId, outcomeId, titles } from './shared.ts'

export const attachedExit = record('AttachedExit', {
  id: says(id<ExitId>(), 'Names the exit'),
  outcomeId,
  eventId: nullable(eventId),
  ...titles,
  tickSize: marketTick,
  entryClientOrderId: says(
    nullable(clientOrderId),
    'Its entry order, the last one if replaced; null: a position',
  ),
  state: says(oneOf(EXIT_STATES), 'What it does'),
  pause: says(
    nullable(oneOf(EXIT_PAUSES)),
    'Why it is paused; resting targets stay at the venue. From `venue_restarting` on: a leg is due, or a target cannot rest, and it is retried',
  ),
  covered: says(amount, 'Shares covered: what the entry has filled'),
  sold: says(amount, 'Shares sold'),
  targetPrice: says(nullable(price), 'Where the target rests'),
  targetCancelledBy: says(nullable(oneOf(['you', 'venue'])), 'Who has cancelled the target'),
  furtherTargets: says(
    listIfAny(
      record(null, { price: says(price, 'Where it rests'), percent: says(integer, 'Of what is covered') }),
    ),
    'Further targets; left out where there are none',
  ),
  breakEven: says(
    optional(
      record(null, {
        atPrice: says(price, 'The best bid that moves the stop'),
        stopPrice: says(price, 'Where to'),
      }),
    ),
    'Left out where there is none, or it has moved the stop',
  ),
  entry: says(
    optional(
      record(null, {
        price: says(price, 'The best bid at which it buys'),
        size: says(amount, 'Shares'),
        slippageTicks: says(integer, 'Ticks above the best ask that it may pay'),
      }),
    ),
    'A stop entry that has not bought; left out otherwise',
  ),
  stopPrice: says(nullable(price), 'The best bid at which the stop sells'),
  stopSlippageTicks: says(nullable(integer), 'Ticks below the best bid that the stop may sell'),
  stopSlippage: says(nullable(steps), 'The ticks as a price when they were set, which stays'),
  trailingDistance: says(nullable(price), 'Below the highest best bid'),
  trailingSlippageTicks: says(nullable(integer), 'Ticks below the best bid that it may sell'),
  trailingSlippage: says(nullable(steps), 'The ticks as a price'),
  trailingPrice: says(nullable(price), 'Where it sells now; null before a first best bid'),
  minutesBeforeStart: says(
    nullable(integer),
    'Minutes before the start when the time leg sells; 0: at the start',
  ),
  sellsAt: says(optionalInstant, 'The same as an instant; null while the start is not known'),
  orderIds: says(list(orderId), 'Its orders at the venue'),
  offeredBy: says(list(orderId), 'Open sells of its shares, cancelled first by a leg that sells'),
  trigger: partOrNull('What last triggered a leg, and its book', {
    leg: says(oneOf(EXIT_LEGS), 'The leg'),
    price: as('best_bid', says(price, 'Best bid then')),
    bookSeq: says(integer, 'Version of the book'),
    bookAgeMs: says(integer, 'Age of the book'),
    at: says(instant, 'When it was set off'),
  }),
  end: says(nullable(oneOf(EXIT_ENDS)), 'How it ended'),
  createdAt: says(instant, 'When it was set'),
})

export type AttachedExitRow = CoreOf<typeof attachedExit>

export const attachedExitList = page('AttachedExitList', attachedExit, {
  limit: says(integer, 'How many there may be'),
})

const stopTicks = {
  ticks: says(integer, 'Ticks of the market'),
  slippageTicks: says(integer, 'Ticks below the best bid that it may sell'),
}
const defaultName = nullable(text)

export const exitTemplates = record('ExitTemplates', {
  templates: parts('In their order', {
    name: says(text, 'Names the template'),
    targets: parts('The nearest first', {
      ticks: says(integer, "Above the order's price"),
      percent: says(integer, 'Of what is bought'),
    }),
    stop: partOrNull("Below the order's price", stopTicks),
    trailing: partOrNull('Below the highest best bid', stopTicks),
    breakEven: partOrNull('Moves the stop once', {
      afterTicks: says(integer, "Above the order's price"),
      plusTicks: says(integer, "Where to, above the order's price"),
    }),
    time: partOrNull('Sells at the bids', { minutesBefore: says(integer, 'Before the start') }),
  }),
  defaults: part('Names offered first', {
    sports: says(defaultName, 'For markets of a game'),
    other: says(defaultName, 'For every other market'),
  }),
})
