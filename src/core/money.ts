/** Money and shares as integers in millionths. Only this file and price.ts make the brands. */
import { formatDecimal, parseDecimal, type DecimalFault } from '#lib/decimal.ts'
import { ok, type Result } from '#lib/result.ts'

declare const brand: unique symbol

/** pUSD or shares in millionths (6 decimals): the venue's base unit. May be negative for profit and loss. */
export type Micros = bigint & { readonly [brand]: 'Micros' }

const PLACES = 6

export const ZERO = 0n as Micros

/** Brands an integer that already counts millionths. */
export function micros(value: bigint): Micros {
  return value as Micros
}

/** Reads decimal text with at most 6 significant decimals; signs are allowed. */
export function parseMicros(text: string): Result<Micros, DecimalFault> {
  const parsed = parseDecimal(text, PLACES)
  return parsed.ok ? ok(parsed.value as Micros) : parsed
}

/** Canonical decimal text: `12.5`, never `12.500000` or `-0`. */
export function formatMicros(value: Micros): string {
  return formatDecimal(value, PLACES)
}

/** Sum without losing the brand. */
export function addMicros(...values: readonly Micros[]): Micros {
  return values.reduce<bigint>((sum, value) => sum + value, 0n) as Micros
}

/** `a - b` without losing the brand. */
export function subtractMicros(a: Micros, b: Micros): Micros {
  return (a - b) as Micros
}

/** The same; null where one of them is not known. */
export function differenceOf(a: Micros | null, b: Micros | null): Micros | null {
  return a === null || b === null ? null : subtractMicros(a, b)
}

/** Null where one of the parts is not known. */
export function sumOfKnown(parts: readonly (Micros | null)[]): Micros | null {
  const known = parts.filter((part) => part !== null)
  return known.length < parts.length ? null : addMicros(...known)
}

/** Largest first, unknown last. */
export function largestFirst(a: bigint | null, b: bigint | null): number {
  if (a === b) return 0
  return b === null || (a !== null && a > b) ? -1 : 1
}

/** Sizes round down to 2 decimals (VEN-1). */
export function roundSizeDown(size: Micros): Micros {
  return (size - (size % 10_000n)) as Micros
}

/** The least size of 2 decimals that is not below one from 0 up: of what has filled, so that what is left rounds down. */
export function roundSizeUp(size: Micros): Micros {
  return roundSizeDown((size + 9_999n) as Micros)
}
