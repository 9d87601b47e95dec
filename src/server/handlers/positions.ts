/** Leaving and hedging positions: the backend quotes, risk judges, the answer is that of any order. */
import { err, ok } from '#lib/result.ts'
import { cancelAnswer, placeAnswer } from '../views/orders.ts'
import type { Handlers, Services } from './handler.ts'
import { CONFLICT } from './orders.ts'

type Operations = 'exitPosition' | 'hedgePosition' | 'flattenPositions'

export function positionHandlers({ engine }: Services): Pick<Handlers, Operations> {
  const { exits, catalog, trading } = engine
  return {
    async exitPosition({ body }) {
      trading.touch()
      const placed = await exits.exit({
        clientOrderId: body.client_order_id,
        outcomeId: body.outcome_id,
        mode: body.mode,
        size: body.size ?? null,
        worst: body.worst_price ?? null,
      })
      return placed.ok ? ok(placeAnswer(placed.value, catalog)) : err(CONFLICT)
    },

    async hedgePosition({ body }) {
      trading.touch()
      const placed = await exits.hedge({
        clientOrderId: body.client_order_id,
        outcomeId: body.outcome_id,
        worst: body.worst_price ?? null,
      })
      return placed.ok ? ok(placeAnswer(placed.value, catalog)) : err(CONFLICT)
    },

    async flattenPositions({ body }) {
      trading.touch()
      const { cancels, legs } = await exits.flatten(
        body.legs.map((leg) => ({
          clientOrderId: leg.client_order_id,
          outcomeId: leg.outcome_id,
          worst: leg.worst_price ?? null,
        })),
      )
      return ok({
        cancels: cancels.map((one) => ({ ...cancelAnswer(one), outcomeIds: one.outcomeIds })),
        legs: legs.map((leg) => ({ ...leg, result: leg.result && placeAnswer(leg.result, catalog) })),
      })
    },
  }
}
