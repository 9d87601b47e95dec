/** Samples of attached exits and of what happens to them. */
import { parseClientOrderId, parseExitId, parseOrderId, parseOutcomeId, type ClientOrderId } from '../ids.ts'
import { stepAttachedExit } from '../machines/attached-exit.ts'
import type { ExitEffect, ExitEvent, ExitLook, Moment } from '../machines/attached-exit-facts.ts'
import { micros, type Micros } from '../money.ts'
import { newExit, NO_LEGS, type AttachedExit, type ExitLegs } from '../order/attached-exit.ts'
import { priceFromSteps, type Price, type TickSize } from '../price.ts'

export function known<T>(value: T | null): T {
  if (value === null) throw new Error('a constant of the samples is wrong')
  return value
}

export const YES = known(parseOutcomeId('pm:1'))
export const ID = known(parseExitId('01890000-0000-7000-8000-00000000ffff'))
export const ENTRY = known(parseClientOrderId('01890000-0000-7000-8000-0000000000aa'))
export const ENTRY_HASH = known(parseOrderId(`pm:0x${'ee'.repeat(32)}`))
export const price = (steps: number): Price => known(priceFromSteps(steps))
export const shares = (count: number): Micros => micros(BigInt(Math.round(count * 100)) * 10_000n)
const MINIMUM = shares(5)
export const BOTH: ExitLegs = {
  ...NO_LEGS,
  target: { price: price(7_000) },
  stop: { price: price(4_000), slippageTicks: 2 },
}

/** Id of the n-th order of an exit of these samples. */
export const orderIdOf = (number: number): ClientOrderId =>
  known(parseClientOrderId(`01890000-0000-7000-8000-00000000${(0xb000 + number).toString(16)}`))

/** A look whose fresh id is that of the exit's next order. */
export function numbered(event: ExitEvent, { sent }: AttachedExit): ExitEvent {
  return event.type === 'look' ? { ...event, freshId: orderIdOf(sent + 1) } : event
}

/** A moment at which both clocks say the same. */
export const moment = (at: number): Moment => ({ wall: at, mono: at })

export type Looked = {
  /** Thin when the bids offer less than the market's minimum. */
  thin?: boolean
  held?: ExitLook['held']
  tick?: TickSize
  /** When the clock was found right; by default a moment ago. */
  clockRightAt?: number | null
  mono?: number
  bid?: number | null
  ask?: number | null
  free?: Micros | null
  isPaused?: boolean
  now?: number
  stale?: boolean
}

export function look({
  bid = 5_000,
  ask = null,
  free = shares(1_000),
  isPaused = false,
  now = 0,
  stale = false,
  thin = false,
  held = { sale: null, target: null },
  tick = 100,
  mono = now,
  clockRightAt = mono,
}: Looked = {}): ExitEvent {
  const top = {
    bestBid: bid === null ? null : price(bid),
    firmBid: bid === null || thin ? null : price(bid),
    evidence: {
      bestBid: null,
      bestAsk: ask === null ? null : price(ask),
      bookSequence: 1,
      bookAgeMs: 0,
    },
    minOrderSize: MINIMUM,
    tickSize: tick,
  }
  return {
    type: 'look',
    now: { wall: now, mono },
    freshId: orderIdOf(1),
    isPaused,
    top: stale ? null : top,
    isResolved: false,
    free,
    startsAt: 1_000_000,
    clockRightAt,
    held,
  }
}

export function run(exit: AttachedExit, ...events: readonly ExitEvent[]) {
  const effects: ExitEffect[] = []
  let state = exit
  for (const event of events) {
    const step = stepAttachedExit(state, numbered(event, state))
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects, types: effects.map(({ type }) => type) }
}

export const entry = (filled: number, isOver = false): ExitEvent => ({
  type: 'entry',
  clientOrderId: ENTRY,
  orderId: ENTRY_HASH,
  filled: shares(filled),
  isOver,
  at: moment(0),
})
export const order = (
  number: number,
  size: number,
  filled: number,
  isOver: boolean,
  isAsked = false,
): ExitEvent => ({
  type: 'order',
  clientOrderId: orderIdOf(number),
  orderId: null,
  size: shares(size),
  filled: shares(filled),
  isThere: true,
  isOver,
  isAsked,
  at: moment(0),
})
/** Two thirds in further targets, and a stop that moves to 0.45. */
export const SEVERAL: ExitLegs = {
  ...BOTH,
  further: [
    { price: price(6_000), percent: 33 },
    { price: price(6_500), percent: 33 },
  ],
  breakEven: { at: price(5_500), stop: price(4_500) },
}
/** The same after a purchase of 20 once the bid is at 0.50. */
export const STOP_ENTRY: ExitLegs = {
  ...SEVERAL,
  entry: { price: price(5_000), size: shares(20), slippageTicks: 3 },
}
export const onStopEntry = (legs = STOP_ENTRY): AttachedExit =>
  newExit(ID, YES, { askedAs: null }, legs, 100, 0)
export const onEntry = (legs = BOTH): AttachedExit => newExit(ID, YES, { entry: ENTRY }, legs, 100, 0)
export const onPosition = (size: number, legs = BOTH): AttachedExit =>
  newExit(ID, YES, { size: shares(size) }, legs, 100, 0)
