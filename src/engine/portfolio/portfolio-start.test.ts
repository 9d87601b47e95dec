// The portfolio at its start: nothing is shown, left or counted twice before own trades and lists were held against each other.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whole } from '../testing/market-fakes.ts'
import { createPortfolioDesk, fill, list, pass, row, started, YES } from '../testing/portfolio-desk.ts'
import type { PortfolioDesk } from '../testing/portfolio-desk.ts'

const sizeOf = (desk: PortfolioDesk): bigint => desk.portfolio.position(YES)?.figures.size ?? 0n

describe('a start', () => {
  test('shows no figure before own fills and lists are both read', async () => {
    const desk = createPortfolioDesk()
    desk.hasCredentials = true
    desk.lists.open = list(row(10, { lastAt: fill(1).at }))
    desk.portfolio.start()
    await pass(desk, 5_000)
    assert.equal(desk.portfolio.isReading(), true, 'lists alone')
    desk.hear(fill(1))
    assert.equal(desk.portfolio.isReading(), true)
    desk.isReconciled = true
    await pass(desk, 1_000)
    assert.deepEqual([desk.portfolio.isReading(), sizeOf(desk)], [false, whole(10)])
    desk.hasCredentials = false
    await pass(desk, 5_000)
    assert.equal(desk.portfolio.isReading(), false, 'not again')
  })

  test('that cannot read own fills shows what the lists say after half a minute, and later fills once', async () => {
    const desk = createPortfolioDesk()
    desk.hasCredentials = true
    desk.lists.open = list(row(10, { lastAt: fill(1).at }))
    desk.portfolio.start()
    await pass(desk, 29_000)
    assert.equal(desk.portfolio.isReading(), true)
    await pass(desk, 2_000)
    assert.deepEqual([desk.portfolio.isReading(), sizeOf(desk)], [false, whole(10)])
    desk.hear(fill(1))
    assert.equal(sizeOf(desk), whole(10))
  })

  test('shows what own fills say where the lists cannot be read, and what the lists say where own fills cannot', async () => {
    const withoutLists = createPortfolioDesk()
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
    assert.equal(createPortfolioDesk({ wallet: null }).portfolio.isReading(), false)
  })

  test('tells the limits what the list shows, and what list and balance agree on', async () => {
    const desk = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
      one.lists.open = list(row(10))
    })
    const [told] = desk.listed
    assert.deepEqual(
      [told?.outcomeId, told?.size, told?.cost, told?.agreed],
      [YES, whole(10), whole(5), whole(10)],
    )
  })

  test('an own fill that is told after the row it is in does not count twice', async () => {
    const desk = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
      one.lists.open = list(row(10, { cost: whole(4), lastAt: fill(1).at }))
    })
    assert.equal(sizeOf(desk), whole(10))
    desk.hear(fill(1))
    assert.equal(sizeOf(desk), whole(10))
    desk.hear(fill(2))
    assert.equal(sizeOf(desk), whole(20))
  })
})
