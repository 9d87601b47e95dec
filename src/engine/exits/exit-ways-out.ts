/**
 * While a way out of the trader has orders of exits cancelled, the exits of the outcome send nothing. After it they offer again what
 * they still cover; the targets that a hedge took are given up, since their shares are covered by the other outcome (INV-81).
 */
import { isInForce } from '#core/order/attached-exit.ts'
import type { Facts } from '../bus.ts'
import { flush, momentOf, type ExitsState } from './exit-actor.ts'
import { lookAtOutcome } from './exit-looks.ts'

/** Takes the beginning or the end of a way out; what it cancels is on disk as such before the first cancel leaves. */
export function takeWayOut(state: ExitsState, { outcomeId, orderIds, step }: Facts['way_out']): void {
  const exits = [...(state.ofOutcome.get(outcomeId) ?? [])].map(({ machine }) => machine)
  if (step === 'begins') {
    const orders = new Set(orderIds.flatMap((id) => state.orders.order(id)?.clientOrderId ?? []))
    state.leaving.set(outcomeId, orders)
    for (const exit of exits) exit.send({ type: 'gives_way', orders })
    flush(state)
  } else {
    const taken = state.leaving.get(outcomeId) ?? new Set()
    state.leaving.delete(outcomeId)
    for (const exit of exits) {
      const { orders } = exit.state()
      const isTaken = orders.some(({ clientOrderId }) => taken.has(clientOrderId))
      if (step === 'hedged' && isTaken && isInForce(exit.state())) {
        exit.send({ type: 'cancelled', at: momentOf(state) })
      }
    }
  }
  lookAtOutcome(state, outcomeId)
}
