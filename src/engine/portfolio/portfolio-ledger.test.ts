// Content of the ledger: entries by key, openings that cover earlier entries.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_FIGURES } from '#core/position/portfolio.ts'
import type { PositionFigures } from '#core/position/position.ts'
import { createPortfolioLedger, type AdoptedOpening, type PortfolioLedger } from './portfolio-ledger.ts'
import { createManualClock, marketId, whole } from '../testing/market-fakes.ts'
import { createMemoryPortfolio } from '../testing/memory-portfolio.ts'
import { fill, YES } from '../testing/portfolio-fixture.ts'

const DAY_MS = 86_400_000

function opening(figures: Partial<PositionFigures>, until: number | null = null): AdoptedOpening {
  return { figures: { ...NO_FIGURES, ...figures }, until, isUnexplained: false }
}

test('an opening covers the fills that were known, and only those', () => {
  const ledger = createPortfolioLedger(createManualClock())
  ledger.note(fill(1))
  ledger.knowOwnFills()
  ledger.adopt(YES, marketId(1), opening({ size: whole(30), cost: whole(9), realised: whole(-2) }))
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
  ledger.adopt(YES, marketId(1), opening({ size: whole(30), cost: whole(9) }, until))
  assert.equal(ledger.note(fill(2, { status: 'matched' })), false)
  assert.equal(ledger.note(fill(2)), false)
  assert.equal(ledger.figures(YES).size, whole(30))
  assert.equal(ledger.note(fill(3)), true)
  assert.equal(ledger.figures(YES).size, whole(40))
})

test('once own fills are known, what began with an opening begins with them', () => {
  const ledger = createPortfolioLedger(createManualClock())
  ledger.note(fill(1))
  ledger.adopt(YES, marketId(1), opening({ size: whole(30), cost: whole(9), realised: whole(0) }))
  assert.deepEqual([ledger.figures(YES).size, ledger.basis(YES)], [whole(30), 'venue'])
  ledger.knowOwnFills()
  assert.equal(ledger.note(fill(1)), false)
  assert.deepEqual([ledger.figures(YES).size, ledger.basis(YES)], [whole(10), 'fills'])
})

test('a fee that is learnt later is a change, and no news of a trade', async () => {
  const clock = createManualClock()
  const ledger = createPortfolioLedger(clock)
  ledger.note(fill(1, { fee: null }))
  await clock.advance(1_000)
  assert.equal(ledger.note(fill(1, { fee: whole(1) })), true)
  assert.deepEqual([ledger.changedAt(YES), ledger.figures(YES).fees], [0, whole(1)])
})

describe('INV-82 the same records make the same ledger', () => {
  const everything = (ledger: PortfolioLedger): unknown =>
    ledger
      .outcomes()
      .map((id) => [ledger.figures(id), ledger.basis(id), ledger.entries(id), ledger.realised(id)])

  test('with openings, what they cover and payouts', async () => {
    const [clock, store] = [createManualClock(), createMemoryPortfolio()]
    const ledger = createPortfolioLedger(clock, store)
    ledger.knowOwnFills()
    ledger.note(fill(1, { status: 'matched' }))
    ledger.adopt(YES, marketId(1), opening({ size: whole(30), cost: whole(9) }, fill(2).at))
    ledger.note(fill(2))
    // One of an earlier row says no time: what that row covered stays covered.
    ledger.adopt(YES, marketId(1), opening({ size: whole(40), cost: whole(11) }))
    for (let number = 3; number < 7; number += 1) ledger.note(fill(number, { side: 'SELL' }))
    await clock.advance(2 * DAY_MS)
    ledger.note(fill(7, { at: clock.now() }))
    ledger.pay(YES, { at: clock.now(), size: whole(2), cash: whole(2) })
    ledger.save()
    const again = createPortfolioLedger(clock, store)
    assert.deepEqual(everything(again), everything(ledger))
    for (let number = 1; number <= 7; number += 1) assert.equal(again.note(fill(number)), false)
    again.pay(YES, { at: clock.now(), size: whole(1), cash: whole(1) })
    assert.equal(again.figures(YES).size, whole(7), 'the second payout does not take the place of the first')
  })

  test('what rested on lists alone is forgotten on disk too, once own fills are known', () => {
    const [clock, store] = [createManualClock(), createMemoryPortfolio()]
    const first = createPortfolioLedger(clock, store)
    first.knowOwnFills()
    first.note(fill(1))
    first.save()
    const second = createPortfolioLedger(clock, store)
    second.adopt(YES, marketId(1), opening({ size: whole(30), cost: whole(9) }))
    second.save()
    const third = createPortfolioLedger(clock, store)
    assert.equal(third.figures(YES).size, whole(30), 'it is all that is known yet')
    third.knowOwnFills()
    third.save()
    assert.deepEqual(everything(createPortfolioLedger(clock, store)), everything(first))
  })

  test('a disk that refuses changes nothing, and has it all once it takes it', () => {
    const [clock, store] = [createManualClock(), createMemoryPortfolio()]
    const ledger = createPortfolioLedger(clock, store)
    ledger.knowOwnFills()
    store.isDiskFull = true
    ledger.note(fill(1))
    ledger.save()
    ledger.adopt(YES, marketId(1), opening({ size: whole(30), cost: whole(9) }))
    ledger.save()
    assert.deepEqual([...store.records()], [])
    store.isDiskFull = false
    ledger.save()
    assert.deepEqual(everything(createPortfolioLedger(clock, store)), everything(ledger))
  })
})
