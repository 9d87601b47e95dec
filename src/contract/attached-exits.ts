/** Exits attached to an entry or a position (API-6): a target rests at the venue, the rest needs the terminal ARMED. */
import { z } from 'zod'
import { EXIT_LEGS } from '#core/order/attached-exit.ts'
import { amountValue, decimal, exitId, listOf, outcomeId, priceBetween, time } from './values.ts'

const slippage = z.number().int().min(0).max(1_000).meta({
  description:
    'Ticks below the best bid of the moment of selling; at most the limit exit_slippage_ticks, and never beyond exit_slippage_percent',
})
const minutesBefore = z
  .number()
  .int()
  .min(0)
  .max(10_080)
  .meta({ description: 'Before the start of the game or event; 0: at the start' })

export const exitLegs = z
  .strictObject({
    target: z
      .strictObject({ price: priceBetween.describe('Sells at it') })
      .nullish()
      .describe('Rests at the venue as soon as and as far as the entry has filled'),
    stop: z
      .strictObject({ price: priceBetween.describe('The trigger'), slippage_ticks: slippage })
      .nullish()
      .describe('Sells at the bids once the best bid is at the price or below'),
    trailing: z
      .strictObject({ distance: priceBetween.describe('In price'), slippage_ticks: slippage })
      .nullish()
      .describe('A stop that far below the highest best bid since it was set'),
    time: z
      .strictObject({ minutes_before_start: minutesBefore })
      .nullish()
      .describe('Sells at the bids then'),
  })
  .meta({ id: 'ExitLegs', description: 'One leg at least; one that sells ends the others' })

export const attachedExit = z
  .strictObject({
    id: z.string(),
    outcome_id: z.string(),
    event_id: z.string().nullable(),
    event_title: z.string(),
    market_title: z.string(),
    outcome_name: z.string(),
    tick_size: decimal.nullable(),
    entry_client_order_id: z.string().nullable().meta({
      description: 'Of the order that it is attached to, the last one when it was replaced; null: a position',
    }),
    state: z.enum(['waiting', 'paused', 'active', 'resting', 'selling', 'done', 'cancelled', 'failed']),
    pause: z
      .enum([
        'safe',
        'restart',
        'geoblock',
        'credentials',
        'clock',
        'audit',
        'book',
        'way_out',
        'venue_restarting',
        'venue_post_only',
        'venue_cancel_only',
        'venue_unavailable',
        'venue_rate_limited',
        'order_rate',
        'market',
        'settling',
        'own_sales',
        'positions',
      ])
      .nullable()
      .meta({
        description:
          'Why nothing is sent for it now; a target that rests stays at the venue. From `venue_restarting` on: a leg is due, or a target cannot rest, and it is tried again until it can be',
      }),
    covered: decimal.meta({ description: 'Shares that it is for: what the entry has filled' }),
    sold: decimal,
    target_price: decimal.nullable(),
    target_cancelled_by: z.enum(['you', 'venue']).nullable(),
    stop_price: decimal.nullable(),
    stop_slippage_ticks: z.number().int().nullable(),
    stop_slippage: decimal.nullable().meta({
      description: 'The ticks as a price, by the tick when they were set: this holds when the tick changes',
    }),
    trailing_distance: decimal.nullable(),
    trailing_slippage_ticks: z.number().int().nullable(),
    trailing_slippage: decimal.nullable(),
    trailing_price: decimal
      .nullable()
      .meta({ description: 'Where it sells now; null before a first best bid' }),
    minutes_before_start: z.number().int().nullable(),
    sells_at: time.nullable(),
    order_ids: z.array(z.string()).meta({ description: 'Its orders at the venue' }),
    offered_by: z.array(z.string()).meta({
      description:
        "Own sales that are no exit's and offer shares which it covers: a leg that sells has them cancelled first, a target waits",
    }),
    trigger: z
      .strictObject({
        leg: z.enum(EXIT_LEGS),
        best_bid: decimal,
        book_seq: z.number().int(),
        book_age_ms: z.number().int(),
        at: time,
      })
      .nullable()
      .meta({ description: 'What set off a leg last, and its book' }),
    end: z
      .enum([
        'filled',
        'removed',
        'entry_not_filled',
        'position_gone',
        'target_cancelled',
        'resolved',
        'refused',
        'restored',
      ])
      .nullable(),
    created_at: time,
  })
  .meta({ id: 'AttachedExit' })

export const attachedExitBody = z
  .strictObject({
    outcome_id: outcomeId,
    size: amountValue.describe('Shares'),
    legs: exitLegs,
  })
  .meta({ id: 'AttachedExitBody' })

export const attachedExitChange = z.strictObject({ legs: exitLegs }).meta({ id: 'AttachedExitChange' })

export const attachedExitParams = z.strictObject({ exit_id: exitId })

export const attachedExitList = listOf(attachedExit)
  .extend({ limit: z.number().int() })
  .meta({ id: 'AttachedExitList' })
