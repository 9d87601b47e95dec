/** Alerts (API-7). An alert notifies; it never trades. */
import { z } from 'zod'
import { ALERT_KINDS, BLOCKED_REASONS } from '#core/alert/alert.ts'
import { staleReason } from './markets.ts'
import { alertId, decimal, gameId, listOf, outcomeId, signedDecimal, time } from './values.ts'

const direction = z.enum(['above', 'below']).describe('Side of the threshold on which it fires')
const note = z.string().max(200).describe('Your words; they come with the notification')
/** Points of both teams together. */
const points = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
  .meta({ id: 'Points' })

export const alert = z
  .strictObject({
    id: z.string(),
    kind: z.enum(ALERT_KINDS),
    outcome_id: z.string().nullable(),
    game_id: z.string().nullable(),
    event_id: z.string().nullable(),
    event_title: z.string(),
    market_title: z.string().nullable(),
    outcome_name: z.string().nullable(),
    direction: direction.nullable().meta({
      description:
        'price: above is the best bid reaching the threshold, below the best ask; null where there is none',
    }),
    threshold: decimal
      .nullable()
      .meta({ description: 'A price, a spread, or points; null: any change, start or end' }),
    tick_size: decimal.nullable().meta({ description: 'The step of value and threshold; 1 for points' }),
    repeat: z.boolean(),
    state: z.enum(['active', 'paused', 'fired']),
    blocked_reason: z
      .enum([...staleReason.options, ...BLOCKED_REASONS])
      .nullable()
      .meta({ description: 'Why it cannot be judged now; it does not fire meanwhile' }),
    value: decimal.nullable().meta({ description: 'What is compared with the threshold, as last judged' }),
    distance: signedDecimal.nullable().meta({
      description: 'How far value must still move to reach the threshold; 0 or less: reached',
    }),
    note: z.string(),
    created_at: time,
    armed_at: time.nullable().meta({
      description: 'Since when it can fire; null: the value must first be a tick back across the threshold',
    }),
    checked_at: time.nullable().meta({ description: 'When it was last judged on live data' }),
    last_fired_at: time.nullable(),
  })
  .meta({ id: 'Alert' })

const repeat = z.boolean().default(false).describe('Fires again once the value has been back')
const once = z.literal(false).default(false).describe('It fires once')

export const alertBody = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.enum(['price', 'spread']).describe('Of an outcome'),
      outcome_id: outcomeId,
      direction,
      threshold: decimal,
      repeat,
      note: note.default(''),
    }),
    z.strictObject({
      kind: z.literal('score').describe('Of a game'),
      game_id: gameId,
      threshold: points
        .nullish()
        .meta({ description: 'Points of both teams together; left out: any change of the score' }),
      repeat,
      note: note.default(''),
    }),
    z.strictObject({
      kind: z.enum(['game_start', 'game_end']).describe('Of a game'),
      game_id: gameId,
      repeat: once,
      note: note.default(''),
    }),
  ])
  .meta({ id: 'AlertBody' })

/** `state: active` also sets a fired alert again. A new threshold or direction, and resuming, start over: a condition that is already true does not fire. */
export const alertChange = z
  .strictObject({
    state: z.enum(['active', 'paused']),
    direction,
    threshold: decimal,
    repeat: z.boolean(),
    note,
  })
  .partial()
  .meta({ id: 'AlertChange' })

export const alertParams = z.strictObject({ alert_id: alertId })

export const alertList = listOf(alert).extend({ limit: z.number().int() }).meta({ id: 'AlertList' })
