// The portfolio over a run: what it learns from lists, fills and balances, and what it never concludes from them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros, ZERO, type Micros } from '#core/money.ts'
import type { PositionFigures } from '#core/position/position.ts'
import { createManualClock, outcomeId, price, whole } from '../testing/market-fakes.ts'
import {
  createPortfolioFixture,
  fill,
  list,
  NO,
  pass,
  row,
  started,
  YES,
} from '../testing/portfolio-fixture.ts'
import type { PortfolioFixture } from '../testing/portfolio-fixture.ts'

/** Time enough for lists, calm and a balance to be read. */
const WHILE_MS = 120_000

const sizeOf = (fixture: PortfolioFixture, id = YES): bigint =>
  fixture.portfolio.position(id)?.figures.size ?? 0n

const cents = (n: number): Micros => micros(BigInt(n) * 10_000n)

function figuresOf(fixture: PortfolioFixture): PositionFigures {
  const position = fixture.portfolio.position(YES)
  assert.ok(position !== null)
  return position.figures
}

describe('with a wallet and no credentials', () => {
  test('positions are those of the data service', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10))
    })
    const { outcomeIds, list: health } = fixture.portfolio.positions('open')
    const rows = outcomeIds.flatMap((id) => fixture.portfolio.position(id) ?? [])
    assert.deepEqual(
      rows.map(({ outcomeId, figures, basis }) => [outcomeId, figures.size, figures.cost, basis]),
      [[YES, whole(10), whole(5), 'venue']],
    )
    assert.deepEqual([health.complete, health.problem], [true, null])
  })

  test('trades that leave the size as it was move cost and realised profit', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10))
    })
    fixture.lists.open = list(row(10, { cost: whole(6), realised: whole(1) }))
    await pass(fixture, WHILE_MS)
    assert.deepEqual([figuresOf(fixture).cost, figuresOf(fixture).realised], [whole(6), whole(1)])
  })

  test('what an incomplete list does not show is still held, and the list says that it is not whole', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10))
    })
    fixture.lists.open = { ...list(), complete: false, problem: 'more rows without a cursor' }
    await pass(fixture, WHILE_MS)
    const { outcomeIds, list: health } = fixture.portfolio.positions('open')
    assert.equal(outcomeIds.length, 1)
    assert.equal(health.complete, false)
    assert.match(health.problem ?? '', /more rows without a cursor/)
  })

  test('nor does a service that does not answer take anything away', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10))
    })
    fixture.lists.open = null
    await pass(fixture, WHILE_MS)
    assert.equal(sizeOf(fixture), whole(10))
    assert.equal(fixture.portfolio.positions('open').list.complete, false)
    assert.notEqual(fixture.portfolio.feed().state, 'live')
  })

  test('what two whole lists do not show is gone', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10))
    })
    fixture.lists.open = list()
    await pass(fixture, 31_000)
    assert.equal(sizeOf(fixture), whole(10))
    await pass(fixture, WHILE_MS)
    assert.equal(sizeOf(fixture), 0n)
  })
})

describe('with credentials', () => {
  const trading = (one: PortfolioFixture): void => {
    one.hasCredentials = true
    one.isReconciled = true
  }

  test('own fills move a position at once, and a list that is behind does not move it back', async () => {
    const fixture = await started((one) => {
      trading(one)
      one.lists.open = list(row(10))
    })
    fixture.receive(fill(100, { side: 'SELL', size: whole(4) }))
    assert.equal(sizeOf(fixture), whole(6))
    await pass(fixture, 10_000)
    assert.equal(sizeOf(fixture), whole(6))
    const position = fixture.portfolio.position(YES)
    assert.equal(position?.venue?.differs, true)
    assert.equal(position?.venue?.likelyCause, 'indexer_behind')
  })

  test('the list is read after a fill also when another read comes first', async () => {
    const fixture = await started(trading)
    await pass(fixture, 26_000)
    fixture.receive(fill(30))
    await pass(fixture, 7_000)
    assert.equal(fixture.portfolio.position(YES)?.venue, null)
    fixture.lists.open = list(row(10, { cost: whole(4) }))
    await pass(fixture, 3_000)
    assert.equal(fixture.portfolio.position(YES)?.venue?.size, whole(10))
  })

  test('INV-09 a fill that is received again after a reconnect counts once', async () => {
    const fixture = await started(trading)
    fixture.receive(fill(1, { status: 'matched' }))
    fixture.receive(fill(1))
    fixture.receive(fill(1, { status: 'matched' }))
    assert.equal(sizeOf(fixture), whole(10))
    const figures = fixture.portfolio.position(YES)?.figures
    assert.deepEqual([figures?.settledSize, figures?.cost], [whole(10), whole(4)])
  })

  test('a fill that failed is taken back whole', async () => {
    const fixture = await started(trading)
    fixture.receive(fill(1, { status: 'matched' }))
    assert.equal(fixture.portfolio.position(YES)?.figures.settledSize, 0n)
    fixture.receive(fill(1, { status: 'failed' }))
    assert.deepEqual([sizeOf(fixture), fixture.portfolio.position(YES)?.status], [0n, 'closed'])
    assert.equal(fixture.portfolio.position(YES)?.figures.reversedSize, whole(10))
  })

  test('what was held before the known fills is learnt when list and balance agree, and only then', async () => {
    const fixture = await started((one) => {
      trading(one)
      one.fills.push(fill(1))
      one.lists.open = list(row(25))
    })
    await pass(fixture, WHILE_MS)
    assert.deepEqual([sizeOf(fixture), fixture.portfolio.position(YES)?.basis], [whole(10), 'fills'])
    assert.ok(fixture.asked.includes(YES))
    assert.equal(fixture.portfolio.position(YES)?.venue?.likelyCause, 'history_incomplete')
    fixture.balances.set(YES, whole(25))
    await pass(fixture, WHILE_MS)
    assert.deepEqual([sizeOf(fixture), fixture.portfolio.position(YES)?.basis], [whole(25), 'venue'])
    fixture.receive(fill(1))
    assert.equal(sizeOf(fixture), whole(25))
    fixture.receive(fill(200))
    assert.equal(sizeOf(fixture), whole(35))
  })

  test('a balance that agrees with the local position outweighs a list that does not', async () => {
    const fixture = await started((one) => {
      trading(one)
      one.fills.push(fill(1))
      one.lists.open = list()
      one.balances.set(YES, whole(10))
    })
    await pass(fixture, WHILE_MS)
    assert.equal(sizeOf(fixture), whole(10))
    assert.equal(fixture.portfolio.position(YES)?.venue?.differs, true)
    assert.equal(fixture.portfolio.account().venue?.differing, 1)
  })

  test('what the list showed before own fills were known does not count twice', async () => {
    const fixture = await started((one) => {
      one.hasCredentials = true
      one.lists.open = list(row(10, { cost: whole(4) }))
    })
    assert.equal(sizeOf(fixture), whole(10))
    fixture.receive(fill(1))
    fixture.isReconciled = true
    await pass(fixture, WHILE_MS)
    assert.deepEqual([sizeOf(fixture), fixture.portfolio.position(YES)?.basis], [whole(10), 'fills'])
  })

  test('a resolved market makes a position redeemable, and shares that are gone were paid for', async () => {
    const fixture = await started((one) => {
      trading(one)
      one.fills.push(fill(1))
      one.balances.set(YES, whole(10))
      one.lists.open = list(row(10, { cost: whole(4) }))
    })
    fixture.market = { ...fixture.market, status: 'resolved', winningOutcomeId: YES }
    const redeemable = fixture.portfolio.position(YES)
    assert.deepEqual(
      [redeemable?.status, redeemable?.result, redeemable?.mark.value, redeemable?.unrealised],
      ['redeemable', 'won', whole(10), whole(6)],
    )
    assert.equal(redeemable?.exit.reason?.code, 'market_closed')
    assert.match(redeemable?.exit.reason?.message ?? '', /claim the payout on the venue/)
    assert.equal(fixture.portfolio.account().redeemableValue, whole(10))
    fixture.balances.set(YES, ZERO)
    await pass(fixture, WHILE_MS)
    const closed = fixture.portfolio.position(YES)
    assert.deepEqual([closed?.status, closed?.figures.realised], ['closed', whole(6)])
    assert.equal(fixture.listed[0]?.agreed, 0n, 'the limits receive that they are gone')
    assert.equal(fixture.cashReads, 1, 'the payout is looked for in the cash at once')
  })
})

/** A day after the fills of the fixture. */
const NEXT_DAY = 86_400_000

describe('what changes without an own trade', () => {
  const trading = (one: PortfolioFixture): void => {
    one.hasCredentials = true
    one.isReconciled = true
    one.fills.push(fill(1))
    one.balances.set(YES, whole(10))
  }

  test('a merge or transfer is learnt though the balance was read before', async () => {
    const fixture = await started((one) => {
      trading(one)
      one.lists.open = list(row(25))
    })
    await pass(fixture, WHILE_MS)
    assert.deepEqual([sizeOf(fixture), fixture.asked.includes(YES)], [whole(10), true])
    fixture.lists.open = list(row(4))
    fixture.balances.set(YES, whole(4))
    await pass(fixture, WHILE_MS)
    assert.equal(sizeOf(fixture), whole(4))
    fixture.lists.open = list(row(7))
    fixture.balances.set(YES, whole(7))
    await pass(fixture, WHILE_MS)
    assert.equal(sizeOf(fixture), whole(7))
  })

  test('an old balance is no second source', async () => {
    const fixture = await started((one) => {
      trading(one)
      one.lists.open = list(row(25))
      one.balances.set(YES, whole(12))
    })
    await pass(fixture, WHILE_MS)
    fixture.balances.delete(YES)
    fixture.lists.open = list(row(12))
    await pass(fixture, WHILE_MS)
    assert.equal(sizeOf(fixture), whole(10))
  })

  for (const isRead of [true, false]) {
    const state = isRead ? 'agree with the local position' : 'cannot be read'
    test(`is looked for in every outcome in turn, though as many balances as go at a time ${state}`, async () => {
      const many = Array.from({ length: 60 }, (_, index) => outcomeId(100 + index))
      const fixture = await started((one) => {
        trading(one)
        one.fills.push(...many.map((id, index) => fill(10 + index, { outcomeId: id })))
        if (isRead) for (const id of many) one.balances.set(id, whole(10))
        one.lists.open = list(row(10), ...many.map((id) => row(25, { outcomeId: id })))
      })
      await pass(fixture, WHILE_MS)
      assert.equal(new Set(fixture.asked).size, many.length)
    })
  }

  test('takes nothing back of what was realised and paid in fees', async () => {
    const fixture = await started((one) => {
      trading(one)
      one.fills.push(fill(2, { side: 'SELL', size: whole(5), fee: cents(10) }))
      one.balances.set(YES, ZERO)
    })
    await pass(fixture, WHILE_MS)
    const { size, cost, realised, realisedToday, fees } = figuresOf(fixture)
    assert.deepEqual([size, cost, realised, realisedToday, fees], [0n, 0n, cents(-10), cents(-10), cents(10)])
  })

  test('leaves the day what it realised, and realised profit to the venue less own fees of sales', async () => {
    const fixture = await started((one) => {
      trading(one)
      const sale = { side: 'SELL', size: whole(5), price: price(6_000), fee: cents(10) } as const
      one.fills.push(fill(2, sale))
      one.lists.open = list(row(3, { realised: whole(2) }))
      one.balances.set(YES, whole(3))
    })
    await pass(fixture, WHILE_MS)
    const { size, realised, realisedToday, fees } = figuresOf(fixture)
    assert.deepEqual([size, realised, realisedToday, fees], [whole(3), cents(190), cents(90), cents(10)])
    fixture.clock.jump(NEXT_DAY)
    assert.equal(figuresOf(fixture).realisedToday, 0n)
  })

  test('a new row that comes before the own fill it rests on does not count it twice', async () => {
    const fixture = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
    })
    fixture.hasCredentials = false
    await pass(fixture, 10_000)
    fixture.lists.open = list(row(10, { cost: whole(4) }))
    fixture.hasCredentials = true
    await pass(fixture, 35_000)
    const early = sizeOf(fixture)
    fixture.fillsReadAt = fixture.clock.monotonic()
    fixture.receive(fill(1))
    assert.deepEqual([early, sizeOf(fixture)], [0n, whole(10)])
    await pass(fixture, WHILE_MS)
    assert.deepEqual([sizeOf(fixture), fixture.portfolio.position(YES)?.basis], [whole(10), 'fills'])
  })

  test('a new row that no own fill explains is learnt once they were read after it came', async () => {
    const fixture = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
    })
    fixture.lists.open = list(row(10))
    await pass(fixture, 35_000)
    assert.deepEqual([sizeOf(fixture), fixture.fillsAsked], [0n, 1], 'they are read at once')
    fixture.fillsReadAt = fixture.clock.monotonic()
    await pass(fixture, 2_000)
    assert.deepEqual([sizeOf(fixture), fixture.portfolio.position(YES)?.basis], [whole(10), 'venue'])
  })

  for (const [away, when] of [
    [15_000, 'before'],
    [70_000, 'while'],
  ] as const) {
    test(`what a round trip made stays exact when credentials are away ${when} it is reported`, async () => {
      const fixture = await started((one) => {
        one.hasCredentials = true
        one.isReconciled = true
        one.lists.open = list(row(100))
        one.balances.set(YES, whole(100))
      })
      const roundTrip = (): void => {
        fixture.receive(fill(1, { price: price(5_000) }))
        fixture.receive(fill(2, { side: 'SELL', price: price(6_000) }))
      }
      if (when === 'before') {
        roundTrip()
        await pass(fixture, 1_000)
      } else fixture.lists.open = list(row(100, { realised: whole(1) }))
      fixture.hasCredentials = false
      await pass(fixture, away)
      if (when === 'while') roundTrip()
      fixture.hasCredentials = true
      await pass(fixture, WHILE_MS)
      assert.deepEqual([sizeOf(fixture), figuresOf(fixture).realised], [whole(100), whole(1)])
    })
  }

  test('a row that comes only after the shares are gone brings what was realised, once', async () => {
    const fixture = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
      one.lists.open = list(row(100))
      one.balances.set(YES, whole(100))
    })
    fixture.lists.open = list()
    fixture.balances.set(YES, ZERO)
    await pass(fixture, WHILE_MS)
    assert.deepEqual([sizeOf(fixture), figuresOf(fixture).realised], [0n, 0n])
    fixture.lists.closed = list(row(0, { status: 'closed', realised: whole(30) }))
    await pass(fixture, 10 * WHILE_MS)
    assert.deepEqual([sizeOf(fixture), figuresOf(fixture).realised], [0n, whole(30)])
    fixture.lists.closed = list(row(0, { status: 'closed', realised: whole(31) }))
    await pass(fixture, 10 * WHILE_MS)
    assert.equal(figuresOf(fixture).realised, whole(30))
  })

  test('one position that ended as another began is read from the closed ones at once', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10))
    })
    fixture.lists.open = list(row(3, { outcomeId: NO }))
    fixture.lists.closed = list(row(0, { status: 'closed', realised: whole(2) }))
    await pass(fixture, 70_000)
    assert.deepEqual([sizeOf(fixture), figuresOf(fixture).realised], [0n, whole(2)])
  })
})

describe('a payout', () => {
  const held = (one: PortfolioFixture): void => {
    one.hasCredentials = true
    one.isReconciled = true
    one.fills.push(fill(1, { at: one.clock.now() - 2 * NEXT_DAY }))
    one.market = { ...one.market, status: 'resolved', winningOutcomeId: YES }
  }

  test('of an earlier day that is found after a start is no profit of today', async () => {
    const paidAt = createManualClock().now() - NEXT_DAY
    const fixture = await started((one) => {
      held(one)
      one.balances.set(YES, ZERO)
      one.lists.closed = list(row(0, { status: 'closed', lastAt: paidAt }))
    })
    await pass(fixture, WHILE_MS)
    const { realised, realisedToday, lastAt } = figuresOf(fixture)
    assert.deepEqual([realised, realisedToday, lastAt], [whole(6), 0n, paidAt])
  })

  test('that no row dates is none of today either, when the shares were gone at the start', async () => {
    const fixture = await started((one) => {
      held(one)
      one.balances.set(YES, ZERO)
    })
    await pass(fixture, WHILE_MS)
    const { realised, realisedToday } = figuresOf(fixture)
    assert.deepEqual([realised, realisedToday], [whole(6), 0n])
  })

  test('of shares that were still there since the start is one of today', async () => {
    const fixture = await started((one) => {
      held(one)
      one.balances.set(YES, whole(10))
      one.lists.redeemable = list(row(10, { status: 'redeemable', lastAt: one.clock.now() - NEXT_DAY }))
    })
    await pass(fixture, WHILE_MS)
    assert.equal(sizeOf(fixture), whole(10))
    fixture.balances.set(YES, ZERO)
    await pass(fixture, WHILE_MS)
    const { realised, realisedToday } = figuresOf(fixture)
    assert.deepEqual([realised, realisedToday], [whole(6), whole(6)])
  })
})

test('a fee that the catalog reports later reaches the position', async () => {
  const fixture = await started((one) => {
    one.hasCredentials = true
    one.isReconciled = true
    one.fills.push(fill(1, { role: 'taker', fee: null }))
    one.lists.open = list(row(10))
  })
  assert.equal(figuresOf(fixture).feesKnown, false)
  fixture.fills[0] = fill(1, { role: 'taker', fee: cents(12) })
  fixture.feesLearnt += 1
  fixture.bus.publish('catalog', { events: 1 })
  const { fees, feesKnown, cost } = figuresOf(fixture)
  assert.deepEqual([fees, feesKnown, cost], [cents(12), true, whole(4) + cents(12)])
})

test('own fills are not gone through with every change of the catalog because of one fee that nobody will know', async () => {
  const fixture = await started((one) => {
    one.hasCredentials = true
    one.isReconciled = true
    one.fills.push(fill(1, { role: 'taker', fee: null }))
  })
  const before = fixture.fillReads
  for (let events = 1; events <= 50; events += 1) fixture.bus.publish('catalog', { events })
  assert.equal(fixture.fillReads, before)
})

test('a position that the venue reports began and ended when its row says', async () => {
  const [firstAt, lastAt] = [1_780_000_000_000, 1_785_000_000_000]
  const fixture = await started((one) => {
    const ended = { status: 'closed', firstAt, lastAt } as const
    const later = { ...ended, lastAt: lastAt + 1_000, outcomeId: NO }
    one.lists.closed = list(row(0, ended), row(0, later))
  })
  assert.deepEqual([figuresOf(fixture).firstAt, figuresOf(fixture).lastAt], [firstAt, lastAt])
  assert.deepEqual(fixture.portfolio.positions('closed').outcomeIds, [NO, YES])
})

describe('the account', () => {
  test('sums positions by the live book, cash, exposure with combos at cost', async () => {
    const fixture = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
      one.fills.push(fill(1), fill(2, { outcomeId: NO, size: whole(3) }))
      one.lists.open = list(row(10, { cost: whole(4) }), row(3, { outcomeId: NO }))
    })
    assert.equal(fixture.portfolio.account().comboCostBasis, null)
    fixture.combos = { costBasis: whole(20), exposure: whole(25), underWay: whole(2) }
    const account = fixture.portfolio.account()
    assert.equal(account.openPositions, 2)
    assert.equal(account.dustPositions, 0)
    assert.equal(account.positionsValue, (whole(13) * 45n) / 100n)
    assert.equal(account.liquidationValue, account.positionsValue)
    assert.equal(account.liquidationComplete, true)
    assert.equal(account.equity, whole(100) + account.liquidationValue)
    assert.deepEqual([account.cash, account.available], [whole(100), whole(93)])
    assert.equal(account.positionsCost, (whole(13) * 40n) / 100n)
    assert.deepEqual([account.reserved, account.openOrdersCost], [whole(7), whole(5)])
    assert.equal(account.comboCostBasis, whole(20))
    assert.equal(account.exposure, account.positionsCost + whole(5) + whole(25))
    assert.equal(account.unrealised, account.positionsValue - account.positionsCost)
  })

  test('says that figures rest on a stale book, and quotes nothing from it', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10))
    })
    assert.equal(fixture.portfolio.account().stalePositions, 0)
    // A lost book is emptied.
    const { epoch, version } = fixture.book
    const lost = {
      bids: [],
      asks: [],
      epoch: epoch + 1,
      version: version + 1,
      staleReason: 'feed_down',
    } as const
    fixture.book = { ...fixture.book, ...lost }
    const position = fixture.portfolio.position(YES)
    assert.equal(position?.mark.staleReason, 'feed_down')
    assert.equal(position?.mark.value, (whole(10) * 45n) / 100n)
    assert.equal(position?.exit.reason?.code, 'book_stale')
    const account = fixture.portfolio.account()
    assert.deepEqual([account.stalePositions, account.liquidationComplete], [1, false])
  })

  test('quotes what exit, flatten and hedge would send, with what a hedge locks in', async () => {
    const fixture = await started((one) => {
      one.lists.open = list(row(10, { cost: whole(4) }))
    })
    const position = fixture.portfolio.position(YES)
    assert.deepEqual(
      [
        position?.exit.quote?.terms.size,
        position?.exit.quote?.terms.timeInForce,
        position?.exit.quote?.leaves,
      ],
      [whole(10), 'FAK', ZERO],
    )
    assert.equal(position?.exit.quote?.cash, (whole(10) * 45n) / 100n)
    assert.equal(position?.join?.size, whole(10))
    // Ten of the other at 0.55, ten held for 4: one of the two pays 10.
    const hedge = position?.hedge.quote
    assert.deepEqual([hedge?.outcomeId, hedge?.cash], [NO, (whole(10) * 55n) / 100n])
    fixture.reserved = whole(10)
    const offered = fixture.portfolio.position(YES)
    assert.deepEqual([offered?.exit.quote, offered?.flat?.terms.size], [null, whole(10)])
    assert.equal(hedge?.lockedPnl, whole(10) - whole(4) - (whole(10) * 55n) / 100n - (hedge?.fee ?? 0n))
  })

  test('without a wallet nothing is read', async () => {
    const fixture = createPortfolioFixture({ wallet: null })
    fixture.portfolio.start()
    await pass(fixture, 40_000)
    assert.equal(fixture.portfolio.hasWallet(), false)
    assert.equal(fixture.portfolio.feed().state, 'off')
    const read = await fixture.portfolio.pnl('1d')
    assert.equal(!read.ok && read.error.kind, 'no_credentials')
  })
})
