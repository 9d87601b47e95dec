/** Shares that leave a position otherwise are no longer covered by its exits, whether a trade tells of them or not (INV-64). */
import type { OutcomeId } from '#core/ids.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { cutToHeld, isInForce, restOf } from '#core/order/attached-exit.ts'
import type { Order } from '#core/order/order.ts'
import type { Facts } from '../bus.ts'
import { flush, momentOf, type ExitEntry, type ExitsState } from './exit-actor.ts'
import { lookAtOutcome } from './exit-looks.ts'
import { hasUnproven } from './exit-orders.ts'

const BALANCE_SETTLED_MS = 60_000

/** Shares sold a while ago may be in the balance already, and be subtracted once more until that has settled. */
export function cutLater(state: ExitsState, outcomeId: OutcomeId): void {
  state.settling.set(outcomeId, state.clock.monotonic() + BALANCE_SETTLED_MS)
}

/** Cuts the exits of outcomes of which less is held than they cover; where that is not sure yet, a later call does. */
export function cutWhatIsGone(state: ExitsState): void {
  noticeMissing(state)
  takeSettled(state)
  if (state.soldElsewhere.size === 0 || !state.orders.isReconciled()) return
  for (const outcomeId of state.soldElsewhere) {
    const entries = entriesOf(state, outcomeId)
    if (entries.some((entry) => entry.isRecalling || hasUnproven(state, entry))) continue
    const held = entries.length === 0 ? ZERO : isSettled(state, outcomeId) ? heldNow(state, outcomeId) : null
    if (held === null) continue
    state.soldElsewhere.delete(outcomeId)
    cutTo(state, outcomeId, held)
  }
}

/** Shares that were merged or transferred: no trade tells of them, only the balance, which has to say so for a while. */
function noticeMissing(state: ExitsState): void {
  for (const outcomeId of state.ofOutcome.keys()) {
    if (state.settling.has(outcomeId) || state.soldElsewhere.has(outcomeId)) continue
    const covered = addMicros(
      ZERO,
      ...entriesOf(state, outcomeId).map(({ machine }) => restOf(machine.state())),
    )
    const balance = state.holdings.held(outcomeId)
    if (balance === null || balance >= covered) continue
    if (covered > (heldNow(state, outcomeId) ?? covered)) cutLater(state, outcomeId)
  }
}

/** Outcomes of which the balance says again what is held. */
function takeSettled(state: ExitsState): void {
  const { settling, soldElsewhere, clock } = state
  for (const [outcomeId, at] of settling) {
    if (clock.monotonic() < at || !isSettled(state, outcomeId)) continue
    settling.delete(outcomeId)
    soldElsewhere.add(outcomeId)
  }
}

/** True if no sale is counted twice, in the balance and beside it. */
function isSettled({ holdings }: ExitsState, outcomeId: OutcomeId): boolean {
  return holdings.shown(outcomeId) === holdings.held(outcomeId)
}

/** By balance or by fills, whichever tells of more: the balance may lack a purchase, fills what came otherwise. Null when never read. */
function heldNow({ holdings, orders }: ExitsState, outcomeId: OutcomeId): Micros | null {
  const balance = holdings.held(outcomeId)
  if (balance === null) return null
  const byBalance = addMicros(balance, holdings.settling(outcomeId))
  const byFills = orders.usage.held(outcomeId).size
  return byBalance > byFills ? byBalance : byFills
}

function entriesOf({ ofOutcome }: ExitsState, outcomeId: OutcomeId): readonly ExitEntry[] {
  return [...(ofOutcome.get(outcomeId) ?? [])]
}

/** Shares that a hedge has paired are covered by it: sold by an exit, they would leave the other outcome alone. */
export function cutHedged(
  state: ExitsState,
  { clientOrderId, side, outcomeId: other, filledSize }: Order,
): void {
  const outcomeId = clientOrderId === null ? undefined : state.hedges.get(clientOrderId)
  const held = outcomeId === undefined ? null : heldNow(state, outcomeId)
  if (outcomeId === undefined || held === null || side === 'SELL' || filledSize <= 0n) return
  const bought = state.orders.usage.held(other).size
  const left = subtractMicros(held, bought > filledSize ? bought : filledSize)
  cutTo(state, outcomeId, left > 0n ? left : ZERO)
}

function cutTo(state: ExitsState, outcomeId: OutcomeId, held: Micros): void {
  const exits = entriesOf(state, outcomeId).map(({ machine }) => machine.state())
  for (const { id, by } of cutToHeld(exits, held)) state.entries.get(id)?.machine.send({ type: 'cut', by })
}

/**
 * Takes the beginning or the end of a way out; what it cancels is on disk as such before the first cancel leaves. While it has orders
 * of exits cancelled, the exits of the outcome send nothing. After it they offer again what they still cover; the targets that a hedge
 * took are given up, since their shares are covered by the other outcome (INV-81).
 */
export function takeWayOut(state: ExitsState, { outcomeId, orderIds, step }: Facts['way_out']): void {
  const exits = entriesOf(state, outcomeId).map(({ machine }) => machine)
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
