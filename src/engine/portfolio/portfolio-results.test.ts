// Results as the loss limit counts them, against cash and bids added up, over random trades.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { TradeId } from '#core/ids.ts'
import { lossesOf, NO_LOSSES, stepLosses, type LossState } from '#core/loss-limit.ts'
import { micros, ZERO, type Micros } from '#core/money.ts'
import { DEFAULT_LIMITS } from '#core/risk-limits.ts'
import { bookView } from '#core/testing/book-view.ts'
import { createWorld } from '../testing/portfolio-world.ts'
import { price, settle, whole } from '../testing/market-fakes.ts'
import { createPortfolioFixture, fill, list, NO, row, YES } from '../testing/portfolio-fixture.ts'
import { startOfDay } from '#core/day.ts'

const DAY_MS = 86_400_000
const BEFORE = startOfDay(1_790_000_000_000) - 30_000

async function started() {
  const fixture = createPortfolioFixture({ start: BEFORE })
  fixture.isReconciled = true
  fixture.portfolio.start()
  await fixture.clock.advance(2_000)
  await settle()
  const bid = (steps: number | null, size = whole(10_000)): void => {
    fixture.book = bookView({
      ...fixture.book,
      bids: steps === null ? [] : [[price(steps), size]],
      version: fixture.book.version + 1,
    })
  }
  const results = () => {
    const read = fixture.portfolio.results()
    assert.ok(read !== null)
    return read
  }
  return { fixture, bid, results }
}

const anyTrade = fc.record({
  outcomeId: fc.constantFrom(YES, NO),
  side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
  size: fc.bigInt({ min: 1n, max: 50_000_000n }),
  steps: fc.integer({ min: 1_000, max: 9_000 }),
  fee: fc.constantFrom(ZERO, micros(12_345n)),
  bid: fc.integer({ min: 1, max: 99 }),
})

describe('results', () => {
  test('INV-95 the loss of a day is what cash and bids together have lost since it began, to the micro', async () => {
    const life = fc.tuple(fc.array(anyTrade, { maxLength: 8 }), fc.array(anyTrade, { maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(life, async ([yesterday, today]) => {
        const { fixture, bid, results } = await started()
        const world = createWorld([YES, NO])
        let cash = 0n
        let steps = 5_000
        const trade = async (one: (typeof today)[number]): Promise<void> => {
          await fixture.clock.advance(1_000)
          steps = one.bid * 100
          bid(steps)
          const held = world.held(one.outcomeId)
          const most = one.side === 'SELL' && one.size > held ? held : one.size
          if (most === 0n) return
          const size = micros(most)
          world.trade(fixture, { ...one, size }, true)
          const paid = (size * BigInt(one.steps)) / 10_000n
          cash += one.side === 'BUY' ? -paid - one.fee : paid - one.fee
        }
        const worth = (): bigint =>
          [YES, NO].reduce((sum, id) => sum + (world.held(id) * BigInt(steps)) / 10_000n, 0n) + cash
        let state: LossState = NO_LOSSES
        const look = (before: Micros | null): void => {
          const now = fixture.clock.now()
          const day = startOfDay(now)
          const moment = { day, now, results: results(), before, armedAt: null, limits: DEFAULT_LIMITS }
          ;({ state } = stepLosses(state, moment))
        }
        for (const one of yesterday) await trade(one)
        look(null)
        const begun = worth()
        const before = results().unrealised
        await fixture.clock.advance(startOfDay(BEFORE) + DAY_MS - fixture.clock.now())
        look(before)
        for (const one of today) await trade(one)
        look(null)
        assert.equal(lossesOf(state, results()).maxDailyLoss, begun - worth())
        const { realisedToday } = results()
        assert.equal(realisedToday, fixture.portfolio.account().realisedToday)
      }),
      { numRuns: 60 },
    )
  })

  test('INV-95 an empty or stale side counts by its last bid, a thin one by what it takes, and that is said', async () => {
    const { fixture, bid, results } = await started()
    fixture.receive(fill(1, { size: whole(100), price: price(5_000), at: fixture.clock.now() }))
    bid(4_000)
    assert.deepEqual([results().unrealised, results().positions.byLastBid], [micros(-10_000_000n), 0])
    bid(4_000, whole(10))
    assert.deepEqual([results().unrealised, results().positions.byLastBid], [micros(-10_000_000n), 1])
    bid(null)
    fixture.lastBest = { bid: price(3_000), ask: null }
    assert.deepEqual([results().unrealised, results().positions.byLastBid], [micros(-20_000_000n), 1])
    fixture.lastBest = { bid: null, ask: null }
    assert.deepEqual([results().unrealised, results().positions.withoutPrice], [null, 1])
  })

  test('INV-95 shares of unknown cost are in no figure, and are counted', async () => {
    const { fixture, bid, results } = await started()
    fixture.lists.open = list(row(10, { cost: null }))
    fixture.balances.set(YES, whole(10))
    await fixture.clock.advance(60_000)
    await settle()
    bid(4_000)
    assert.deepEqual([results().unrealised, results().positions.withoutCost], [ZERO, 1])
  })

  test('INV-95 round trips that ended today are those of the journal', async () => {
    const { fixture, results } = await started()
    const at = startOfDay(BEFORE) + DAY_MS + 1_000
    await fixture.clock.advance(at + 60_000 - fixture.clock.now())
    const traded = (number: number, side: 'BUY' | 'SELL', steps: number): void =>
      fixture.receive(
        fill(number, { side, price: price(steps), tradeId: `t${number}` as TradeId, at: at + number }),
      )
    traded(1, 'BUY', 5_000)
    traded(2, 'SELL', 4_000)
    traded(3, 'BUY', 4_000)
    traded(4, 'SELL', 6_000)
    assert.deepEqual(
      results().ended.map(({ profit }) => profit),
      [micros(-1_000_000n), micros(2_000_000n)],
    )
  })
})
