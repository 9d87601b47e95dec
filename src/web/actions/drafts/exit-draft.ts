/** Exits as they are being written, in ticks from a price or as prices, and the legs that they come to. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { PageSettings } from '#contract/page-settings.ts'
import type { ExitId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import { complementPrice, isOnTick, priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { AttachedExit, ExitLegs } from '../../platform/api/client.ts'
import { readTyped } from '../../data/markets/typed-price.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { WHY_NOT } from '../../words/why-not.ts'
import type { reportExits } from '../reports.ts'
import type { ExitMark, PricedLeg } from '../../data/account/exit-marks.ts'

/** In what target and stop are written; trailing stop and slippage are always ticks. */
export type ExitUnit = PageSettings['exitUnit']

/** As typed; an empty text is a leg that is not wanted. */
export type ExitDraft = {
  readonly isOn: boolean
  readonly unit: ExitUnit
  readonly target: string
  readonly stop: string
  readonly trailing: string
  readonly slippage: string
  readonly minutes: string
}

/** Slippage of a stop where none is written, in ticks. */
const SLIPPAGE_TICKS = 3

export const NO_EXITS: ExitDraft = {
  isOn: false,
  unit: 'ticks',
  target: '10',
  stop: '10',
  trailing: '',
  slippage: `${SLIPPAGE_TICKS}`,
  minutes: '',
}

/** Guarantee in one sentence. */
export const GUARANTEE =
  'Targets rest at the venue. Stops need Sesame running and ARMED; the fill price is not guaranteed.'

/** The limits of the terminal's own schema. */
const MOST = { slippage: 1_000, minutes: 10_080 }

/** Where exits are written: the price from which ticks count, null while there is none, and how prices are read. */
export type ExitPlace = {
  readonly price: Price | null
  readonly tick: TickSize
  readonly prices: Prices
}

/**
 * The legs of a draft: in ticks the target above the price and the stop below it.
 *
 * @returns which field is wrong, why, and what to write instead
 */
export function legsOf(draft: ExitDraft, { price, tick, prices }: ExitPlace): Result<ExitLegs, string> {
  const faults: string[] = []
  function wrong(text: string): null {
    faults.push(text)
    return null
  }

  /** A whole number; null for an empty field. */
  function count(name: string, typed: string, what: string, most: number): number | null {
    const text = typed.trim()
    if (text === '') return null
    if (/^\d{1,5}$/.test(text) && Number(text) <= most) return Number(text)
    return wrong(`${name} is a whole number of ${what}, at most ${most}: write as 10, or leave it empty.`)
  }

  /** A target or a stop as a price; null for an empty field. */
  function typedPrice(name: string, typed: string): Price | null {
    const { price: read, fault, instead } = readTyped(typed, tick, prices.format)
    if (fault === null) return read
    const way = instead.map((one) => prices.price(one, tick)).join(' or ')
    return wrong(`${fault.replace(/^Price/, name)}${way === '' ? '' : ` Take ${way}.`}`)
  }

  function leg(name: string, typed: string, sign: 1 | -1): Price | null {
    if (typed.trim() === '') return null
    if (draft.unit === 'price') return typedPrice(name, typed)
    const ticks = count(name, typed, 'ticks', 9_999)
    if (ticks === null) return null
    if (price === null)
      return wrong(`${name} has no price to count from: enter the order\u2019s price, or exits as prices.`)
    const at = priceFromSteps(price + sign * ticks * tick)
    if (at !== null && isOnTick(at, tick)) return at
    const edge = sign === 1 ? 10_000 - tick : tick
    const most = Math.floor((sign * (edge - price)) / tick)
    const off = price % tick === 0 ? '' : ', and the price must be on the tick'
    return wrong(
      `${name} lies beyond ${prices.price(priceFromSteps(edge), tick)}: at most ${most} ticks from ${prices.price(price, tick)}${off}.`,
    )
  }

  const target = leg('Target', draft.target, 1)
  const stop = leg('Stop', draft.stop, -1)
  const below = count('Trailing stop', draft.trailing, 'ticks', 9_999)
  const distance = below === null ? null : priceFromSteps(below * tick)
  if (below !== null && distance === null)
    wrong(`Trailing stop is 1 to ${Math.floor(9_999 / tick)} ticks below the highest bid.`)
  const slippageTicks = count('Slippage', draft.slippage, 'ticks', MOST.slippage) ?? 0
  const minutesBeforeStart = count('Time', draft.minutes, 'minutes', MOST.minutes)
  if (faults[0] !== undefined) return err(faults[0])
  if (target !== null && stop !== null && target <= stop) {
    const [high, low] = [prices.price(target, tick), prices.price(stop, tick)]
    return err(`Target ${high} is not above the stop ${low}: raise the target or lower the stop.`)
  }
  const legs: ExitLegs = {
    ...(target !== null && { target: { price: target } }),
    ...(stop !== null && { stop: { price: stop, slippageTicks } }),
    ...(distance !== null && { trailing: { distance, slippageTicks } }),
    ...(minutesBeforeStart !== null && { time: { minutesBeforeStart } }),
  }
  return Object.keys(legs).length > 0
    ? ok(legs)
    : err('Exits need a target, a stop, a trailing stop or a time: fill in one of them.')
}

/** New prices of some legs; null takes a leg off. */
export type LegMoves = Partial<Readonly<Record<PricedLeg | 'time', Price | null>>>

/**
 * The legs that an exit has, with some of its prices moved. The trailing stop moves by its distance.
 *
 * @returns the reason why a price is refused
 */
export function movedLegs(exit: AttachedExit, moves: LegMoves): Result<ExitLegs, string> {
  const { stopSlippageTicks, trailingSlippageTicks, minutesBeforeStart } = exit
  const { target = exit.targetPrice, stop = exit.stopPrice, trailing, time } = moves
  const to = trailing ?? null
  const distance = to === null ? (trailing === null ? null : exit.trailingDistance) : distanceAt(exit, to)
  if (to !== null && distance === null) return err('The trailing stop must stay below the highest bid')
  return ok({
    ...(target !== null && { target: { price: target } }),
    ...(stop !== null && { stop: { price: stop, slippageTicks: stopSlippageTicks ?? SLIPPAGE_TICKS } }),
    ...(distance !== null && {
      trailing: { distance, slippageTicks: trailingSlippageTicks ?? 0 },
    }),
    ...(minutesBeforeStart !== null && time !== null && { time: { minutesBeforeStart } }),
  })
}

/** Target and stop of a position, each where it is wanted. */
export type PutLegs = { readonly target?: Price; readonly stop?: Price }

/** The legs of an exit of its own at these prices. */
function legsAt({ target, stop }: PutLegs): ExitLegs {
  return {
    ...(target !== undefined && { target: { price: target } }),
    ...(stop !== undefined && { stop: { price: stop, slippageTicks: SLIPPAGE_TICKS } }),
  }
}

/** True once an exit has these legs, as it was asked for. */
export function hasLegs(exit: AttachedExit, { target, stop, trailing, time }: ExitLegs): boolean {
  return (
    exit.targetPrice === (target?.price ?? null) &&
    exit.stopPrice === (stop?.price ?? null) &&
    exit.trailingDistance === (trailing?.distance ?? null) &&
    exit.minutesBeforeStart === (time?.minutesBeforeStart ?? null)
  )
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
    if (Object.keys(moved.value).length === 0) return parts.remove(exit)
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
      const done = isAttached ? moveEach(exits, () => prices) : parts.attach(outcomeId, held, legsAt(prices))
      report.put(Object.keys(prices), done)
    },
    /** Takes the leg of a mark off, and says so where that fails. */
    cancel: (mark: MarkedLeg) => report.cancel(move(mark, null)),
  }
}
