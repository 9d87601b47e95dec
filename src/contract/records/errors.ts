/** Refusals by risk and venue, and prices inside texts. */
import type { PriceInText } from '#core/priced-text.ts'
import { REJECT_TEXT, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import { inertText } from '#lib/inert-text.ts'
import { list, nullable, record, says, type Codec, type WireOf } from '../codec/codec.ts'
import { bounded, foreignText, integer, oneOf, text, tickSize, writtenAmount } from '../codec/fields.ts'

const written = record('PriceInText', {
  at: says(bounded(0), 'Where it begins in the text, in UTF-16 units'),
  price: says(writtenAmount, 'As written in the text'),
  tickSize: nullable(tickSize),
  kind: oneOf(['price', 'spread']),
})

export const priceInText: Codec<PriceInText, WireOf<typeof written>> = {
  ...written,
  encode: ({ text: price, ...place }) => written.encode({ price, ...place }),
  decode(wire) {
    const { price, ...place } = written.decode(wire)
    return { text: price, ...place }
  },
}

/** The prices of a text at their places in what `inertText` makes of it. */
export function pricesIn(message: string, prices: readonly PriceInText[]): readonly PriceInText[] {
  return prices.map((price) => ({ ...price, at: inertText(message.slice(0, price.at)).length }))
}

export const rejectCode = oneOf(Object.keys(REJECT_TEXT) as RejectCode[], 'RejectCode')

const bare = record('Reject', {
  code: rejectCode,
  message: foreignText,
  prices: says(list(priceInText), 'The prices of the message, in its order'),
  limit: nullable(text),
  value: nullable(text),
  retryAfterMs: nullable(integer),
})

export const reject: Codec<Rejection, WireOf<typeof bare>> = {
  ...bare,
  encode: (value) =>
    bare.encode({
      ...value,
      prices: pricesIn(value.message, value.prices),
      retryAfterMs: value.retryAfterMs === null ? null : Math.ceil(value.retryAfterMs),
    }),
}
