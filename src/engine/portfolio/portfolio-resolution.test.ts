// Results of each outcome in the portfolio: with orders, after a trade, and not before they are known.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EventId } from '#core/ids.ts'
import { micros, type Micros } from '#core/money.ts'
import type { Order } from '#core/order/order.ts'
import { fill, list, NO, pass, row, started, YES } from '../testing/portfolio-fixture.ts'
import { eventId, price, whole } from '../testing/market-fakes.ts'

const EVENT: EventId = eventId(1)

const order: Order = {
  id: null,
  clientOrderId: null,
  outcomeId: NO,
  marketId: 'pm:0x01' as Order['marketId'],
  side: 'BUY',
  price: price(5_000),
  size: whole(8),
  filledSize: whole(2),
  timeInForce: 'GTC',
  postOnly: false,
  expiresAt: null,
  status: 'live',
  delayEndsAt: null,
  cancelling: false,
  cancelQueued: false,
  cancelTooLate: false,
  foreign: false,
  replaces: null,
  submittedAt: null,
  createdAt: 0,
  updatedAt: 0,
}

describe('what each outcome would pay', () => {
  test('is made of what is held and of what open orders may still trade', async () => {
    const fixture = await started((one) => {
      one.fills.push(fill(1))
      one.hasCredentials = true
      one.isReconciled = true
    })
    const { portfolio, bus } = fixture
    assert.deepEqual(portfolio.resolutionEvents(), [EVENT])
    const before = portfolio.resolutionPnl(EVENT)
    assert.deepEqual(
      before?.markets[0]?.outcomes.map(({ size, ifWins }) => [size, ifWins?.profit?.least]),
      [
        [whole(10), whole(6)],
        [whole(0), whole(-4)],
      ],
    )
    assert.equal(portfolio.resolutionPnl(EVENT), before, 'worked out once')
    const version = portfolio.resolutionVersion()
    fixture.orders = [order]
    bus.publish('order', order)
    assert.notEqual(portfolio.resolutionVersion(), version)
    const [yes, no] = portfolio.resolutionPnl(EVENT)?.markets[0]?.outcomes ?? []
    assert.deepEqual([yes?.ifWins?.withOrders?.least, yes?.ifWins?.atWorst], [whole(3), whole(3)])
    assert.deepEqual([no?.ifWins?.withOrders?.least, no?.ifWins?.atWorst], [whole(-1), whole(-4)])
  })

  test('a price of a book changes nothing of it', async () => {
    const fixture = await started((one) => {
      one.fills.push(fill(1))
      one.hasCredentials = true
      one.isReconciled = true
    })
    const version = fixture.portfolio.resolutionVersion()
    fixture.bus.publish('book', { outcomeId: YES, version: 2 })
    assert.equal(fixture.portfolio.resolutionVersion(), version)
  })

  test('has no profit where the venue lists shares without a cost', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10, { cost: micros(0n), averagePrice: micros(0n) }))
      one.lists.closed = list()
    })
    await pass(fixture, 60_000)
    const [yes] = fixture.portfolio.resolutionPnl(EVENT)?.markets[0]?.outcomes ?? []
    assert.deepEqual([yes?.ifWins?.profit, yes?.ifWins?.payout.least], [null, whole(10)])
  })

  test('once a trade is made: both outcomes of its market, from nothing on', async () => {
    const { portfolio } = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
    })
    const buy = { outcomeId: YES, side: 'BUY', size: whole(10), cash: whole(4) } as const
    const profits = portfolio
      .resolutionAfter([{ ...buy, fee: 100_000n as Micros }])
      .map(({ before, after }) => [before?.profit?.least, after?.profit?.least])
    assert.deepEqual(profits, [
      [0n, 5_900_000n],
      [0n, -4_100_000n],
    ])
    const sale = portfolio.resolutionAfter([{ ...buy, side: 'SELL', fee: null }])
    assert.deepEqual(
      sale.map(({ after }) => after?.profit),
      [null, null],
      'more than is held',
    )
    const other = { ...buy, outcomeId: NO, cash: whole(5), fee: micros(0n) }
    const both = portfolio.resolutionAfter([{ ...buy, fee: micros(0n) }, other])
    assert.deepEqual(
      both.map(({ after }) => after?.profit?.least),
      [whole(1), whole(1)],
      'a pair pays 1',
    )
  })
})
