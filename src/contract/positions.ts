/** Positions, leaving and hedging them (API-5, API-6): bodies name what is held, the backend quotes. */
import { z } from 'zod'
import { amountValue, clientOrderId, outcomeId, pageQuery, priceBetween } from './values.ts'

const worstPrice = priceBetween.nullish().meta({
  description: 'The worst price that was shown: nothing is sent at one that is worse',
})

export const exitBody = z
  .strictObject({
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
    mode: z.enum(['walk', 'join']).meta({
      description:
        'walk: sells through the bids down to exit_slippage_ticks or exit_slippage_percent, whichever comes first; join: rests at the best ask, post-only',
    }),
    size: amountValue
      .nullish()
      .meta({ description: 'Shares; all that are held when left out, own resting sales cancelled first' }),
    worst_price: worstPrice,
  })
  .meta({ id: 'ExitBody' })

export const hedgeBody = z
  .strictObject({
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
    worst_price: worstPrice,
  })
  .meta({ id: 'HedgeBody', description: 'outcome_id: the outcome that is held' })

export const flattenBody = z
  .strictObject({
    legs: z
      .array(
        z.strictObject({ client_order_id: clientOrderId, outcome_id: outcomeId, worst_price: worstPrice }),
      )
      .min(1)
      .max(100)
      .describe('Each sold whole by an exit that walks'),
  })
  .meta({ id: 'FlattenBody', description: 'A leg is one outcome' })

export const positionsQuery = z.strictObject({
  status: z.enum(['open', 'redeemable', 'closed']).default('open').describe('Which positions'),
  ...pageQuery,
})
