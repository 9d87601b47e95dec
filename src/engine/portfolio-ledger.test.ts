// What the ledger keeps: entries by key, openings that cover what came before, earlier days folded without a trace.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPortfolioLedger } from './portfolio-ledger.ts'
import { createHandClock, marketId, whole } from './testing/market-fakes.ts'
import { fill, YES } from './testing/portfolio-desk.ts'

const DAY_MS = 86_400_000

test('folding fills of earlier days changes no figure, and they are not counted again', async () => {
  const clock = createHandClock()
  const [kept, folded] = [createPortfolioLedger(clock), createPortfolioLedger(clock, 5)]
  for (let number = 0; number < 20; number += 1) {
    const one = fill(number, { side: number % 3 === 2 ? 'SELL' : 'BUY', size: whole(1 + (number % 4)) })
    kept.note(one)
    folded.note(one)
  }
  await clock.advance(2 * DAY_MS)
  const today = fill(99, { at: clock.now() })
  for (const ledger of [kept, folded]) ledger.note(today)
  assert.deepEqual(folded.figures(YES), { ...kept.figures(YES), cash: folded.figures(YES).cash })
  assert.equal(folded.basis(YES), 'fills')
  assert.equal(folded.note(fill(3)), false)
  assert.deepEqual(folded.figures(YES).size, kept.figures(YES).size)
})

test('an opening covers the fills that were known, and only those', () => {
  const ledger = createPortfolioLedger(createHandClock())
  ledger.note(fill(1))
  ledger.adopt(YES, marketId(1), {
    at: 1,
    size: whole(30),
    cost: whole(9),
    fees: whole(0),
    realised: whole(-2),
  })
  assert.equal(ledger.note(fill(1)), false)
  assert.equal(ledger.note(fill(2)), true)
  const { size, cost, realised } = ledger.figures(YES)
  assert.deepEqual([size, cost, realised], [whole(40), whole(13), whole(-2)])
})

test('once own fills are known, what began with an opening begins with them', () => {
  const ledger = createPortfolioLedger(createHandClock())
  ledger.note(fill(1))
  ledger.adopt(YES, marketId(1), {
    at: 1,
    size: whole(30),
    cost: whole(9),
    fees: whole(0),
    realised: whole(0),
  })
  ledger.dropOpenings()
  assert.equal(ledger.isNew(YES), true)
  ledger.note(fill(1))
  assert.deepEqual([ledger.figures(YES).size, ledger.basis(YES)], [whole(10), 'fills'])
})
