// Rules shown here: VEN-6.
// Why a resting order was cancelled: only what nothing explains is blamed on somebody else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseOutcomeId, type OutcomeId } from '../ids.ts'
import { endingCause, type EndingFacts } from './order-ending.ts'
import { priceFromSteps, type Price } from '../price.ts'

const outcome = (text: string): OutcomeId => {
  const id = parseOutcomeId(text)
  assert.ok(id !== null)
  return id
}
const price = (steps: number): Price => {
  const value = priceFromSteps(steps)
  assert.ok(value !== null)
  return value
}
const [YES, NO] = [outcome('pm:1'), outcome('pm:2')]
const START = 10_000_000

type Ended = Parameters<typeof endingCause>[0]
const ORDER: Ended = {
  outcomeId: YES,
  side: 'BUY',
  price: price(4_000),
  timeInForce: 'GTC',
  expiresAt: null,
  createdAt: START - 3_600_000,
}
const OPEN = { status: 'open', acceptingOrders: true, cancelsAtStart: false, gameStartTime: null } as const
const CLEARED = { ...OPEN, cancelsAtStart: true, gameStartTime: START }
const FACTS: EndingFacts = {
  from: 'live',
  isAsked: false,
  isByVenue: false,
  isHeartbeatLapsed: false,
  isResolved: false,
  market: OPEN,
  others: [],
  now: START - 60_000,
}

const CAUSES: readonly (readonly [
  title: string,
  order: Partial<Ended>,
  facts: Partial<EndingFacts>,
  cause: ReturnType<typeof endingCause>,
])[] = [
  ['nothing explains it', {}, {}, 'outside'],
  ['the terminal asked', {}, { isAsked: true }, 'asked'],
  ['the terminal asked, at game start too', {}, { isAsked: true, market: CLEARED, now: START }, 'asked'],
  ['the book is cleared at the start', {}, { market: CLEARED, now: START }, 'game_start'],
  ['the venue removes it at the start', {}, { market: CLEARED, now: START, isByVenue: true }, 'game_start'],
  ['the book is cleared long after the start', {}, { market: CLEARED, now: START + 7_200_000 }, 'game_start'],
  ['the clocks differ at the start', {}, { market: CLEARED, now: START - 5_000 }, 'game_start'],
  ['before the start', {}, { market: CLEARED, now: START - 11_000 }, 'outside'],
  [
    'placed after the start',
    { createdAt: START + 11_000 },
    { market: CLEARED, now: START + 60_000 },
    'outside',
  ],
  [
    'a market that keeps its book',
    {},
    { market: { ...CLEARED, cancelsAtStart: false }, now: START },
    'outside',
  ],
  ['the venue says that it did', {}, { isByVenue: true }, 'venue'],
  ['the heartbeat lapsed', {}, { isHeartbeatLapsed: true }, 'heartbeat'],
  ['the book is reported as resolved', {}, { isResolved: true }, 'venue'],
  ['the market is closed', {}, { market: { ...OPEN, status: 'closed' } }, 'venue'],
  ['the market is resolved', {}, { market: { ...OPEN, status: 'resolved' } }, 'venue'],
  ['the market takes no orders', {}, { market: { ...OPEN, acceptingOrders: false } }, 'venue'],
  ['the market is not known', {}, { market: null }, 'outside'],
  ['FOK is killed', { timeInForce: 'FOK' }, {}, 'venue'],
  ['the rest of a FAK is killed', { timeInForce: 'FAK' }, { from: 'partially_filled' }, 'venue'],
  ['its delay ends without a match', {}, { from: 'delayed' }, 'venue'],
  ['it was never seen resting', {}, { from: 'unknown' }, 'venue'],
  ['its answer is on the way', {}, { from: 'pending' }, 'venue'],
  ['its time is over', { timeInForce: 'GTD', expiresAt: START }, {}, 'venue'],
  ['its time is not over', { timeInForce: 'GTD', expiresAt: START + 11_000 }, {}, 'outside'],
]

describe('the cause of a cancellation', () => {
  for (const [title, order, facts, cause] of CAUSES) {
    test(`${title}: ${cause}`, () => {
      assert.equal(endingCause({ ...ORDER, ...order }, { ...FACTS, ...facts }), cause)
    })
  }

  test('an own order that would trade with it explains it: the venue lets no wallet trade with itself', () => {
    const meets = (other: Pick<Ended, 'outcomeId' | 'side' | 'price'>): boolean =>
      endingCause(ORDER, { ...FACTS, others: [other] }) === 'venue'
    assert.ok(meets({ outcomeId: YES, side: 'SELL', price: price(4_000) }))
    assert.ok(!meets({ outcomeId: YES, side: 'SELL', price: price(4_100) }))
    assert.ok(!meets({ outcomeId: YES, side: 'BUY', price: price(4_000) }))
    assert.ok(meets({ outcomeId: NO, side: 'BUY', price: price(6_000) }))
    assert.ok(!meets({ outcomeId: NO, side: 'BUY', price: price(5_900) }))
    assert.ok(!meets({ outcomeId: NO, side: 'SELL', price: price(1_000) }))
  })

  test('what this terminal asked for is never blamed on anybody', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.constantFrom(null, OPEN, CLEARED),
        fc.constantFrom('live', 'partially_filled', 'delayed', 'unknown'),
        fc.integer({ min: 0, max: 2 * START }),
        (isByVenue, market, from, now) => {
          const facts = { ...FACTS, isAsked: true, isByVenue, market, from, now } as const
          assert.equal(endingCause(ORDER, facts), 'asked')
        },
      ),
    )
  })
})
