// Rules shown here: PAGE-4.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { venueBlock } from '../words/venue-text.ts'
import { SETTLE_MS } from '../platform/page/settling.ts'
import { WHY_NOT } from '../words/why-not.ts'
import { guard } from './guard.ts'
import type { Moment, Seen } from './guard.ts'

const at = (text: string): Price => {
  const price = parsePrice(text)
  assert.ok(price !== null)
  return price
}

const PRESS: Seen = {
  side: 'BUY',
  price: at('0.57'),
  reused: false,
  mode: 'ARMED',
  epoch: 3,
  bestBid: at('0.56'),
  bestAsk: at('0.58'),
}

const MOMENT: Moment = {
  isLinkLive: true,
  mode: 'ARMED',
  stale: null,
  epoch: 3,
  bestBid: at('0.56'),
  bestAsk: at('0.58'),
  tick: 100,
  jumpTicks: 5,
  sinceMoveMs: 1_000,
  busy: null,
  venueBlock: null,
}

test('a press on a fresh, still book becomes an order', () => {
  assert.equal(guard(PRESS, MOMENT), null)
})

const CASES: readonly (readonly [string, Partial<Seen>, Partial<Moment>, keyof typeof WHY_NOT])[] = [
  ['the link is lost', {}, { isLinkLive: false }, 'linkLost'],
  ['the terminal went SAFE meanwhile', {}, { mode: 'SAFE' }, 'modeChanged'],
  ['it was armed only meanwhile', { mode: 'SAFE' }, {}, 'modeChanged'],
  ['the book is stale', {}, { stale: 'frozen' }, 'bookStale'],
  ['the book started again', {}, { epoch: 4 }, 'newEpoch'],
  ['the tick size changed and the price is off it', { price: at('0.575') }, {}, 'offTick'],
  ['the rows moved just now', {}, { sinceMoveMs: SETTLE_MS - 1 }, 'rowsMoved'],
  ['the ask rose by more than the jump allowed', {}, { bestAsk: at('0.64') }, 'marketMoved'],
  ['the ask fell by more than the jump allowed', {}, { bestAsk: at('0.52') }, 'marketMoved'],
  ['the asks were pulled', {}, { bestAsk: null }, 'bookPulled'],
  ['the bids were pulled', {}, { bestBid: null }, 'bookPulled'],
  ['the bids were pulled before a sale', { side: 'SELL' }, { bestBid: null }, 'bookPulled'],
  ['an ask appeared where there was none', { bestAsk: null }, {}, 'marketMoved'],
  ['an order at this price is on its way', {}, { busy: 'sending' }, 'inFlight'],
  ['an order at this price is unknown', {}, { busy: 'unknown' }, 'fateUnknown'],
  [
    'an order at this price is unknown, even with its key',
    { reused: true },
    { busy: 'unknown' },
    'fateUnknown',
  ],
]

for (const [when, press, moment, refusal] of CASES) {
  test(`a press is refused with its reason when ${when}`, () => {
    assert.equal(guard({ ...PRESS, ...press }, { ...MOMENT, ...moment }), WHY_NOT[refusal])
  })
}

test('a press is refused while the venue is restricted, in the words of the restriction; post-only may pass', () => {
  const venue = { mode: 'post_only', until: null, retryAfterMs: null } as const
  const taking = { ...MOMENT, venueBlock: venueBlock(venue, false) }
  assert.equal(guard(PRESS, taking), 'the venue accepts post-only orders only')
  assert.equal(guard(PRESS, { ...MOMENT, venueBlock: venueBlock(venue, true) }), null)
  for (const mode of ['cancel_only', 'restarting', 'disabled'] as const) {
    const moment = { ...MOMENT, venueBlock: venueBlock({ ...venue, mode }, true) }
    assert.equal(guard(PRESS, moment), venueBlock({ mode }, true))
  }
})

test('a move within the jump allowed, or a side that was empty before, does not refuse', () => {
  assert.equal(guard(PRESS, { ...MOMENT, bestAsk: at('0.63') }), null)
  assert.equal(guard({ ...PRESS, bestAsk: null }, { ...MOMENT, bestAsk: null }), null)
})

test('how far the market may jump is a setting of the page', () => {
  const jumped = { ...MOMENT, bestAsk: at('0.6') }
  assert.equal(guard(PRESS, { ...jumped, jumpTicks: 2 }), null)
  assert.equal(guard(PRESS, { ...jumped, jumpTicks: 1 }), WHY_NOT.marketMoved)
})

test('a sale is measured against the best bid', () => {
  const sale: Seen = { ...PRESS, side: 'SELL' }
  assert.equal(guard(sale, MOMENT), null)
  assert.equal(guard(sale, { ...MOMENT, bestBid: at('0.4') }), WHY_NOT.marketMoved)
})

test('the second press of a double click is not in its own way', () => {
  assert.equal(guard({ ...PRESS, reused: true }, { ...MOMENT, busy: 'sending' }), null)
})
