/** The order of two values of a column: decimal text by its size, other text by its letters. No float is made of an amount. */

import { compareDecimals } from '#lib/decimal.ts'

/** Below zero when `a` comes first. */
export function compareValues(a: string | number, b: string | number): number {
  const [left, right] = [String(a), String(b)]
  return compareDecimals(left, right) ?? collator.compare(left, right)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
