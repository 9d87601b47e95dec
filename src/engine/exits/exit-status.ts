/** How an exit is shown, and what may be set: its state, its pause, own sales of its shares, faults of legs. */
import type { OrderId, OutcomeId } from '#core/ids.ts'
import {
  exitState,
  isInForce,
  legsFault,
  needsTerminal,
  offeredShares,
  restOf,
} from '#core/order/attached-exit.ts'
import type { AttachedExit, ExitLegs } from '#core/order/attached-exit.ts'
import type { TickSize } from '#core/price.ts'
import type { ExitFault, ExitStatus } from './contract.ts'
import { entryOf, pauseOf, type ExitEntry, type ExitsState } from './exit-actor.ts'
import { freeShares, startOf } from './exit-looks.ts'

/** One exit as the edges see it. */
export function statusOf(state: ExitsState, entry: ExitEntry): ExitStatus {
  const exit = entry.machine.state()
  const pause = needsTerminal(exit) ? pauseOf(state, entry) : null
  return { exit, state: exitState(exit, pause), pause, offeredBy: salesOf(state, exit) }
}

/** Own sales of the outcome that leave less free than the exit covers. */
function salesOf(state: ExitsState, exit: AttachedExit): readonly OrderId[] {
  const free = freeShares(state, exit.outcomeId)
  if (!isInForce(exit) || free === null || free + offeredShares(exit) >= restOf(exit)) return []
  return state.orders
    .open()
    .filter((order) => order.side === 'SELL' && order.outcomeId === exit.outcomeId)
    .flatMap((order) => (order.id === null || entryOf(state, order) !== null ? [] : [order.id]))
}

/** An exit's pause is part of its shown state. */
export function publishPause(state: ExitsState, entry: ExitEntry): void {
  const { pause } = statusOf(state, entry)
  if (pause === entry.shownPause) return
  entry.shownPause = pause
  state.bus.publish('attached_exit', { exitId: entry.machine.state().id })
}

/** Why such legs cannot be set on an outcome now, or null. */
export function faultOf(state: ExitsState, outcomeId: OutcomeId, legs: ExitLegs): ExitFault | null {
  if (state.catalog.outcome(outcomeId) === null) return 'unknown_outcome'
  const tick = tickOf(state, outcomeId)
  return legsFault(legs, tick, state.limits().exitSlippageTicks, startOf(state, outcomeId))
}

/** Tick of the book, which is ahead of the catalog when the venue changes it. */
export function tickOf(state: ExitsState, outcomeId: OutcomeId): TickSize {
  const source = state.quoteBooks.source(outcomeId)
  return source.ok ? source.value.book.tickSize : (state.catalog.outcome(outcomeId)?.market.tickSize ?? 100)
}
