/** Results of each outcome of an event (API-5): figures of the backend, with resting orders and without. */
import { z } from 'zod'
import { decimal, eventId, listOf, pageQuery, signedDecimal } from './values.ts'

const amountRange = z
  .strictObject({ least: decimal, most: decimal })
  .meta({ id: 'AmountRange', description: 'Equal where the outcome can win in one way only' })

const profitRange = z
  .strictObject({ least: signedDecimal, most: signedDecimal })
  .meta({ id: 'ProfitRange', description: 'Equal where the outcome can win in one way only' })

export const ifWins = z
  .strictObject({
    payout: amountRange.meta({ description: 'What the shares held pay, without their cost' }),
    profit: profitRange.nullable().meta({
      description:
        'payout and what was realised so far, less the cost of what is held, over all markets that end together; null where a cost is not known',
    }),
    with_orders: profitRange.nullable().meta({
      description:
        'profit once every open order has filled whole at its price; null also where they sell more than is held',
    }),
    at_worst: signedDecimal
      .nullable()
      .meta({ description: 'profit when, of the open orders, only those fill that lose by it' }),
    fees_known: z.boolean().meta({ description: 'False: a fee that is not known counts as none' }),
  })
  .meta({ id: 'IfWins', description: 'Decimals of pUSD, should the outcome win' })

const marketPnl = z
  .strictObject({
    market_id: z.string(),
    exclusive: z.boolean().meta({
      description: 'Exactly one of the event’s exclusive markets resolves to its first outcome',
    }),
    outcomes: z
      .array(
        z.strictObject({
          outcome_id: z.string(),
          size: decimal.meta({ description: 'Shares held' }),
          if_wins: ifWins.nullable().meta({ description: 'Null for an outcome that cannot win any more' }),
        }),
      )
      .meta({ description: 'Both outcomes, in the market’s order' }),
    paired_size: decimal.meta({
      description: 'Shares of both outcomes that cover each other: a pair pays 1 whichever wins',
    }),
    net_size: signedDecimal.meta({
      description: 'Shares of the first outcome less those of the second',
    }),
    cost_basis: decimal.meta({ description: 'Of both outcomes, fees included' }),
    realised_pnl: signedDecimal,
    cost_known: z.boolean().meta({ description: 'False when shares came or went without a known cost' }),
    fees_known: z.boolean(),
  })
  .meta({ id: 'MarketResolutionPnl' })

/** Results of one event; `id` is the event's. */
export const resolutionPnl = z
  .strictObject({
    id: z.string(),
    markets: z
      .array(marketPnl)
      .meta({ description: 'Those in which something is held, was realised or is ordered' }),
    other: ifWins.nullable().meta({
      description:
        'Should an exclusive market win in which there is nothing, or one that is not listed; null when none can',
    }),
  })
  .meta({ id: 'ResolutionPnl' })

export const resolutionPnlQuery = z.strictObject({ event_id: eventId.optional(), ...pageQuery })

export const resolutionPnlList = listOf(resolutionPnl).meta({ id: 'ResolutionPnlList' })
