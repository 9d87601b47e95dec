/** Alerts as they are set (API-7). An alert notifies; it never trades. */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import * as records from './records/alerts.ts'
import { own, read } from './route.ts'
import { alertId, decimal, gameId, outcomeId, pagesQuery } from './values.ts'

const direction = schemaOf(records.direction).describe('Side of the threshold on which it fires')
const note = z.string().max(200).describe('Your note, sent with the notification')
/** Points of both teams together. */
const points = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
  .meta({ id: 'Points' })

const repeat = z.boolean().default(false).describe('Fires again after the value was back by a step')
const once = z.literal(false).default(false).describe('It fires once')

const alertBody = z
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
        .meta({ description: 'Total points of both teams; omitted: any change of score' }),
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
const alertChange = z
  .strictObject({
    state: z.enum(['active', 'paused']),
    direction,
    threshold: decimal,
    repeat: z.boolean(),
    note,
  })
  .partial()
  .meta({ id: 'AlertChange' })

const alertParams = z.strictObject({ alert_id: alertId })

export const alertRoutes = {
  listAlerts: read('All alerts, newest first, and how many there may be', {
    query: pagesQuery,
    answer: records.alertList,
  }),
  createAlert: own('Set an alert; a condition already true does not fire', {
    body: alertBody,
    answer: records.alert,
  }),
  changeAlert: own('Pause, resume or change an alert', {
    params: alertParams,
    body: alertChange,
    answer: records.alert,
  }),
  deleteAlert: own('Remove an alert; it stays when the disk refuses', { params: alertParams }),
} as const
