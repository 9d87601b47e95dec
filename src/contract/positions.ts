/** Leaving and hedging positions (terminal-api.md section 6): bodies name what is held, the backend quotes the order. */
import { z } from 'zod'
import { amountValue, clientOrderId, outcomeId } from './values.ts'

export const exitBody = z
  .strictObject({
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
    mode: z.enum(['walk', 'join']).meta({
      description:
        'walk: sells through the bids down to exit_slippage_ticks; join: rests at the best ask, post-only',
    }),
    size: amountValue.nullish().meta({ description: 'Shares; all that are held and free when left out' }),
  })
  .meta({ id: 'ExitBody' })

export const hedgeBody = z
  .strictObject({
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
  })
  .meta({ id: 'HedgeBody', description: 'outcome_id: the outcome that is held' })
