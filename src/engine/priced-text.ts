/** Texts that know where their prices stand, so that a page can say them in the format that its trader reads. */
import type { PriceInText } from '#core/notification.ts'
import type { TickSize } from '#core/price.ts'

export type PricedText = { readonly text: string; readonly prices: readonly PriceInText[] }

/** A price, or a difference of two, as it is written. */
export function priced(
  text: string,
  tickSize: TickSize | null,
  kind: PriceInText['kind'] = 'price',
): PricedText {
  return { text, prices: [{ at: 0, text, tickSize, kind }] }
}

/** A template whose parts may be texts with prices: told`Filled: ${terms}.` */
export function told(
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
