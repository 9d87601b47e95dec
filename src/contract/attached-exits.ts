/** Exits attached to an entry or a position (API-6): a target rests at the venue, the rest needs the terminal ARMED. */
import { z } from 'zod'
import { MOST_TARGETS, MOST_TEMPLATES } from '#core/order/exit-template.ts'
import * as records from './records/attached-exits.ts'
import { own, read, trade } from './route.ts'
import { amountValue, clientOrderId, exitId, outcomeId, pagesQuery, priceBetween } from './values.ts'

const slippage = z.number().int().min(0).max(1_000).meta({
  description:
    'Ticks below the best bid when it sells; at most exit_slippage_ticks, never beyond exit_slippage_percent',
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
    further_targets: z
      .array(
        z.strictObject({
          price: priceBetween.describe('Sells at it'),
          percent: z.number().int().min(1).max(99).describe('Of what is covered'),
        }),
      )
      .max(2)
      .optional()
      .describe('Rest as the target does, each with its part; the target has the rest'),
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
    break_even: z
      .strictObject({
        at_price: priceBetween.describe('Best bid at which it acts'),
        stop_price: priceBetween.describe('New stop price, unless the stop is already higher'),
      })
      .nullish()
      .describe('Moves the stop once, after the entry has filled'),
    entry: z
      .strictObject({
        price: priceBetween.describe('The trigger'),
        size: amountValue.describe('Shares to buy'),
        slippage_ticks: slippage.describe('Its limit is so many ticks above; at most exit_slippage_ticks'),
      })
      .nullish()
      .describe(
        'Stop entry: buys once the best bid is at the price or above; the other legs cover what it buys',
      ),
  })
  .meta({ id: 'ExitLegs', description: 'At least one leg; the first that sells ends the others' })

const attachedExitBody = z
  .strictObject({
    outcome_id: outcomeId,
    size: amountValue.optional().describe('Shares held; omitted with a stop entry'),
    legs: exitLegs,
    client_order_id: clientOrderId.optional().meta({
      description: 'Required with a stop entry; repeating it answers the same exit',
    }),
  })
  .refine(
    ({ size, legs, client_order_id: id }) => (legs.entry ? size === undefined && id : size !== undefined),
    { error: 'covers a size that is held, or has a stop entry and a client_order_id' },
  )
  .meta({ id: 'AttachedExitBody' })

const attachedExitChange = z.strictObject({ legs: exitLegs }).meta({ id: 'AttachedExitChange' })

const ticks = z.number().int().min(1).max(9_999).describe('Ticks of the market')
export const templateName = z.string().min(1).max(40).describe('Names the template')

/** The same on the wire and on disk. */
export const exitTemplates = z
  .strictObject({
    templates: z
      .array(
        z.strictObject({
          name: templateName,
          targets: z
            .array(
              z.strictObject({
                ticks,
                percent: z.number().int().min(1).max(100).describe('Of what is bought'),
              }),
            )
            .max(MOST_TARGETS)
            .describe('The nearest first; 100 percent together'),
          stop: z.strictObject({ ticks, slippage_ticks: slippage }).nullable().describe('Below the price'),
          trailing: z
            .strictObject({ ticks, slippage_ticks: slippage })
            .nullable()
            .describe('Below the highest best bid'),
          break_even: z
            .strictObject({
              after_ticks: ticks,
              plus_ticks: z.number().int().min(0).max(9_999).describe('Above the price'),
            })
            .nullable()
            .describe('So many ticks in profit the stop moves'),
          time: z
            .strictObject({ minutes_before: minutesBefore })
            .nullable()
            .describe('Sells at the bids then'),
        }),
      )
      .max(MOST_TEMPLATES)
      .describe('In their order, with names that differ'),
    defaults: z
      .strictObject({
        sports: templateName.nullable().describe('For markets of a game; null: none'),
        other: templateName.nullable().describe('For every other market; null: none'),
      })
      .describe('Offered first'),
  })
  .meta({ id: 'ExitTemplatesBody' })

const attachedExitParams = z.strictObject({ exit_id: exitId })

export const attachedExitRoutes = {
  listAttachedExits: read('Attached exits, newest first, those of the last week that ended too', {
    query: pagesQuery,
    answer: records.attachedExitList,
  }),
  attachExit: trade('Attach an exit to shares held that no other exit covers', {
    body: attachedExitBody,
    answer: records.attachedExit,
  }),
  changeAttachedExit: trade('Replace the legs of an exit; its resting orders follow', {
    params: attachedExitParams,
    body: attachedExitChange,
    answer: records.attachedExit,
  }),
  removeAttachedExit: trade('End an exit, in every mode; its resting orders are cancelled', {
    params: attachedExitParams,
    answer: records.attachedExit,
  }),
  readExitTemplates: read('Exit templates', { answer: records.exitTemplates }),
  writeExitTemplates: own('Replace the exit templates', {
    body: exitTemplates,
    answer: records.exitTemplates,
  }),
} as const
