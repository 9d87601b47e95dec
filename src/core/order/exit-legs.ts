/** Legs of an exit as they may be set: against each other, the tick and the limits; and as text, to compare them. */
import type { Instant } from '../market/market.ts'
import { formatMicros } from '../money.ts'
import { isOnTick, type TickSize } from '../price.ts'
import { maySell, NO_LEGS, type ExitLegs, type FurtherTarget } from './attached-exit.ts'

/** Canonical text of legs. Those of a kind that came later are left out where there are none, so that older texts stay the same. */
export function legsText({ target, further, stop, trailing, time, breakEven, entry }: ExitLegs): string {
  return JSON.stringify({
    target,
    stop,
    trailing,
    time,
    ...(further.length > 0 && { further }),
    ...(breakEven !== null && { breakEven }),
    ...(entry !== null && { entry: { ...entry, size: formatMicros(entry.size) } }),
  })
}

/**
 * True if the legs are the former ones with some, but not all, removed: always allowed, whatever the limits and the
 * tick are now.
 */
export function isFewer(legs: ExitLegs, before: ExitLegs): boolean {
  const text = (leg: Partial<ExitLegs>): string => legsText({ ...NO_LEGS, ...leg })
  const wasFurther = before.further.map((one) => text({ further: [one] }))
  const isKept = (name: keyof ExitLegs): boolean =>
    name === 'further'
      ? legs.further.every((one) => wasFurther.includes(text({ further: [one] })))
      : legs[name] === null || text({ [name]: legs[name] }) === text({ [name]: before[name] })
  const names = Object.keys(NO_LEGS) as readonly (keyof ExitLegs)[]
  const isMoot = legs.breakEven !== null && legs.stop === null
  return (maySell(legs) || legs.entry !== null) && !isMoot && names.every(isKept)
}

export type LegsFault =
  | 'no_leg'
  | 'off_tick'
  | 'further_targets'
  | 'target_below_stop'
  | 'break_even'
  | 'entry_outside'
  | 'slippage'
  | 'time_unknown'

/**
 * Why such legs cannot be set, or null.
 *
 * @param maxSlippageTicks  the limit of exits
 * @param startsAt  the start of the game or event; null when it is not known
 */
export function legsFault(
  legs: ExitLegs,
  tick: TickSize,
  maxSlippageTicks: number,
  startsAt: Instant | null,
): LegsFault | null {
  const { target, further, stop, trailing, time, breakEven, entry } = legs
  if (!maySell(legs) && entry === null) return 'no_leg'
  const targets = [...further, ...(target === null ? [] : [target])].map(({ price }) => price)
  const prices = [...targets, stop?.price, entry?.price, breakEven?.at, breakEven?.stop]
  if (prices.some((price) => price !== undefined && !isOnTick(price, tick))) return 'off_tick'
  if (trailing !== null && (trailing.distance <= 0 || trailing.distance % tick !== 0)) return 'off_tick'
  if (
    further.length > 0 &&
    (target === null || !areShares(further) || new Set(targets).size < targets.length)
  )
    return 'further_targets'
  const lowest = Math.min(...targets)
  if (breakEven !== null && (stop === null || breakEven.at <= breakEven.stop)) return 'break_even'
  if (lowest <= Math.max(stop?.price ?? 0, breakEven?.stop ?? 0)) return 'target_below_stop'
  if (entry !== null && (entry.price >= lowest || entry.price <= (stop?.price ?? 0))) return 'entry_outside'
  if ([stop, trailing, entry].some((leg) => leg !== null && leg.slippageTicks > maxSlippageTicks))
    return 'slippage'
  return time !== null && startsAt === null ? 'time_unknown' : null
}

/** True if the time of the legs has come. */
export function isTimeOf({ time }: ExitLegs, startsAt: Instant | null, now: Instant): boolean {
  return time !== null && startsAt !== null && now >= startsAt - time.minutesBefore * 60_000
}

function areShares(further: readonly FurtherTarget[]): boolean {
  const isShare = ({ percent }: FurtherTarget): boolean => Number.isInteger(percent) && percent > 0
  return further.every(isShare) && further.reduce((sum, { percent }) => sum + percent, 0) < 100
}
