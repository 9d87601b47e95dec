// The portfolio over a life: what it learns from lists, fills and balances, and what it never concludes from them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { PositionFigures } from '#core/position/position.ts'
import { createHandClock, outcomeId, price, whole } from '../testing/market-fakes.ts'
import { createPortfolioDesk, fill, list, NO, pass, row, started, YES } from '../testing/portfolio-desk.ts'
import type { PortfolioDesk } from '../testing/portfolio-desk.ts'

/** Time enough for lists, calm and a balance to be read. */
const WHILE_MS = 120_000

const sizeOf = (desk: PortfolioDesk, id = YES): bigint => desk.portfolio.position(id)?.figures.size ?? 0n

const cents = (n: number): Micros => micros(BigInt(n) * 10_000n)

function figuresOf(desk: PortfolioDesk): PositionFigures {
  const position = desk.portfolio.position(YES)
  assert.ok(position !== null)
  return position.figures
}

describe('with a wallet and no credentials', () => {
  test('positions are those of the data service', async () => {
    const desk = await started((one) => {
      one.lists.open = list(row(10))
    })
    const { outcomeIds, list: health } = desk.portfolio.positions('open')
    const rows = outcomeIds.flatMap((id) => desk.portfolio.position(id) ?? [])
    assert.deepEqual(
      rows.map(({ outcomeId, figures, basis }) => [outcomeId, figures.size, figures.cost, basis]),
      [[YES, whole(10), whole(5), 'venue']],
    )
    assert.deepEqual([health.complete, health.problem], [true, null])
  })

  test('trades that leave the size as it was move cost and realised profit', async () => {
    const desk = await started((one) => {
      one.lists.open = list(row(10))
    })
    desk.lists.open = list(row(10, { cost: whole(6), realised: whole(1) }))
    await pass(desk, WHILE_MS)
    assert.deepEqual([figuresOf(desk).cost, figuresOf(desk).realised], [whole(6), whole(1)])
  })

  test('what an incomplete list does not show is still held, and the list says that it is not whole', async () => {
    const desk = await started((one) => {
      one.lists.open = list(row(10))
    })
    desk.lists.open = { ...list(), complete: false, problem: 'more rows without a cursor' }
    await pass(desk, WHILE_MS)
    const { outcomeIds, list: health } = desk.portfolio.positions('open')
    assert.equal(outcomeIds.length, 1)
    assert.equal(health.complete, false)
    assert.match(health.problem ?? '', /more rows without a cursor/)
  })

  test('nor does a service that does not answer take anything away', async () => {
    const desk = await started((one) => {
      one.lists.open = list(row(10))
    })
    desk.lists.open = null
    await pass(desk, WHILE_MS)
    assert.equal(sizeOf(desk), whole(10))
    assert.equal(desk.portfolio.positions('open').list.complete, false)
    assert.notEqual(desk.portfolio.feed().state, 'live')
  })

  test('what two whole lists do not show is gone', async () => {
    const desk = await started((one) => {
      one.lists.open = list(row(10))
    })
    desk.lists.open = list()
    await pass(desk, 31_000)
    assert.equal(sizeOf(desk), whole(10))
    await pass(desk, WHILE_MS)
    assert.equal(sizeOf(desk), 0n)
  })
})

describe('with credentials', () => {
  const trading = (one: PortfolioDesk): void => {
    one.hasCredentials = true
    one.isReconciled = true
  }

  test('own fills move a position at once, and a list that is behind does not move it back', async () => {
    const desk = await started((one) => {
      trading(one)
      one.lists.open = list(row(10))
    })
    desk.hear(fill(100, { side: 'SELL', size: whole(4) }))
    assert.equal(sizeOf(desk), whole(6))
    await pass(desk, 10_000)
    assert.equal(sizeOf(desk), whole(6))
    const position = desk.portfolio.position(YES)
    assert.equal(position?.venue?.differs, true)
    assert.equal(position?.venue?.likelyCause, 'indexer_behind')
  })

  test('the list is read after a fill also when another read comes first', async () => {
    const desk = await started(trading)
    await pass(desk, 26_000)
    desk.hear(fill(30))
    await pass(desk, 7_000)
    assert.equal(desk.portfolio.position(YES)?.venue, null)
    desk.lists.open = list(row(10, { cost: whole(4) }))
    await pass(desk, 3_000)
    assert.equal(desk.portfolio.position(YES)?.venue?.size, whole(10))
  })

  test('[INV-09] a fill that is heard again after a reconnect counts once', async () => {
    const desk = await started(trading)
    desk.hear(fill(1, { status: 'matched' }))
    desk.hear(fill(1))
    desk.hear(fill(1, { status: 'matched' }))
    assert.equal(sizeOf(desk), whole(10))
    const figures = desk.portfolio.position(YES)?.figures
    assert.deepEqual([figures?.settledSize, figures?.cost], [whole(10), whole(4)])
  })

  test('a fill that failed is taken back whole', async () => {
    const desk = await started(trading)
    desk.hear(fill(1, { status: 'matched' }))
    assert.equal(desk.portfolio.position(YES)?.figures.settledSize, 0n)
    desk.hear(fill(1, { status: 'failed' }))
    assert.deepEqual([sizeOf(desk), desk.portfolio.position(YES)?.status], [0n, 'closed'])
    assert.equal(desk.portfolio.position(YES)?.figures.reversedSize, whole(10))
  })

  test('what was held before the known fills is learnt when list and balance agree, and only then', async () => {
    const desk = await started((one) => {
      trading(one)
      one.fills.push(fill(1))
      one.lists.open = list(row(25))
    })
    await pass(desk, WHILE_MS)
    assert.deepEqual([sizeOf(desk), desk.portfolio.position(YES)?.basis], [whole(10), 'fills'])
    assert.ok(desk.asked.includes(YES))
    assert.equal(desk.portfolio.position(YES)?.venue?.likelyCause, 'history_incomplete')
    desk.balances.set(YES, whole(25))
    await pass(desk, WHILE_MS)
    assert.deepEqual([sizeOf(desk), desk.portfolio.position(YES)?.basis], [whole(25), 'venue'])
    desk.hear(fill(1))
    assert.equal(sizeOf(desk), whole(25))
    desk.hear(fill(200))
    assert.equal(sizeOf(desk), whole(35))
  })

  test('a balance that agrees with the own reckoning outweighs a list that does not', async () => {
    const desk = await started((one) => {
      trading(one)
      one.fills.push(fill(1))
      one.lists.open = list()
      one.balances.set(YES, whole(10))
    })
    await pass(desk, WHILE_MS)
    assert.equal(sizeOf(desk), whole(10))
    assert.equal(desk.portfolio.position(YES)?.venue?.differs, true)
    assert.equal(desk.portfolio.account().venue?.differing, 1)
  })

  test('what the list told before own fills were known does not count twice', async () => {
    const desk = await started((one) => {
      one.hasCredentials = true
      one.lists.open = list(row(10, { cost: whole(4) }))
    })
    assert.equal(sizeOf(desk), whole(10))
    desk.hear(fill(1))
    desk.isReconciled = true
    await pass(desk, WHILE_MS)
    assert.deepEqual([sizeOf(desk), desk.portfolio.position(YES)?.basis], [whole(10), 'fills'])
  })

  test('a resolved market makes a position redeemable, and shares that are gone were paid for', async () => {
    const desk = await started((one) => {
      trading(one)
      one.fills.push(fill(1))
      one.balances.set(YES, whole(10))
      one.lists.open = list(row(10, { cost: whole(4) }))
    })
    desk.market = { ...desk.market, status: 'resolved', winningOutcomeId: YES }
    const redeemable = desk.portfolio.position(YES)
    assert.deepEqual(
      [redeemable?.status, redeemable?.result, redeemable?.mark.value, redeemable?.unrealised],
      ['redeemable', 'won', whole(10), whole(6)],
    )
    assert.equal(redeemable?.exit.reason?.code, 'market_closed')
    assert.match(redeemable?.exit.reason?.message ?? '', /claimed on the venue/)
    assert.equal(desk.portfolio.account().redeemableValue, whole(10))
    desk.balances.set(YES, ZERO)
    await pass(desk, WHILE_MS)
    const closed = desk.portfolio.position(YES)
    assert.deepEqual([closed?.status, closed?.figures.realised], ['closed', whole(6)])
    assert.equal(desk.listed[0]?.agreed, 0n, 'the limits are told that they are gone')
    assert.equal(desk.cashReads, 1, 'the payout is looked for in the cash at once')
  })
})

/** A day after the fills of the desk. */
const NEXT_DAY = 86_400_000

describe('what changes without an own trade', () => {
  const trading = (one: PortfolioDesk): void => {
    one.hasCredentials = true
    one.isReconciled = true
    one.fills.push(fill(1))
    one.balances.set(YES, whole(10))
  }

  test('a merge or transfer is learnt though the balance was read before', async () => {
    const desk = await started((one) => {
      trading(one)
      one.lists.open = list(row(25))
    })
    await pass(desk, WHILE_MS)
    assert.deepEqual([sizeOf(desk), desk.asked.includes(YES)], [whole(10), true])
    desk.lists.open = list(row(4))
    desk.balances.set(YES, whole(4))
    await pass(desk, WHILE_MS)
    assert.equal(sizeOf(desk), whole(4))
    desk.lists.open = list(row(7))
    desk.balances.set(YES, whole(7))
    await pass(desk, WHILE_MS)
    assert.equal(sizeOf(desk), whole(7))
  })

  test('an old balance is no second witness', async () => {
    const desk = await started((one) => {
      trading(one)
      one.lists.open = list(row(25))
      one.balances.set(YES, whole(12))
    })
    await pass(desk, WHILE_MS)
    desk.balances.delete(YES)
    desk.lists.open = list(row(12))
    await pass(desk, WHILE_MS)
    assert.equal(sizeOf(desk), whole(10))
  })

  for (const isRead of [true, false]) {
    const state = isRead ? 'agree with the own reckoning' : 'cannot be read'
    test(`is looked for in every outcome in turn, though as many balances as go at a time ${state}`, async () => {
      const many = Array.from({ length: 60 }, (_, index) => outcomeId(100 + index))
      const desk = await started((one) => {
        trading(one)
        one.fills.push(...many.map((id, index) => fill(10 + index, { outcomeId: id })))
        if (isRead) for (const id of many) one.balances.set(id, whole(10))
        one.lists.open = list(row(10), ...many.map((id) => row(25, { outcomeId: id })))
      })
      await pass(desk, WHILE_MS)
      assert.equal(new Set(desk.asked).size, many.length)
    })
  }

  test('takes nothing back of what was realised and paid in fees', async () => {
    const desk = await started((one) => {
      trading(one)
      one.fills.push(fill(2, { side: 'SELL', size: whole(5), fee: cents(10) }))
      one.balances.set(YES, ZERO)
    })
    await pass(desk, WHILE_MS)
    const { size, cost, realised, realisedToday, fees } = figuresOf(desk)
    assert.deepEqual([size, cost, realised, realisedToday, fees], [0n, 0n, cents(-10), cents(-10), cents(10)])
  })

  test('leaves the day what it realised, and realised profit to the venue less own fees of sales', async () => {
    const desk = await started((one) => {
      trading(one)
      const sale = { side: 'SELL', size: whole(5), price: price(6_000), fee: cents(10) } as const
      one.fills.push(fill(2, sale))
      one.lists.open = list(row(3, { realised: whole(2) }))
      one.balances.set(YES, whole(3))
    })
    await pass(desk, WHILE_MS)
    const { size, realised, realisedToday, fees } = figuresOf(desk)
    assert.deepEqual([size, realised, realisedToday, fees], [whole(3), cents(190), cents(90), cents(10)])
    desk.clock.jump(NEXT_DAY)
    assert.equal(figuresOf(desk).realisedToday, 0n)
  })

  test('a new row that comes before the own fill it rests on does not count it twice', async () => {
    const desk = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
    })
    desk.hasCredentials = false
    await pass(desk, 10_000)
    desk.lists.open = list(row(10, { cost: whole(4) }))
    desk.hasCredentials = true
    await pass(desk, 35_000)
    const early = sizeOf(desk)
    desk.fillsReadAt = desk.clock.monotonic()
    desk.hear(fill(1))
    assert.deepEqual([early, sizeOf(desk)], [0n, whole(10)])
    await pass(desk, WHILE_MS)
    assert.deepEqual([sizeOf(desk), desk.portfolio.position(YES)?.basis], [whole(10), 'fills'])
  })

  test('a new row that no own fill explains is learnt once they were read after it came', async () => {
    const desk = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
    })
    desk.lists.open = list(row(10))
    await pass(desk, 35_000)
    assert.deepEqual([sizeOf(desk), desk.fillsAsked], [0n, 1], 'they are read at once')
    desk.fillsReadAt = desk.clock.monotonic()
    await pass(desk, 2_000)
    assert.deepEqual([sizeOf(desk), desk.portfolio.position(YES)?.basis], [whole(10), 'venue'])
  })

  for (const [away, when] of [
    [15_000, 'before'],
    [70_000, 'while'],
  ] as const) {
    test(`what a round trip made stays exact when credentials are away ${when} it is told`, async () => {
      const desk = await started((one) => {
        one.hasCredentials = true
        one.isReconciled = true
        one.lists.open = list(row(100))
        one.balances.set(YES, whole(100))
      })
      const roundTrip = (): void => {
        desk.hear(fill(1, { price: price(5_000) }))
        desk.hear(fill(2, { side: 'SELL', price: price(6_000) }))
      }
      if (when === 'before') {
        roundTrip()
        await pass(desk, 1_000)
      } else desk.lists.open = list(row(100, { realised: whole(1) }))
      desk.hasCredentials = false
      await pass(desk, away)
      if (when === 'while') roundTrip()
      desk.hasCredentials = true
      await pass(desk, WHILE_MS)
      assert.deepEqual([sizeOf(desk), figuresOf(desk).realised], [whole(100), whole(1)])
    })
  }

  test('a row that comes only after the shares are gone brings what was realised, once', async () => {
    const desk = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
      one.lists.open = list(row(100))
      one.balances.set(YES, whole(100))
    })
    desk.lists.open = list()
    desk.balances.set(YES, ZERO)
    await pass(desk, WHILE_MS)
    assert.deepEqual([sizeOf(desk), figuresOf(desk).realised], [0n, 0n])
    desk.lists.closed = list(row(0, { status: 'closed', realised: whole(30) }))
    await pass(desk, 10 * WHILE_MS)
    assert.deepEqual([sizeOf(desk), figuresOf(desk).realised], [0n, whole(30)])
    desk.lists.closed = list(row(0, { status: 'closed', realised: whole(31) }))
    await pass(desk, 10 * WHILE_MS)
    assert.equal(figuresOf(desk).realised, whole(30))
  })

  test('one position that ended as another began is read from the closed ones at once', async () => {
    const desk = await started((one) => {
      one.lists.open = list(row(10))
    })
    desk.lists.open = list(row(3, { outcomeId: NO }))
    desk.lists.closed = list(row(0, { status: 'closed', realised: whole(2) }))
    await pass(desk, 70_000)
    assert.deepEqual([sizeOf(desk), figuresOf(desk).realised], [0n, whole(2)])
  })
})

describe('a payout', () => {
  const held = (one: PortfolioDesk): void => {
    one.hasCredentials = true
    one.isReconciled = true
    one.fills.push(fill(1, { at: one.clock.now() - 2 * NEXT_DAY }))
    one.market = { ...one.market, status: 'resolved', winningOutcomeId: YES }
  }

  test('of an earlier day that is found after a start is no profit of today', async () => {
    const paidAt = createHandClock().now() - NEXT_DAY
    const desk = await started((one) => {
      held(one)
      one.balances.set(YES, ZERO)
      one.lists.closed = list(row(0, { status: 'closed', lastAt: paidAt }))
    })
    await pass(desk, WHILE_MS)
    const { realised, realisedToday, lastAt } = figuresOf(desk)
    assert.deepEqual([realised, realisedToday, lastAt], [whole(6), 0n, paidAt])
  })

  test('that no row dates is none of today either, when the shares were gone at the start', async () => {
    const desk = await started((one) => {
      held(one)
      one.balances.set(YES, ZERO)
    })
    await pass(desk, WHILE_MS)
    const { realised, realisedToday } = figuresOf(desk)
    assert.deepEqual([realised, realisedToday], [whole(6), 0n])
  })

  test('of shares that were still there since the start is one of today', async () => {
    const desk = await started((one) => {
      held(one)
      one.balances.set(YES, whole(10))
      one.lists.redeemable = list(row(10, { status: 'redeemable', lastAt: one.clock.now() - NEXT_DAY }))
    })
    await pass(desk, WHILE_MS)
    assert.equal(sizeOf(desk), whole(10))
    desk.balances.set(YES, ZERO)
    await pass(desk, WHILE_MS)
    const { realised, realisedToday } = figuresOf(desk)
    assert.deepEqual([realised, realisedToday], [whole(6), whole(6)])
  })
})

test('a fee that the catalog tells later reaches the position', async () => {
  const desk = await started((one) => {
    one.hasCredentials = true
    one.isReconciled = true
    one.fills.push(fill(1, { role: 'taker', fee: null }))
    one.lists.open = list(row(10))
  })
  assert.equal(figuresOf(desk).feesKnown, false)
  desk.fills[0] = fill(1, { role: 'taker', fee: cents(12) })
  desk.feesLearnt += 1
  desk.bus.publish('catalog', { events: 1 })
  const { fees, feesKnown, cost } = figuresOf(desk)
  assert.deepEqual([fees, feesKnown, cost], [cents(12), true, whole(4) + cents(12)])
})

test('own fills are not gone through with every change of the catalog because of one fee that nobody will know', async () => {
  const desk = await started((one) => {
    one.hasCredentials = true
    one.isReconciled = true
    one.fills.push(fill(1, { role: 'taker', fee: null }))
  })
  const before = desk.fillReads
  for (let events = 1; events <= 50; events += 1) desk.bus.publish('catalog', { events })
  assert.equal(desk.fillReads, before)
})

test('a position that the venue tells of began and ended when its row says', async () => {
  const [firstAt, lastAt] = [1_780_000_000_000, 1_785_000_000_000]
  const desk = await started((one) => {
    const ended = { status: 'closed', firstAt, lastAt } as const
    const later = { ...ended, lastAt: lastAt + 1_000, outcomeId: NO }
    one.lists.closed = list(row(0, ended), row(0, later))
  })
  assert.deepEqual([figuresOf(desk).firstAt, figuresOf(desk).lastAt], [firstAt, lastAt])
  assert.deepEqual(desk.portfolio.positions('closed').outcomeIds, [NO, YES])
})

describe('the account', () => {
  test('sums positions by the live book, cash, exposure with combos at cost', async () => {
    const desk = await started((one) => {
      one.hasCredentials = true
      one.isReconciled = true
      one.fills.push(fill(1), fill(2, { outcomeId: NO, size: whole(3) }))
      one.lists.open = list(row(10, { cost: whole(4) }), row(3, { outcomeId: NO }))
    })
    assert.equal(desk.portfolio.account().comboCostBasis, null)
    desk.combos = { costBasis: whole(20), exposure: whole(25), underWay: whole(2) }
    const account = desk.portfolio.account()
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
    const desk = await started((one) => {
      one.lists.open = list(row(10))
    })
    assert.equal(desk.portfolio.account().stalePositions, 0)
    // A lost book is emptied.
    const { epoch, version } = desk.book
    const lost = {
      bids: [],
      asks: [],
      epoch: epoch + 1,
      version: version + 1,
      staleReason: 'feed_down',
    } as const
    desk.book = { ...desk.book, ...lost }
    const position = desk.portfolio.position(YES)
    assert.equal(position?.mark.staleReason, 'feed_down')
    assert.equal(position?.mark.value, (whole(10) * 45n) / 100n)
    assert.equal(position?.exit.reason?.code, 'book_stale')
    const account = desk.portfolio.account()
    assert.deepEqual([account.stalePositions, account.liquidationComplete], [1, false])
  })

  test('quotes what exit and hedge would send, with what a hedge locks in', async () => {
    const desk = await started((one) => {
      one.lists.open = list(row(10, { cost: whole(4) }))
    })
    const position = desk.portfolio.position(YES)
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
    assert.equal(hedge?.lockedPnl, whole(10) - whole(4) - (whole(10) * 55n) / 100n - (hedge?.fee ?? 0n))
  })

  test('without a wallet nothing is read', async () => {
    const desk = createPortfolioDesk({ wallet: null })
    desk.portfolio.start()
    await pass(desk, 40_000)
    assert.equal(desk.portfolio.hasWallet(), false)
    assert.equal(desk.portfolio.feed().state, 'off')
    const read = await desk.portfolio.pnl('1d')
    assert.equal(!read.ok && read.error.kind, 'no_credentials')
  })
})
