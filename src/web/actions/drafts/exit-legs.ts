/** The legs of exits as they are written, as the terminal has them and takes them, and gestures that move or set some of them. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { PageSettings } from '#contract/page-settings.ts'
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

/** In what targets, stop and break-even are written; trailing stop and slippage are always ticks. */
export type ExitUnit = PageSettings['exitUnit']

/** As typed; an empty text is a leg that is not wanted. */
export type ExitDraft = {
  readonly isOn: boolean
  readonly unit: ExitUnit
  /** Up to three, the nearest first, each but the last with its share in percent. */
  readonly target: string
  readonly share: string
  readonly target2: string
  readonly share2: string
  readonly target3: string
  readonly stop: string
  /** Once the bid has come so far, the stop goes to `plus`. */
  readonly breakEven: string
  readonly plus: string
  readonly trailing: string
  readonly slippage: string
  readonly minutes: string
}

/** Slippage of a stop where none is written, in ticks. */
export const SLIPPAGE_TICKS = 3

export const NO_EXITS: ExitDraft = {
  isOn: false,
  unit: 'ticks',
  target: '10',
  share: '',
  target2: '',
  share2: '',
  target3: '',
  stop: '10',
  breakEven: '',
  plus: '',
  trailing: '',
  slippage: `${SLIPPAGE_TICKS}`,
  minutes: '',
}

/** The legs that an exit has now. */
function legsOfExit(exit: AttachedExit): ExitLegs {
  const { targetPrice, stopPrice, trailingDistance, minutesBeforeStart, breakEven } = exit
  const slippageTicks = exit.stopSlippageTicks ?? SLIPPAGE_TICKS
  const trailing = { distance: trailingDistance ?? 0, slippageTicks: exit.trailingSlippageTicks ?? 0 }
  return {
    target: targetPrice && { price: targetPrice },
    further: exit.furtherTargets ?? [],
    stop: stopPrice && { price: stopPrice, slippageTicks },
    trailing: trailingDistance && trailing,
    time: minutesBeforeStart === null ? null : { minutesBefore: minutesBeforeStart },
    breakEven: breakEven ? { at: breakEven.atPrice, stop: breakEven.stopPrice } : null,
    entry: exit.entry ?? null,
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
  const { stop, breakEven, entry } = legs
  switch (leg) {
    case 'stop':
      return to === null
        ? { ...legs, stop: null, breakEven: null }
        : { ...legs, stop: { price: to, slippageTicks: stop?.slippageTicks ?? SLIPPAGE_TICKS } }
    case 'breakEven':
      return { ...legs, breakEven: to && breakEven && { ...breakEven, at: to } }
    case 'entry':
      return { ...legs, entry: to && entry && { ...entry, price: to } }
    case 'trailing': {
      if (to === null) return { ...legs, trailing: null }
      // Below the highest bid that it has seen.
      const { trailingPrice: now, trailingDistance: before, trailingSlippageTicks: slippageTicks } = exit
      const distance = now === null || before === null ? null : priceFromSteps(now + before - to)
      return distance && { ...legs, trailing: { distance, slippageTicks: slippageTicks ?? 0 } }
    }
    case 'time':
      return { ...legs, time: null }
    default:
      return { ...legs, ...movedTarget(legs, leg, to) }
  }
}

/** The last of the targets that are left has the rest. */
function movedTarget({ target, further }: ExitLegs, leg: PricedLeg, to: Price | null) {
  const all = [...further, ...(target === null ? [] : [{ ...target, percent: 0 }])]
  const at = leg === 'target' ? further.length : leg === 'target1' ? 0 : 1
  const moved = to === null ? [] : [{ percent: 0, ...all[at], price: to }]
  const left = all.toSpliced(at, 1, ...moved)
  const last = left.at(-1)
  return { target: last === undefined ? null : { price: last.price }, further: left.slice(0, -1) }
}

/** Target and stop of a position, each where it is wanted. */
export type PutLegs = { readonly target?: Price; readonly stop?: Price }

/** True once an exit has these legs, as it was asked for. */
export function hasLegs(exit: AttachedExit, legs: ExitLegs): boolean {
  return legsText(legsOfExit(exit)) === legsText(legs)
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
      const { target, stop } = prices
      const legs: ExitLegs = {
        ...NO_LEGS,
        target: target === undefined ? null : { price: target },
        stop: stop === undefined ? null : { price: stop, slippageTicks: SLIPPAGE_TICKS },
      }
      const done = exits.length > 0 ? moveEach(exits, () => prices) : parts.attach(outcomeId, held, legs)
      report.put(Object.keys(prices), done)
    },
    /** Takes the leg of a mark off, and says so where that fails. */
    cancel: (mark: MarkedLeg) => report.cancel(move(mark, null)),
  }
}
