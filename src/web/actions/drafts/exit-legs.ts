/** The legs of exits as the terminal has them and takes them, and gestures that move or set some of them. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ExitId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import { maySell, NO_LEGS } from '#core/order/attached-exit.ts'
import type { ExitLegs } from '#core/order/attached-exit.ts'
import { legsText } from '#core/order/exit-legs.ts'
import { complementPrice, priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { AttachedExit, SentLegs } from '../../platform/api/client.ts'
import { WHY_NOT } from '../../words/why-not.ts'
import type { reportExits } from '../reports.ts'
import type { ExitMark, PricedLeg } from '../../data/account/exit-marks.ts'
import { SLIPPAGE_TICKS } from './no-exits.ts'

/** The legs that an exit has now. */
export function legsOfExit(exit: AttachedExit): ExitLegs {
  const { targetPrice, stopPrice, trailingDistance, minutesBeforeStart, breakEven, entry } = exit
  return {
    target: targetPrice === null ? null : { price: targetPrice },
    further: exit.furtherTargets ?? [],
    stop:
      stopPrice === null
        ? null
        : { price: stopPrice, slippageTicks: exit.stopSlippageTicks ?? SLIPPAGE_TICKS },
    trailing:
      trailingDistance === null
        ? null
        : { distance: trailingDistance, slippageTicks: exit.trailingSlippageTicks ?? 0 },
    time: minutesBeforeStart === null ? null : { minutesBefore: minutesBeforeStart },
    breakEven: breakEven === undefined ? null : { at: breakEven.atPrice, stop: breakEven.stopPrice },
    entry: entry ?? null,
  }
}

/** Legs as they are sent; one that is not wanted is left out. */
export function sentLegs(legs: ExitLegs): SentLegs {
  const { target, further, stop, trailing, time, breakEven, entry } = legs
  return {
    ...(target !== null && { target }),
    ...(further.length > 0 && { furtherTargets: [...further] }),
    ...(stop !== null && { stop }),
    ...(trailing !== null && { trailing: { ...trailing, distance: trailing.distance as Price } }),
    ...(time !== null && { time: { minutesBeforeStart: time.minutesBefore } }),
    ...(breakEven !== null && { breakEven: { atPrice: breakEven.at, stopPrice: breakEven.stop } }),
    ...(entry !== null && { entry }),
  }
}

/** Leg to be moved or removed: one that has a price, or the time. */
type LegName = PricedLeg | 'time'

/** New prices of some legs; null takes a leg off. */
export type LegMoves = Partial<Readonly<Record<LegName, Price | null>>>

/**
 * The legs that an exit has, with some of its prices moved. The trailing stop moves by its distance.
 *
 * @returns the reason why a price is refused
 */
export function movedLegs(exit: AttachedExit, moves: LegMoves): Result<ExitLegs, string> {
  let legs = legsOfExit(exit)
  for (const [leg, to] of Object.entries(moves) as [LegName, Price | null][]) {
    const moved = movedLeg(exit, legs, leg, to)
    if (moved === null) return err('The trailing stop must stay below the highest bid')
    legs = moved
  }
  return ok(legs)
}

function movedLeg(exit: AttachedExit, legs: ExitLegs, leg: LegName, to: Price | null): ExitLegs | null {
  const { further, stop, breakEven, entry } = legs
  switch (leg) {
    case 'target':
      // The farthest of the others has the rest then.
      if (to === null && further.length > 0) {
        const last = further.toSorted((a, b) => a.price - b.price).at(-1)
        return { ...legs, target: last ?? null, further: further.filter((one) => one !== last) }
      }
      return { ...legs, target: to === null ? null : { price: to } }
    case 'target_1':
    case 'target_2':
      return {
        ...legs,
        further: further.flatMap((one, at) =>
          leg !== `target_${at + 1}` ? [one] : to === null ? [] : [{ ...one, price: to }],
        ),
      }
    case 'stop':
      return to === null
        ? { ...legs, stop: null, breakEven: null }
        : { ...legs, stop: { price: to, slippageTicks: stop?.slippageTicks ?? SLIPPAGE_TICKS } }
    case 'break_even':
      return { ...legs, breakEven: to === null || breakEven === null ? null : { ...breakEven, at: to } }
    case 'entry':
      return { ...legs, entry: to === null || entry === null ? null : { ...entry, price: to } }
    case 'trailing': {
      const distance = to === null ? null : distanceAt(exit, to)
      if (to !== null && distance === null) return null
      const slippageTicks = exit.trailingSlippageTicks ?? 0
      return { ...legs, trailing: distance === null ? null : { distance, slippageTicks } }
    }
    case 'time':
      return { ...legs, time: null }
  }
}

/** Target and stop of a position, each where it is wanted. */
export type PutLegs = { readonly target?: Price; readonly stop?: Price }

/** True once an exit has these legs, as it was asked for. */
export function hasLegs(exit: AttachedExit, legs: ExitLegs): boolean {
  return legsText(legsOfExit(exit)) === legsText(legs)
}

/** How far a price is below the highest bid that the trailing stop has seen; null where it is not. */
function distanceAt(
  { trailingPrice: now, trailingDistance: distance }: AttachedExit,
  to: Price,
): Price | null {
  return now === null || distance === null ? null : priceFromSteps(now + distance - to)
}

/** One leg of exits, as the ladder of an outcome shows it. */
export type MarkedLeg = Pick<ExitMark, 'outcomeId' | 'exits'> & { readonly leg: ExitMark['leg'] | 'time' }

type Done = Promise<Result<undefined, string>>

/** Gestures on attached exits: some of their legs at other prices. Others may have moved since they were drawn. */
export function createExitMoves(parts: {
  readonly open: () => readonly AttachedExit[]
  readonly attach: (outcomeId: string, size: Micros, legs: ExitLegs) => Done
  readonly change: (id: ExitId, legs: ExitLegs, text: string) => Done
  readonly remove: (exit: AttachedExit) => Done
  readonly report: Omit<ReturnType<typeof reportExits>, 'tell'>
}) {
  const { open, report } = parts

  async function moveOne({ id }: AttachedExit, moves: LegMoves): Done {
    const exit = open().find((one) => one.id === id)
    if (exit === undefined) return err(WHY_NOT.exitGone)
    const moved = movedLegs(exit, moves)
    if (!moved.ok) return moved
    const isIdle = !maySell(moved.value) && moved.value.entry === null
    // Without its entry the other legs have nothing to sell.
    if (isIdle || moves.entry === null) return parts.remove(exit)
    const text = Object.values(moves).includes(null) ? 'Removed from the exit' : 'Exit moved'
    return parts.change(id, moved.value, text)
  }

  async function moveEach(exits: readonly AttachedExit[], movesOf: (exit: AttachedExit) => LegMoves): Done {
    const results = await Promise.all(exits.map((exit) => moveOne(exit, movesOf(exit))))
    return results.find(({ ok: isDone }) => !isDone) ?? ok(undefined)
  }

  /** Moves a mark to a price of its ladder; null takes its leg off, and with the last leg the exit. */
  const move = ({ outcomeId, leg, exits }: MarkedLeg, to: Price | null) =>
    moveEach(exits, (exit) => ({
      [leg]: to === null || exit.outcomeId === outcomeId ? to : complementPrice(to),
    }))

  return {
    move,
    /** Sets legs for the whole position: in the exits that are attached, else as an exit of its own. */
    put(outcomeId: string, held: Micros, prices: PutLegs): void {
      const exits = open().filter((one) => one.outcomeId === outcomeId)
      const isAttached = exits.length > 0
      const { target, stop } = prices
      const legs: ExitLegs = {
        ...NO_LEGS,
        target: target === undefined ? null : { price: target },
        stop: stop === undefined ? null : { price: stop, slippageTicks: SLIPPAGE_TICKS },
      }
      const done = isAttached ? moveEach(exits, () => prices) : parts.attach(outcomeId, held, legs)
      report.put(Object.keys(prices), done)
    },
    /** Takes the leg of a mark off, and says so where that fails. */
    cancel: (mark: MarkedLeg) => report.cancel(move(mark, null)),
  }
}
