/** Templates of exits: legs in ticks from an entry's price, named, which page and terminal turn into the same prices. */
import { err, ok, type Result } from '#lib/result.ts'
import { priceFromSteps, type Price, type TickSize } from '../price.ts'
import { NO_LEGS, type ExitLegs, type FurtherTarget } from './attached-exit.ts'

export type ExitTemplate = {
  readonly name: string
  /** Up to three, nearest first; percents of the buy, 100 in total. */
  readonly targets: readonly { readonly ticks: number; readonly percent: number }[]
  readonly stop: { readonly ticks: number; readonly slippageTicks: number } | null
  readonly trailing: { readonly ticks: number; readonly slippageTicks: number } | null
  /** So many ticks in profit, the stop moves to so many above the entry. */
  readonly breakEven: { readonly afterTicks: number; readonly plusTicks: number } | null
  readonly time: { readonly minutesBefore: number } | null
}

/** The name of the template that is offered first, by kind of market; null: none. */
export type TemplateDefaults = Readonly<Record<'sports' | 'other', string | null>>

export type ExitTemplates = {
  readonly templates: readonly ExitTemplate[]
  readonly defaults: TemplateDefaults
}

export const NO_TEMPLATES: ExitTemplates = { templates: [], defaults: { sports: null, other: null } }
export const MOST_TEMPLATES = 20
export const MOST_TARGETS = 3

/**
 * Legs in prices from the entry's limit. A target beyond the last price lies at it; a break-even that no price
 * reaches is left out.
 *
 * @returns otherwise why the template has no legs there, in words
 */
export function legsOfTemplate(
  { targets, stop, trailing, breakEven, time }: ExitTemplate,
  entry: Price,
  tick: TickSize,
): Result<ExitLegs, string> {
  const last = 10_000 - tick
  const at = (ticks: number): Price | null => priceFromSteps(Math.min(entry + ticks * tick, last))
  const shares = new Map<Price, number>()
  for (const { ticks, percent } of targets) {
    const price = at(ticks)
    if (price === null || price <= entry) return err('A target would not be above the order price.')
    shares.set(price, (shares.get(price) ?? 0) + percent)
  }
  const prices = [...shares].map(([price, percent]): FurtherTarget => ({ price, percent }))
  const stopPrice = stop && at(-stop.ticks)
  if (stop !== null && stopPrice === null)
    return err(`A stop ${stop.ticks} ticks below the order price would be at 0 or below.`)
  if (trailing !== null && trailing.ticks * tick >= entry)
    return err(`A trailing stop ${trailing.ticks} ticks below the order price would be at 0 or below.`)
  const movesAt = breakEven && at(breakEven.afterTicks)
  const movesTo = breakEven && at(breakEven.plusTicks)
  const farthest = prices.at(-1)
  return ok({
    ...NO_LEGS,
    target: farthest === undefined ? null : { price: farthest.price },
    further: prices.slice(0, -1),
    stop: stop && stopPrice && { price: stopPrice, slippageTicks: stop.slippageTicks },
    trailing: trailing && { distance: trailing.ticks * tick, slippageTicks: trailing.slippageTicks },
    breakEven: movesAt && movesTo && movesAt > movesTo ? { at: movesAt, stop: movesTo } : null,
    time,
  })
}

/** Why templates cannot be kept, in words and with the place; null where they can. */
export function templatesFault({
  templates,
  defaults,
}: ExitTemplates): { readonly path: string; readonly message: string } | null {
  const names = templates.map(({ name }) => name)
  for (const [at, { name, targets, stop, trailing, breakEven, time }] of templates.entries()) {
    const path = `templates.${at}`
    if (names.indexOf(name) < at) return { path: `${path}.name`, message: 'is the name of another template' }
    const isRising = targets.every(({ ticks }, index) => ticks > (targets[index - 1]?.ticks ?? 0))
    if (!isRising) return { path: `${path}.targets`, message: 'must be in order, the nearest first' }
    const percent = targets.reduce((sum, one) => sum + one.percent, 0)
    if (targets.length > 0 && percent !== 100)
      return { path: `${path}.targets`, message: 'must add up to 100 percent' }
    if (breakEven !== null && (stop === null || breakEven.afterTicks <= breakEven.plusTicks))
      return { path: `${path}.break_even`, message: 'needs a stop, and must move it to below its trigger' }
    if (targets.length === 0 && stop === null && trailing === null && time === null)
      return { path, message: 'needs a target, a stop, a trailing stop or a time' }
  }
  const unknown = Object.entries(defaults).find(([, name]) => name !== null && !names.includes(name))
  return unknown === undefined
    ? null
    : { path: `defaults.${unknown[0]}`, message: 'is not the name of a template' }
}
