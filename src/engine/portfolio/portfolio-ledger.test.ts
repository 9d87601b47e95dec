// What the ledger keeps: entries by key, openings that cover what came before, earlier days folded without a trace.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FIGURES } from '#core/position/portfolio.ts'
import { createPortfolioLedger } from './portfolio-ledger.ts'
import { createManualClock, marketId, whole } from '../testing/market-fakes.ts'
import { fill, NO, YES } from '../testing/portfolio-fixture.ts'

const DAY_MS = 86_400_000

test('folding fills of earlier days changes no figure, and they are not counted again', async () => {
  const clock = createManualClock()
  const [kept, folded] = [createPortfolioLedger(clock), createPortfolioLedger(clock, 5)]
  for (let number = 0; number < 20; number += 1) {
    const one = fill(number, {
      // The first sells what is not known to be held.
      side: number % 3 === 0 ? 'SELL' : 'BUY',
      size: whole(1 + (number % 4)),
      fee: number === 4 ? null : whole(number % 2),
      status: number === 7 ? 'failed' : 'confirmed',
    })
    kept.note(one)
    folded.note(one)
  }
  await clock.advance(2 * DAY_MS)
  for (const ledger of [kept, folded]) ledger.note(fill(99, { at: clock.now(), outcomeId: NO }))
  assert.deepEqual(folded.figures(YES), kept.figures(YES))
  assert.equal(folded.figures(YES).feesKnown, false)
  assert.equal(folded.basis(YES), 'fills')
  assert.equal(folded.note(fill(3)), false)
  assert.deepEqual(folded.figures(YES).size, kept.figures(YES).size)
})

test('an opening covers the fills that were known, and only those', () => {
  const ledger = createPortfolioLedger(createManualClock())
  ledger.note(fill(1))
  ledger.adopt(
    YES,
    marketId(1),
    { ...NO_FIGURES, size: whole(30), cost: whole(9), realised: whole(-2) },
    null,
  )
  assert.equal(ledger.note(fill(1)), false)
  assert.equal(ledger.note(fill(2)), true)
  const { size, cost, realised } = ledger.figures(YES)
  assert.deepEqual([size, cost, realised], [whole(40), whole(13), whole(-2)])
  const { replaced = [], entries = [] } = ledger.entries(YES) ?? {}
  assert.deepEqual(
    [...replaced.map((part) => part.entries.length), entries.length],
    [1, 1],
    'what the opening contains is still there',
  )
})

test('an opening covers late fills of until then, once and whatever comes of them, and no later one', () => {
  const ledger = createPortfolioLedger(createManualClock())
  const until = fill(2).at
  ledger.adopt(YES, marketId(1), { ...NO_FIGURES, size: whole(30), cost: whole(9) }, until)
  assert.equal(ledger.note(fill(2, { status: 'matched' })), false)
  assert.equal(ledger.note(fill(2)), false)
  assert.equal(ledger.figures(YES).size, whole(30))
  assert.equal(ledger.note(fill(3)), true)
  assert.equal(ledger.figures(YES).size, whole(40))
})

test('once own fills are known, what began with an opening begins with them', () => {
  const ledger = createPortfolioLedger(createManualClock())
  ledger.note(fill(1))
  ledger.adopt(YES, marketId(1), { ...NO_FIGURES, size: whole(30), cost: whole(9), realised: whole(0) }, null)
  ledger.dropOpenings()
  assert.equal(ledger.isNew(YES), true)
  ledger.note(fill(1))
  assert.deepEqual([ledger.figures(YES).size, ledger.basis(YES)], [whole(10), 'fills'])
})

test('a payout after a folding is added to the one before', async () => {
  const clock = createManualClock()
  const ledger = createPortfolioLedger(clock, 2)
  ledger.note(fill(1))
  await clock.advance(2 * DAY_MS)
  ledger.pay(YES, { at: clock.now(), size: whole(4), cash: whole(4) })
  ledger.note(fill(2, { at: clock.now(), outcomeId: NO }))
  ledger.pay(YES, { at: clock.now(), size: whole(3), cash: whole(3) })
  assert.equal(ledger.figures(YES).size, whole(3))
})

test('a fee that is learnt later is a change, and no news of a trade', async () => {
  const clock = createManualClock()
  const ledger = createPortfolioLedger(clock)
  ledger.note(fill(1, { fee: null }))
  await clock.advance(1_000)
  assert.equal(ledger.note(fill(1, { fee: whole(1) })), true)
  assert.deepEqual([ledger.changedAt(YES), ledger.figures(YES).fees], [0, whole(1)])
})
