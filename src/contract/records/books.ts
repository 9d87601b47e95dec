/** Books, trades of others and price history (API-4). */
import { STALE_REASONS, type Level } from '#core/book/book.ts'
import { as, type Codec, list, nullable, pair, parts, record, says } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { page } from './lists.ts'
import { marketId, outcomeId, side } from './shared.ts'

export const level: Codec<Level, [string, string]> = pair('Level', f.price, f.amount)

/** All but its levels. */
export const bookFields = record(null, {
  outcomeId,
  marketId,
  tickSize: says(f.tickSize, 'Smallest step of a price'),
  minOrderSize: says(f.amount, 'Least shares of an order that rests'),
  lastTradePrice: says(nullable(f.price), 'Price of the last trade'),
  lastTradeSide: says(nullable(side), "The taker's side of it"),
  hash: says(nullable(f.text), "The venue's hash of the book"),
  venueTime: says(f.optionalInstant, "The venue's time of its last change"),
  epoch: says(f.integer, 'Grows at each reconnect and tick change'),
  changedAt: says(f.optionalInstant, 'When it last changed here'),
  verifiedAt: says(f.optionalInstant, 'When an independent read last agreed'),
  stale: says(f.flag, 'It cannot be relied on now'),
  staleReason: says(nullable(f.oneOf(STALE_REASONS)), 'Why it is stale'),
})

export const book = record('Book', {
  ...bookFields.fields,
  bids: says(list(level), 'Price and shares, best first'),
  asks: says(list(level), 'Price and shares, best first'),
})

export const bookSnapshot = record(null, {
  ...book.fields,
  version: as('book_seq', says(f.integer, 'Grows by one with every change')),
})

const tradeNumber: Codec<number, string> = { ...f.text, encode: String, decode: Number }

export const trade = record('Trade', {
  number: as('id', says(tradeNumber, "The terminal's own; lasts until it restarts")),
  price: says(f.price, 'Price of the trade'),
  size: says(f.amount, 'Shares'),
  side: says(side, "The taker's side"),
  at: says(f.optionalInstant, "The venue's time"),
})

export const tradeList = page(null, trade, {})

export const history = record('History', {
  points: parts('Oldest first', {
    at: as('t', says(f.instant, 'Instant of the point')),
    price: as('p', says(f.writtenAmount, 'Price then')),
  }),
  interval: says(f.text, 'As asked for'),
  fidelity: says(f.integer, 'Minutes between two points'),
})
