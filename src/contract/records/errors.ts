/** Refusals by risk and venue, and prices inside texts. */
import type { PriceInText } from '#core/priced-text.ts'
import { REJECT_TEXT, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import { inertText } from '#lib/inert-text.ts'
import { list, nullable, record, says, type Codec, type WireOf } from '../codec/codec.ts'
import { bounded, foreignText, oneOf, roundedUp, text, tickSize, writtenAmount } from '../codec/fields.ts'

const written = record('PriceInText', {
  at: says(bounded(0), 'Where it begins in the text, in UTF-16 units'),
  price: says(writtenAmount, 'As written in the text'),
  tickSize: says(nullable(tickSize), "The market's tick"),
  kind: says(oneOf(['price', 'spread']), 'A spread is shown in the same notation'),
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
  code: says(rejectCode, 'Why, for a program'),
  message: says(foreignText, 'Why, in words'),
  prices: says(list(priceInText), 'The prices of the message, in its order'),
  limit: says(nullable(text), 'The limit that it exceeds'),
  value: says(nullable(text), 'What the order comes to'),
  retryAfterMs: says(nullable(roundedUp), 'How long to wait before it is asked again'),
})

export const reject: Codec<Rejection, WireOf<typeof bare>> = {
  ...bare,
  encode: (value) => bare.encode({ ...value, prices: pricesIn(value.message, value.prices) }),
}
