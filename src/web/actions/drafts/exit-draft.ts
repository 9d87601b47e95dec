/** Exits as they are being written, in ticks from a price or as prices, and the legs that they come to. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ExitLegs } from '#core/order/attached-exit.ts'
import { legsFault } from '#core/order/exit-legs.ts'
import type { LegsFault } from '#core/order/exit-legs.ts'
import { legsOfTemplate } from '#core/order/exit-template.ts'
import type { ExitTemplate } from '#core/order/exit-template.ts'
import type { Price, TickSize } from '#core/price.ts'
import { NO_EXITS, SLIPPAGE_TICKS } from './exit-legs.ts'
import type { ExitDraft } from './exit-legs.ts'
import { readTyped } from '../../data/markets/typed-price.ts'
import type { Prices } from '../../data/settings/prices.ts'

/** Guarantee in one sentence. */
export const GUARANTEE =
  'Targets rest at the venue. Stops need Sesame running and ARMED; the fill price is not guaranteed.'

/** The limits of the terminal's own schema. */
const MOST = { ticks: 9_999, percent: 99, slippage: 1_000, minutes: 10_080 }

/** Where exits are written: the price from which ticks count, null while there is none, and how prices are read. */
export type ExitPlace = {
  readonly price: Price | null
  readonly tick: TickSize
  readonly prices: Prices
}

/** Reads one field that is not empty; a fault goes to `wrong`, which answers null. */
type Read<Value> = (name: string, typed: string, wrong: (text: string) => null) => Value | null

const countOf =
  (what: string, most: number): Read<number> =>
  (name, typed, wrong) =>
    /^\d{1,5}$/.test(typed) && Number(typed) <= most
      ? Number(typed)
      : wrong(`${name} must be whole ${what}, at most ${most}, or empty.`)

/** All fields, targets and the like as `point` reads them; or the fault of the first that is wrong. */
function readFields<Point>(draft: ExitDraft, point: Read<Point>) {
  const faults: string[] = []
  const wrong = (text: string): null => {
    faults.push(text)
    return null
  }
  const read = <Value>(name: string, typed: string, by: Read<Value>): Value | null =>
    typed.trim() === '' ? null : by(name, typed.trim(), wrong)
  const percent = countOf('percent', MOST.percent)
  const rows = [
    [read('Target', draft.target, point), read('Share', draft.share, percent)],
    [read('Target 2', draft.target2, point), read('Share 2', draft.share2, percent)],
    [read('Target 3', draft.target3, point), null],
  ] as const
  const wanted = rows.flatMap(([at, share]) => (at === null ? [] : [{ at, share }]))
  let left = 100
  const targets = wanted.map(({ at, share }, row) => {
    const own = row === wanted.length - 1 ? left : (share ?? 0)
    left -= own
    if (own <= 0 || left < 0) wrong('Share: every target needs a percentage; the last gets the rest of 100.')
    return { at, percent: own }
  })
  const fields = {
    targets,
    stop: read('Stop', draft.stop, point),
    breakEven: { at: read('Break-even', draft.breakEven, point), to: read('Stop to', draft.plus, point) },
    trailing: read('Trailing stop', draft.trailing, countOf('ticks', MOST.ticks)),
    slippageTicks: read('Slippage', draft.slippage, countOf('ticks', MOST.slippage)) ?? 0,
    minutesBefore: read('Time', draft.minutes, countOf('minutes', MOST.minutes)),
  }
  if (fields.trailing === 0) wrong('Trailing stop must be at least 1 tick below the highest bid.')
  return faults[0] === undefined ? ok(fields) : err(faults[0])
}

/** A draft in ticks, as a template. */
export function templateOf(draft: ExitDraft, name = ''): Result<ExitTemplate, string> {
  const read = readFields(draft, countOf('ticks', MOST.ticks))
  if (!read.ok) return read
  const { targets, stop, breakEven, trailing, slippageTicks, minutesBefore } = read.value
  return ok({
    name,
    targets: targets.map(({ at: ticks, percent }) => ({ ticks, percent })),
    stop: stop === null ? null : { ticks: stop, slippageTicks },
    trailing: trailing === null ? null : { ticks: trailing, slippageTicks },
    breakEven: breakEven.at === null ? null : { afterTicks: breakEven.at, plusTicks: breakEven.to ?? 0 },
    time: minutesBefore === null ? null : { minutesBefore },
  })
}

/**
 * The legs of a draft: in ticks those of a template, else the prices that are written.
 *
 * @returns which field is wrong, why, and what to write instead
 */
export function legsOf(draft: ExitDraft, { price, tick, prices }: ExitPlace): Result<ExitLegs, string> {
  const template = templateOf(draft.unit === 'ticks' ? draft : { ...draft, ...NO_POINTS })
  if (!template.ok) return template
  const { targets, stop: stopTicks, breakEven } = template.value
  const isCounted = targets.length > 0 || stopTicks !== null || breakEven !== null
  if (isCounted && price === null)
    return err('Exits in ticks count from the order\u2019s price: enter it, or enter exits as prices.')
  const counted = legsOfTemplate(template.value, price ?? ((10_000 - tick) as Price), tick)
  const made = counted.ok && draft.unit === 'price' ? withPrices(counted.value, draft, tick, prices) : counted
  if (!made.ok) return made
  const { target, further, stop } = made.value
  const lowest = further[0] ?? target
  // Slippage and the start of the game are for the terminal to judge.
  const fault = legsFault(made.value, tick, MOST.slippage, 0)
  if (fault === 'target_below_stop' && lowest !== null && stop !== null && lowest.price <= stop.price) {
    const [high, low] = [prices.price(lowest.price, tick), prices.price(stop.price, tick)]
    return err(`Target ${high} is not above the stop ${low}: raise the target or lower the stop.`)
  }
  return fault === null ? made : err(faultText(fault))
}

/** Fields that are points, not wanted. */
export const NO_POINTS = { target: '', target2: '', target3: '', stop: '', breakEven: '', plus: '' }

function faultText(fault: LegsFault): string {
  if (fault === 'no_leg') return 'Exits need a target, a stop, a trailing stop or a time.'
  if (fault === 'off_tick') return 'Exit prices must be on the tick.'
  if (fault === 'target_below_stop') return 'Every target must be above the stop, also after break-even.'
  return fault === 'further_targets'
    ? 'Targets need different prices; the last covers the rest.'
    : 'Break-even needs a stop, and must move it to below its trigger.'
}

/** The legs with targets, stop and break-even at the prices that are written. */
function withPrices(
  legs: ExitLegs,
  draft: ExitDraft,
  tick: TickSize,
  prices: Prices,
): Result<ExitLegs, string> {
  const read = readFields(draft, (name, typed, wrong) => {
    const { price, fault, instead } = readTyped(typed, tick, prices.format)
    if (fault === null) return price
    const way = instead.map((one) => prices.price(one, tick)).join(' or ')
    return wrong(`${fault.replace(/^Price/, name)}${way === '' ? '' : ` Use ${way}.`}`)
  })
  if (!read.ok) return read
  const { targets, stop, breakEven, slippageTicks } = read.value
  const { at, to } = breakEven
  const last = targets.at(-1)
  return ok({
    ...legs,
    target: last === undefined ? null : { price: last.at },
    further: targets.slice(0, -1).map(({ at: price, percent }) => ({ price, percent })),
    stop: stop && { price: stop, slippageTicks },
    breakEven: at && to && { at, stop: to },
  })
}

/** The fields of a template. */
export function draftOfTemplate({ targets, stop, breakEven, trailing, time }: ExitTemplate): ExitDraft {
  const [first, second, third] = targets
  const text = (count: number | undefined) => (count === undefined ? '' : `${count}`)
  return {
    ...NO_EXITS,
    target: text(first?.ticks),
    share: second === undefined ? '' : text(first?.percent),
    target2: text(second?.ticks),
    share2: third === undefined ? '' : text(second?.percent),
    target3: text(third?.ticks),
    stop: text(stop?.ticks),
    breakEven: text(breakEven?.afterTicks),
    plus: text(breakEven?.plusTicks),
    trailing: text(trailing?.ticks),
    slippage: text((stop ?? trailing)?.slippageTicks ?? SLIPPAGE_TICKS),
    minutes: text(time?.minutesBefore),
  }
}
