/** Exits as they are being written, in ticks from a price, and the legs that they come to. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { formatPrice, isOnTick, parsePrice, priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { AttachedExit, ExitLegs } from '../../platform/api/wire.ts'
import type { PricedLeg } from './exit-marks.ts'

/** Texts of whole numbers; an empty one is a leg that is not wanted. */
export type ExitDraft = {
  readonly isOn: boolean
  readonly targetTicks: string
  readonly stopTicks: string
  readonly trailingTicks: string
  readonly slippageTicks: string
  readonly minutesBefore: string
}

export const NO_EXITS: ExitDraft = {
  isOn: false,
  targetTicks: '10',
  stopTicks: '10',
  trailingTicks: '',
  slippageTicks: '3',
  minutesBefore: '',
}

/** What is guaranteed, in one sentence. */
export const GUARANTEE =
  'A target rests at the venue; a stop, a trailing stop and a time need Sesame running and ARMED, and promise no price.'

/**
 * The legs of a draft around a price: the target above it, the stop below.
 *
 * @returns what is wrong with it, in words
 */
export function legsAround(draft: ExitDraft, price: Price, tick: TickSize): Result<ExitLegs, string> {
  const { targetTicks, stopTicks, trailingTicks, slippageTicks, minutesBefore } = draft
  const counts = [targetTicks, stopTicks, trailingTicks, slippageTicks, minutesBefore].map(count)
  if (counts.some((one) => one === 'wrong')) return err('Exits are whole numbers of ticks and minutes')
  const [up, down, trail, slippage, minutes] = counts.map((one) => (one === 'wrong' ? null : one))
  const target = up === null || up === undefined ? null : tickAt(price + up * tick, tick)
  const stop = down === null || down === undefined ? null : tickAt(price - down * tick, tick)
  if (target === 'outside' || stop === 'outside') return err('An exit’s price must lie between 0 and 1')
  const slippage_ticks = slippage ?? 0
  const distance = trail === null || trail === undefined ? null : priceFromSteps(trail * tick)
  if ((trail ?? null) !== null && distance === null)
    return err('The trailing stop’s distance is too large, or 0')
  const legs: ExitLegs = {
    ...(target !== null && { target: { price: formatPrice(target) } }),
    ...(stop !== null && { stop: { price: formatPrice(stop), slippage_ticks } }),
    ...(distance !== null && { trailing: { distance: formatPrice(distance), slippage_ticks } }),
    ...((minutes ?? null) !== null && { time: { minutes_before_start: minutes ?? 0 } }),
  }
  return Object.keys(legs).length === 0
    ? err('Exits need a target, a stop, a trailing stop or a time')
    : ok(legs)
}

/**
 * The legs that an exit has, with one of its prices moved; null takes that leg off. The trailing stop moves by its distance.
 *
 * @returns why it cannot stand there
 */
export function movedLegs(
  exit: AttachedExit,
  leg: PricedLeg | 'time',
  to: Price | null,
): Result<ExitLegs, string> {
  const { stop_slippage_ticks, trailing_slippage_ticks, minutes_before_start } = exit
  const place = (of: PricedLeg, kept: string | null) =>
    of !== leg ? kept : to === null ? null : formatPrice(to)
  const target = place('target', exit.target_price)
  const stop = place('stop', exit.stop_price)
  const distance = leg !== 'trailing' ? exit.trailing_distance : to === null ? null : distanceAt(exit, to)
  if (distance === '') return err('The trailing stop must stay below the highest bid')
  return ok({
    ...(target !== null && { target: { price: target } }),
    ...(stop !== null && { stop: { price: stop, slippage_ticks: stop_slippage_ticks ?? 0 } }),
    ...(distance !== null && {
      trailing: { distance, slippage_ticks: trailing_slippage_ticks ?? 0 },
    }),
    ...(minutes_before_start !== null && leg !== 'time' && { time: { minutes_before_start } }),
  })
}

/** How far a price is below the highest bid that the trailing stop has seen; empty where it is not. */
function distanceAt({ trailing_price, trailing_distance }: AttachedExit, to: Price): string {
  const [now, distance] = [parsePrice(trailing_price ?? ''), parsePrice(trailing_distance ?? '')]
  const steps = now === null || distance === null ? null : priceFromSteps(now + distance - to)
  return steps === null ? '' : formatPrice(steps)
}

function count(text: string): number | null | 'wrong' {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d{1,5}$/.test(trimmed) ? Number(trimmed) : 'wrong'
}

function tickAt(steps: number, tick: TickSize): Price | 'outside' {
  const price = priceFromSteps(steps)
  return price === null || !isOnTick(price, tick) ? 'outside' : price
}
