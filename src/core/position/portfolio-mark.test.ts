// Value of a position by the book, by the payout, and without either.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Level } from '../book/book.ts'
import { micros } from '../money.ts'
import { markPosition, payoutOf } from './portfolio-mark.ts'
import { priceFromSteps } from '../price.ts'

const shares = (n: number): Level[1] => micros(BigInt(Math.round(n * 1_000_000)))

function level(steps: number, size: number): Level {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return [price, shares(size)]
}

const BOOK = { bids: [level(4_000, 10), level(3_000, 10)], changedAt: 1, staleReason: null }
const FACTS = { size: shares(15), book: BOOK, payout: null, venuePrice: null }

test('the mark is the best bid; leaving walks the bids for the whole size', () => {
  const mark = markPosition(FACTS)
  assert.deepEqual([mark.price, mark.source, mark.value], [400_000n, 'bid', shares(6)])
  assert.deepEqual(
    [mark.exitPrice, mark.exitComplete, mark.exitValue, mark.exitMissing],
    [3_666, true, shares(5.5), 0n],
  )
})

test('what the bids do not take is missing', () => {
  const mark = markPosition({ ...FACTS, size: shares(25) })
  assert.deepEqual([mark.exitComplete, mark.exitValue, mark.exitMissing], [false, shares(7), shares(5)])
})

test('without a bid there is no mark, and leaving brings nothing', () => {
  const mark = markPosition({ ...FACTS, book: { ...BOOK, bids: [] } })
  assert.deepEqual([mark.price, mark.value, mark.exitValue, mark.exitComplete], [null, null, 0n, false])
})

test('a stale book gives its last figures and says why', () => {
  const mark = markPosition({ ...FACTS, book: { ...BOOK, staleReason: 'feed_down' } })
  assert.deepEqual([mark.value, mark.staleReason], [shares(6), 'feed_down'])
})

test('before there is a book, the price of the data service is used, and says so', () => {
  const mark = markPosition({ ...FACTS, book: null, venuePrice: micros(500_000n) })
  assert.deepEqual(
    [mark.source, mark.value, mark.exitValue, mark.staleReason],
    ['venue', shares(7.5), null, 'no_snapshot'],
  )
})

test('a resolved market pays 1 for the winner and nothing for the other, whatever a book says', () => {
  const won = markPosition({ ...FACTS, payout: payoutOf('a', 'a') })
  assert.deepEqual([won.source, won.value, won.exitComplete], ['payout', shares(15), true])
  assert.equal(markPosition({ ...FACTS, payout: payoutOf<string>('b', 'a') }).value, 0n)
  assert.equal(payoutOf(null, 'a'), null)
})

test('what is not held any more is worth nothing and rests on no book', () => {
  const mark = markPosition({ ...FACTS, size: shares(0), book: null })
  assert.deepEqual([mark.value, mark.staleReason, mark.exitComplete], [0n, null, true])
})
