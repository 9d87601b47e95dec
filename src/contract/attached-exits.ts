/** Exits attached to an entry or a position (API-6): a target rests at the venue, the rest needs the terminal ARMED. */
import { z } from 'zod'
import * as records from './records/attached-exits.ts'
import { read, trade } from './route.ts'
import { amountValue, exitId, outcomeId, pagesQuery, priceBetween } from './values.ts'

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

const attachedExitBody = z
  .strictObject({
    outcome_id: outcomeId,
    size: amountValue.describe('Shares'),
    legs: exitLegs,
  })
  .meta({ id: 'AttachedExitBody' })

const attachedExitChange = z.strictObject({ legs: exitLegs }).meta({ id: 'AttachedExitChange' })

const attachedExitParams = z.strictObject({ exit_id: exitId })

export const attachedExitRoutes = {
  listAttachedExits: read('Attached exits, newest first, those of the last week that ended too', {
    query: pagesQuery,
    answer: records.attachedExitList,
  }),
  attachExit: trade('Put an exit on shares that are held and that no other exit covers', {
    body: attachedExitBody,
    answer: records.attachedExit,
  }),
  changeAttachedExit: trade('Replace the legs of an exit; what rests follows', {
    params: attachedExitParams,
    body: attachedExitChange,
    answer: records.attachedExit,
  }),
  removeAttachedExit: trade('End an exit, in every mode: what rests of it is cancelled', {
    params: attachedExitParams,
    answer: records.attachedExit,
  }),
} as const
