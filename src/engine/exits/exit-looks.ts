/**
 * Has an exit look at the present: its book, what is free of its outcome, the clock, and whether it may act; and how it is shown: its
 * state, its pause, own sales of its shares, faults of legs.
 */
import { bestBid, type BookView } from '#core/book/book.ts'
import { parseClientOrderId, type OrderId, type OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros, type Micros } from '#core/money.ts'
import { exitState, isInForce, needsTerminal, offeredShares, restOf } from '#core/order/attached-exit.ts'
import { isTimeOf, legsFault } from '#core/order/exit-legs.ts'
import type { AttachedExit, ExitLegs, ExitPause, ExitState } from '#core/order/attached-exit.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { ExitFault } from './exit-faults.ts'
import {
  entryOf,
  fresh,
  holdOf,
  isClockRight,
  momentOf,
  pauseOf,
  type ExitEntry,
  type ExitsState,
} from './exit-actor.ts'

/** An exit and why it may not act now. */
export type ExitStatus = {
  readonly exit: AttachedExit
  readonly state: ExitState
  /** Null while it may act, and for one that is over or does not depend on the terminal. */
  readonly pause: ExitPause | null
  /** Own sales that are no exit's and offer shares which it covers: one that sells has them cancelled first (INV-81). */
  readonly offeredBy: readonly OrderId[]
}

/** One look of one exit; nothing for one that is over. */
export function lookAt(state: ExitsState, entry: ExitEntry): void {
  const exit = entry.machine.state()
  if (!isInForce(exit)) return
  const { outcomeId } = exit
  const source = state.quoteBooks.source(outcomeId)
  const book = source.ok ? source.value.book : null
  const isClosed = state.orders.gate(state.orders.epoch(), { outcomeId, ids: [] }) !== null
  entry.machine.send({
    type: 'look',
    now: momentOf(state),
    freshId: fresh(state, parseClientOrderId),
    isPaused: entry.isRecalling || isClosed || state.leaving.has(outcomeId),
    top:
      book === null
        ? null
        : {
            bestBid: bestBid(book),
            firmBid: firmBid(book),
            evidence: state.quoteBooks.evidence(book),
            minOrderSize: book.minOrderSize,
            tickSize: book.tickSize,
          },
    isResolved: !source.ok && source.error.code === 'market_closed' && source.error.value === 'resolved',
    free: freeShares(state, outcomeId),
    startsAt: startOf(state, outcomeId),
    clockRightAt: state.clockSkew.rightAt(),
    held: {
      sale: holdOf(state, outcomeId, state.venueRefusal(false)?.code ?? null),
      target: holdOf(state, outcomeId, state.venueRefusal(true)?.code ?? null),
    },
  })
}

/** The price down to which the bids offer the market's minimum: what is less moves no trailing stop. */
function firmBid({ bids, minOrderSize }: BookView): Price | null {
  let offered = 0n
  for (const [price, size] of bids) {
    offered += size
    if (offered >= minOrderSize) return price
  }
  return null
}

/** A time that has come by this host's clock has that clock measured before it acts. */
export function measureForTime(state: ExitsState, { machine }: ExitEntry): void {
  const { timeDueSince } = machine.state().waits
  if (timeDueSince !== null && !isClockRight(state, timeDueSince)) void state.clockSkew.check()
}

/** Looks of all exits of an outcome. */
export function lookAtOutcome(state: ExitsState, outcomeId: OutcomeId): void {
  for (const entry of state.ofOutcome.get(outcomeId) ?? []) lookAt(state, entry)
}

/** Shares held that no open order may take; null when that is not known. */
function freeShares({ holdings }: ExitsState, outcomeId: OutcomeId): Micros | null {
  const held = holdings.held(outcomeId)
  return held === null ? null : micros(held - holdings.reserved(outcomeId))
}

/** The start of the market's game, else of its event. */
function startOf({ catalog }: ExitsState, outcomeId: OutcomeId): Instant | null {
  const known = catalog.outcome(outcomeId)
  return known?.market.gameStartTime ?? known?.event.startTime ?? null
}

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
  const [tick, startsAt] = [tickOf(state, outcomeId), startOf(state, outcomeId)]
  const fault = legsFault(legs, tick, state.limits().exitSlippageTicks, startsAt)
  return fault ?? (isTimeOf(legs, startsAt, state.clock.now()) ? 'time_past' : null)
}

/** Tick of the book, which is ahead of the catalog when the venue changes it. */
export function tickOf(state: ExitsState, outcomeId: OutcomeId): TickSize {
  const source = state.quoteBooks.source(outcomeId)
  return source.ok ? source.value.book.tickSize : (state.catalog.outcome(outcomeId)?.market.tickSize ?? 100)
}
