/** Core's values as texts: for files, sorting, names that are read out, and what this browser keeps. */
import { snake } from '#contract/codec/codec.ts'
import { amount, instant, price } from '#contract/codec/fields.ts'
import { formatTickSize } from '#core/price.ts'

export const writtenAmount = amount.encode
export const writtenPrice = price.encode
export const writtenTime = instant.encode
export const writtenTick = formatTickSize
export const writtenName = snake

/** Values of texts that may be none: typed, kept by this browser, or part of an audit row. */
export const amountIn = readable(amount.decode)
export const priceIn = readable(price.decode)

export function timeIn(text: string): number | null {
  const at = instant.decode(text)
  return Number.isNaN(at) ? null : at
}

function readable<Value>(decode: (text: string) => Value) {
  return (text: string): Value | null => {
    try {
      return decode(text)
    } catch {
      return null
    }
  }
}
