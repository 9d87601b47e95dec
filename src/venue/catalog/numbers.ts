/** JSON numbers and foreign decimal text as exact integers: through their shortest text, never through arithmetic on floats. */
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/
const SCIENTIFIC = /^(-?)(\d)(?:\.(\d+))?e([+-]\d{1,3})$/

/** A JSON number or decimal text as plain decimal text; null for anything else, infinities and absurd lengths included. */
export function decimalText(value: unknown): string | null {
  if (typeof value === 'string') return DECIMAL.test(value) ? value : null
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const text = String(value)
  if (DECIMAL.test(text)) return text
  const match = SCIENTIFIC.exec(text)
  if (match === null) return null
  const [, sign = '', first = '', rest = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  const digits = first + rest
  const plain =
    exponent < 0
      ? `0.${'0'.repeat(-exponent - 1)}${digits}`
      : `${digits.padEnd(exponent + 1, '0').slice(0, exponent + 1)}.${digits.slice(exponent + 1)}0`
  return DECIMAL.test(`${sign}${plain}`) ? `${sign}${plain}` : null
}

/** Decimal text scaled by 10^`places`, rounded half away from zero. */
function roundedInteger(text: string, places: number): bigint | null {
  const match = DECIMAL.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const magnitude = fraction.charAt(places) >= '5' ? kept + 1n : kept
  return sign === '-' ? -magnitude : magnitude
}

/** Volume or liquidity to the nearest micro; null when it is no number. */
export function nearestMicros(value: unknown): Micros | null {
  const text = decimalText(value)
  const rounded = text === null ? null : roundedInteger(text, 6)
  return rounded === null ? null : micros(rounded)
}

/** A number in ten-thousandths, to the nearest; null when it is no number. */
export function nearestSteps(value: unknown): bigint | null {
  return nearestScaled(value, 4)
}

/** A number scaled by 10^`places`, to the nearest; null when it is no number. */
export function nearestScaled(value: unknown, places: number): bigint | null {
  const text = decimalText(value)
  return text === null ? null : roundedInteger(text, places)
}
