// The portfolio at its start: nothing is shown, left or counted twice before own trades and lists were held against each other.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whole } from '../testing/market-fakes.ts'
import { createPortfolioFixture, fill, list, pass, row, started, YES } from '../testing/portfolio-fixture.ts'
import type { PortfolioFixture } from '../testing/portfolio-fixture.ts'

const sizeOf = (fixture: PortfolioFixture): bigint => fixture.portfolio.position(YES)?.figures.size ?? 0n

describe('a start', () => {
  test('shows no figure before own fills and lists are both read', async () => {
    const fixture = createPortfolioFixture()
    fixture.hasCredentials = true
    fixture.lists.open = list(row(10, { lastAt: fill(1).at }))
    fixture.portfolio.start()
    await pass(fixture, 5_000)
    assert.equal(fixture.portfolio.isReading(), true, 'lists alone')
    fixture.receive(fill(1))
    assert.equal(fixture.portfolio.isReading(), true)
    fixture.isReconciled = true
    await pass(fixture, 1_000)
    assert.deepEqual([fixture.portfolio.isReading(), sizeOf(fixture)], [false, whole(10)])
    fixture.hasCredentials = false
    await pass(fixture, 5_000)
    assert.equal(fixture.portfolio.isReading(), false, 'not again')
  })

  test('that cannot read own fills shows what the lists say after half a minute, and later fills once', async () => {
    const fixture = createPortfolioFixture()
    fixture.hasCredentials = true
    fixture.lists.open = list(row(10, { lastAt: fill(1).at }))
    fixture.portfolio.start()
    await pass(fixture, 29_000)
    assert.equal(fixture.portfolio.isReading(), true)
    await pass(fixture, 2_000)
    assert.deepEqual([fixture.portfolio.isReading(), sizeOf(fixture)], [false, whole(10)])
    fixture.receive(fill(1))
    assert.equal(sizeOf(fixture), whole(10))
  })

  test('shows what own fills say where the lists cannot be read, and what the lists say where own fills cannot', async () => {
    const withoutLists = createPortfolioFixture()
    withoutLists.lists.open = null
    withoutLists.hasCredentials = true
    withoutLists.isReconciled = true
    withoutLists.portfolio.start()
    await pass(withoutLists, 2_000)
    assert.equal(withoutLists.portfolio.isReading(), false)
    const withoutFills = await started((one) => {
      one.lists.open = list(row(10))
    })
    assert.deepEqual([withoutFills.portfolio.isReading(), sizeOf(withoutFills)], [false, whole(10)])
    assert.equal(createPortfolioFixture({ wallet: null }).portfolio.isReading(), false)
  })

  test('tells the limits what the list shows, and what list and balance agree on', async () => {
    const fixture = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
      one.lists.open = list(row(10))
    })
    const [published] = fixture.listed
    assert.deepEqual(
      [published?.outcomeId, published?.size, published?.cost, published?.agreed],
      [YES, whole(10), whole(5), whole(10)],
    )
  })

  test('an own fill that is reported after the row it is in does not count twice', async () => {
    const fixture = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
      one.lists.open = list(row(10, { cost: whole(4), lastAt: fill(1).at }))
    })
    assert.equal(sizeOf(fixture), whole(10))
    fixture.receive(fill(1))
    assert.equal(sizeOf(fixture), whole(10))
    fixture.receive(fill(2))
    assert.equal(sizeOf(fixture), whole(20))
  })
})
