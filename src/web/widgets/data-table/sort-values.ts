/** The order of two values of a column: decimal text by its size, other text by its letters. No float is made of an amount. */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Below zero when `a` comes first. */
export function compareValues(a: string | number, b: string | number): number {
  const left = DECIMAL.exec(String(a))
  const right = DECIMAL.exec(String(b))
  if (left === null || right === null) return compareText(String(a), String(b))
  const places = Math.max(left[3]?.length ?? 0, right[3]?.length ?? 0)
  const difference = scaled(left, places) - scaled(right, places)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

function scaled([, sign = '', whole = '0', fraction = '']: RegExpExecArray, places: number): bigint {
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compareText(a: string, b: string): number {
  return collator.compare(a, b)
}
