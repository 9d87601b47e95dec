/** Texts that know where their prices are, so that a page can say them in the format that its trader reads. */
import { formatTickSize, parseTickSize, type TickSize } from './price.ts'

/** A price, or a difference of two, in a text. */
export type PriceInText = {
  /** Where it begins, in UTF-16 units. */
  readonly at: number
  /** As it is written there: a decimal. */
  readonly text: string
  readonly tickSize: TickSize | null
  readonly kind: 'price' | 'spread'
}

/** The same as it is written: in an answer, in the audit log. */
type WrittenPrice = {
  readonly at: number
  readonly price: string
  readonly tick_size: string | null
  readonly kind: PriceInText['kind']
}

export type PricedText = { readonly text: string; readonly prices: readonly PriceInText[] }

/** A price, or a difference of two, as it is written. */
export function priced(
  text: string,
  tickSize: TickSize | null,
  kind: PriceInText['kind'] = 'price',
): PricedText {
  return { text, prices: [{ at: 0, text, tickSize, kind }] }
}

/** A template whose parts may be texts with prices: pricedText`Filled: ${terms}.` */
export function pricedText(
  strings: TemplateStringsArray,
  ...parts: readonly (string | number | PricedText)[]
): PricedText {
  return joined(strings.flatMap((text, at) => [text, parts[at] ?? '']))
}

/** Texts one after the other. */
export function joined(parts: readonly (string | number | PricedText)[], between = ''): PricedText {
  let text = ''
  const prices: PriceInText[] = []
  for (const [nth, part] of parts.entries()) {
    if (nth > 0) text += between
    if (typeof part === 'object') {
      for (const price of part.prices) prices.push({ ...price, at: text.length + price.at })
    }
    text += typeof part === 'object' ? part.text : part
  }
  return { text, prices }
}

/** The prices of a text as they are written. */
export function writePrices(prices: readonly PriceInText[]): readonly WrittenPrice[] {
  return prices.map(({ at, text, tickSize, kind }) => ({
    at,
    price: text,
    tick_size: tickSize === null ? null : formatTickSize(tickSize),
    kind,
  }))
}

/** Reads written prices back, skipping invalid ones. */
export function readPrices(written: unknown): readonly PriceInText[] {
  return Array.isArray(written) ? (written as readonly unknown[]).flatMap(readPriceInText) : []
}

function readPriceInText(written: unknown): readonly PriceInText[] {
  if (typeof written !== 'object' || written === null) return []
  const { at, price, tick_size: tick, kind } = written as Readonly<Record<string, unknown>>
  if (typeof at !== 'number' || typeof price !== 'string' || (kind !== 'price' && kind !== 'spread'))
    return []
  return [{ at, text: price, tickSize: typeof tick === 'string' ? parseTickSize(tick) : null, kind }]
}
