// Figures missing in rows are unknown, all the way to the account; a payout of neither 1 nor 0 is no win (INV-75,
// INV-87).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { whole } from '../testing/market-fakes.ts'
import { fill, list, pass, row, started, YES, type PortfolioFixture } from '../testing/portfolio-fixture.ts'

const UNKNOWN = { averagePrice: null, cost: null } as const

function ready(one: PortfolioFixture): void {
  one.hasCredentials = true
  one.isReconciled = true
  one.balances.set(YES, whole(10))
}

test('INV-75 INV-79 shares without a cost have no profit, and get both from a later row', async () => {
  const fixture = await started((one) => {
    ready(one)
    one.lists.open = list(row(10, UNKNOWN))
  })
  await pass(fixture, 70_000)
  const held = fixture.portfolio.position(YES)
  assert.deepEqual(
    [held?.figures.size, held?.figures.costKnown, held?.figures.cost, held?.unrealised],
    [whole(10), false, ZERO, null],
  )
  assert.equal(held?.hedge.quote?.lockedPnl ?? null, null)
  const { positionsWithoutCost, positionsCost, unrealised } = fixture.portfolio.account()
  assert.deepEqual([positionsWithoutCost, positionsCost, unrealised], [1, whole(10), ZERO])
  fixture.lists.open = list(row(10))
  await pass(fixture, 70_000)
  const known = fixture.portfolio.position(YES)
  assert.deepEqual([known?.figures.costKnown, known?.figures.cost], [true, whole(5)])
  assert.equal(fixture.portfolio.account().positionsWithoutCost, 0)
})

test('INV-75 sums of the venue are null where a position lacks the figure, and so are their differences', async () => {
  const fixture = await started((one) => {
    ready(one)
    one.lists.open = list(row(10, { value: null, realised: null, unrealised: null }))
  })
  await pass(fixture, 70_000)
  const { venue } = fixture.portfolio.account()
  assert.ok(venue !== null)
  const { positionsValue, unrealised, realised, valueDifference, pnlDifference } = venue
  const figures = [positionsValue, unrealised, realised, valueDifference, pnlDifference]
  assert.deepEqual(new Set(figures), new Set([null]))
})

test('INV-75 shares without a cost realise nothing when they are sold, and what is bought afterwards has its own', async () => {
  const fixture = await started((one) => {
    ready(one)
    one.lists.open = list(row(10, UNKNOWN))
  })
  await pass(fixture, 70_000)
  const at = fixture.clock.now()
  fixture.receive(fill(1, { side: 'SELL', at }))
  const sold = fixture.portfolio.position(YES)?.figures
  assert.deepEqual(
    [sold?.size, sold?.realised, sold?.unexplainedSize, sold?.costKnown],
    [ZERO, ZERO, whole(10), true],
  )
  fixture.receive(fill(2, { at: at + 1_000 }))
  assert.equal(fixture.portfolio.position(YES)?.figures.cost, whole(4))
})

test('INV-75 a claim whose payout nobody has said is redeemable, without a value and without a result', async () => {
  const fixture = await started((one) => {
    ready(one)
    one.lists.redeemable = list(row(10, { status: 'redeemable', currentPrice: null, value: null }))
  })
  await pass(fixture, 70_000)
  const claim = fixture.portfolio.position(YES)
  assert.deepEqual(
    [claim?.status, claim?.result, claim?.mark.value, claim?.unrealised],
    ['redeemable', null, null, null],
  )
  const account = fixture.portfolio.account()
  assert.deepEqual(
    [account.positionsWithoutMark, account.redeemableValue, account.liquidationComplete],
    [1, ZERO, false],
  )
  fixture.market = { ...fixture.market, status: 'resolved', winningOutcomeId: YES }
  assert.equal(fixture.portfolio.position(YES)?.result, 'won')
})

test('INV-87 a market is won at 1 only, and lost at 0: anything else is a part', async () => {
  for (const [price, result] of [
    [1_000_000n, 'won'],
    [999_999n, 'part'],
    [580_000n, 'part'],
    [500_000n, 'part'],
    [1n, 'part'],
    [0n, 'lost'],
  ] as const) {
    const fixture = await started((one) => {
      ready(one)
      one.lists.redeemable = list(row(10, { status: 'redeemable', currentPrice: micros(price) }))
    })
    await pass(fixture, 70_000)
    const { result: shown, mark } = fixture.portfolio.position(YES) ?? {}
    assert.deepEqual([shown, mark?.price], [result, micros(price)])
  }
})

test('INV-87 another name in the row is told before every other difference, written otherwise it is the same', async () => {
  for (const [outcomeName, cause] of [
    ['No', 'outcome_name'],
    ['  YES ', null],
    ['', null],
  ] as const) {
    const fixture = await started((one) => {
      ready(one)
      one.lists.open = list(row(10, { outcomeName }))
    })
    await pass(fixture, 70_000)
    const { venue } = fixture.portfolio.position(YES) ?? {}
    assert.deepEqual([venue?.likelyCause, venue?.differs], [cause, cause !== null], outcomeName)
    assert.equal(fixture.portfolio.account().venue?.differing, cause === null ? 0 : 1)
  }
})
