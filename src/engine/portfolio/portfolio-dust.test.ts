// Dust: what no order can sell.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { createPortfolioDesk, fill, list, NO, YES } from '../testing/portfolio-desk.ts'
import { settle } from '../testing/market-fakes.ts'

test('what is less than a hundredth of a share is dust, what is less than the minimum is not', async () => {
  const desk = createPortfolioDesk()
  desk.isReconciled = true
  desk.fills.push(fill(1, { size: micros(9_999n) }), fill(2, { outcomeId: NO, size: micros(10_000n) }))
  desk.lists.open = list()
  desk.portfolio.start()
  await desk.clock.advance(1_000)
  await settle()
  assert.equal(desk.portfolio.account().dustPositions, 1)
  assert.deepEqual(
    [YES, NO].map((outcomeId) => desk.portfolio.position(outcomeId)?.dust),
    [true, false],
  )
})
