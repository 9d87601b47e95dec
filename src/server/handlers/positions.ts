/** Leaving and hedging positions: the backend quotes, risk judges, the answer is that of any order. */
import { err, ok } from '#lib/result.ts'
import { placeResultView } from '../views/orders.ts'
import type { Handlers, Services } from './handler.ts'
import { CONFLICT } from './orders.ts'

export function positionHandlers({ engine }: Services): Pick<Handlers, 'exitPosition' | 'hedgePosition'> {
  const { exits, catalog, trading } = engine
  return {
    async exitPosition({ body }) {
      trading.touch()
      const placed = await exits.exit({
        clientOrderId: body.client_order_id,
        outcomeId: body.outcome_id,
        mode: body.mode,
        size: body.size ?? null,
      })
      return placed.ok ? ok(placeResultView(placed.value, catalog)) : err(CONFLICT)
    },

    async hedgePosition({ body }) {
      trading.touch()
      const placed = await exits.hedge({ clientOrderId: body.client_order_id, outcomeId: body.outcome_id })
      return placed.ok ? ok(placeResultView(placed.value, catalog)) : err(CONFLICT)
    },
  }
}
