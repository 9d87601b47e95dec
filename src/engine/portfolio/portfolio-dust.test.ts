// Dust: what no order can sell.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { createPortfolioFixture, fill, list, NO, YES } from '../testing/portfolio-fixture.ts'
import { settle } from '../testing/market-fakes.ts'

test('what is less than a hundredth of a share is dust, what is less than the minimum is not', async () => {
  const fixture = createPortfolioFixture()
  fixture.isReconciled = true
  fixture.fills.push(fill(1, { size: micros(9_999n) }), fill(2, { outcomeId: NO, size: micros(10_000n) }))
  fixture.lists.open = list()
  fixture.portfolio.start()
  await fixture.clock.advance(1_000)
  await settle()
  assert.equal(fixture.portfolio.account().dustPositions, 1)
  assert.deepEqual(
    [YES, NO].map((outcomeId) => fixture.portfolio.position(outcomeId)?.dust),
    [true, false],
  )
})
