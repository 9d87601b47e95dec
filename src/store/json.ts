/** JSON with whole numbers of any length, which it has not itself, in the two forms that are kept on disk. */
import { formatMicros, micros, parseMicros, type Micros } from '#core/money.ts'

type Json = { readonly write: (value: unknown) => string; readonly read: (text: string) => unknown }

/** Each whole number as an object with its digits under the tag. */
export function taggedJson(tag: '$n' | 'micros'): Json {
  return {
    write: (value) =>
      JSON.stringify(value, (_name, item: unknown) =>
        typeof item === 'bigint' ? { [tag]: String(item) } : item,
      ),
    read: (text) =>
      JSON.parse(text, (_name, item: unknown) => {
        const digits =
          typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[tag] : undefined
        return typeof digits === 'string' ? wholeOf(digits) : item
      }),
  }
}

/**
 * An approval without limit has 78 digits, in the chain's own words of 256 bits; a text of millions would take minutes.
 *
 * @throws for what is none, or longer: a damaged row is not read as another one
 */
export function wholeOf(digits: string): bigint {
  if (!/^-?\d{1,80}$/.test(digits)) throw new Error('a number is too long')
  return BigInt(digits)
}

/** Amounts as decimal text, under names that have nothing else. */
export function amountsJson(...names: readonly string[]): Json {
  return {
    write: (value) =>
      JSON.stringify(value, (_name, item: unknown) =>
        typeof item === 'bigint' ? formatMicros(micros(item)) : item,
      ),
    read: (text) =>
      JSON.parse(text, (name, item: unknown) =>
        names.includes(name) && typeof item === 'string' ? amountOf(item) : item,
      ),
  }
}

/** @throws for text that is no amount: a damaged row is not read as another one */
export function amountOf(text: string): Micros {
  const parsed = parseMicros(text)
  if (!parsed.ok) throw new Error('a stored row has no readable amount')
  return parsed.value
}
