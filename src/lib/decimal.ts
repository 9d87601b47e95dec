/** Exact decimal text to scaled integers and back. No float ever holds a price or an amount. */
import { err, ok, type Result } from './result.ts'

export type DecimalFault = 'not_a_decimal' | 'too_many_decimals' | 'too_long'

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
const MAX_LENGTH = 96

/**
 * Reads decimal text as an integer scaled by 10^`places`.
 *
 * @param text  digits with an optional fraction and an optional leading minus; no exponent, no plus sign, no spaces
 * @param places  how many decimals the result holds; more significant decimals than that are refused, zeros are not
 */
export function parseDecimal(text: string, places: number): Result<bigint, DecimalFault> {
  if (text.length > MAX_LENGTH) return err('too_long')
  const match = DECIMAL.exec(text)
  if (match === null) return err('not_a_decimal')
  const [, sign = '', whole = '0', fraction = ''] = match
  const kept = fraction.slice(0, places).padEnd(places, '0')
  if (/[1-9]/.test(fraction.slice(places))) return err('too_many_decimals')
  const magnitude = BigInt(whole + kept)
  return ok(sign === '-' ? -magnitude : magnitude)
}

/** Writes a scaled integer as canonical text: no exponent, no trailing zeros, no plus sign, never `-0`. */
export function formatDecimal(value: bigint, places: number): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = withoutTrailingZeros(digits.slice(digits.length - places))
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Digits without the zeros at their end. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Writes a scaled integer with exactly `places` decimals kept: for columns that must not change width. */
export function formatFixed(value: bigint, scale: number, places: number): string {
  const canonical = formatDecimal(value, scale)
  const [whole = '0', fraction = ''] = canonical.split('.')
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`
}

/** Integer division rounded towards minus infinity. */
export function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator % denominator !== 0n && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient
}

/** Integer division rounded to the nearest, halves up; both positive. */
export function divideNearest(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}
