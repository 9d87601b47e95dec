/** How the venue writes times and figures: fractions of a second, the short text form of games, noisy floats. */
import { formatDecimal } from '#lib/decimal.ts'

/** RFC 3339 with six digits, the last three taken from `noise`. */
export function preciseTime(at: number, noise: number): string {
  return `${new Date(at).toISOString().slice(0, -1)}${String(noise % 1000).padStart(3, '0')}Z`
}

/** RFC 3339 without fractions. */
export function plainTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** `2026-02-07 20:00:00+00`, as game starts are written. */
export function gameTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+00`
}

/** A price in steps of 0.0001 as a JSON number. */
export function priceNumber(steps: number): number {
  return steps / 10_000
}

/** A price in steps of 0.0001 as decimal text. */
export function priceText(steps: number): string {
  return formatDecimal(BigInt(Math.round(steps)), 4)
}

/** Millionths as the JSON number that the catalog and the data service show; never used for arithmetic on money. */
export function amountNumber(micros: bigint): number {
  const whole = micros / 1_000_000n
  return Number(whole) + Number(micros - whole * 1_000_000n) / 1_000_000
}
