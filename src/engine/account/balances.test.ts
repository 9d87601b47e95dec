// Funds between two reads: what was spent is gone at once, what was received counts when a read shows it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseOutcomeId, parseTradeId, type OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { micros, ZERO, type Micros } from '#core/money.ts'
import type { Fill, Side } from '#core/order/order.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Balance, ReadFault } from '#ports/venue-account.ts'
import { createBalances, type Balances } from './balances.ts'
import { createBus, type Bus } from '../bus.ts'
import {
  createManualClock,
  DOWN,
  price,
  sampleEvent,
  sampleMarket,
  settle,
  silentLog,
  whole,
} from '../testing/market-fakes.ts'
import type { ManualClock } from '../testing/market-fakes.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'
import { withCash } from '#core/testing/fill-cash.ts'

const MARKET = sampleMarket(1)
const [{ id: YES }] = MARKET.outcomes

type Asset = 'COLLATERAL' | OutcomeId
type Scene = {
  readonly clock: ManualClock
  readonly bus: Bus
  readonly balances: Balances
  readonly reads: string[]
  readonly truth: Map<Asset, Micros>
  /** Shares by own trades; those of the balance until a test says otherwise. */
  owned: Micros | null
  /** The most that may be owned; as `owned` until a test says otherwise. */
  atMost: Micros | null
  /** The market's. */
  fee: Market['fee']
  answer: (asset: Asset) => Promise<Result<Balance, ReadFault>>
  refresh: () => Promise<Result<null, ReadFault>>
}

function scene(fee: Market['fee'] = null): Scene {
  const clock = createManualClock()
  const bus = createBus(() => assert.fail('no bug here'))
  const truth = new Map<Asset, Micros>([
    ['COLLATERAL', whole(100)],
    [YES, whole(20)],
  ])
  const made: Scene = {
    clock,
    bus,
    truth,
    reads: [],
    owned: null,
    atMost: null,
    fee,
    answer: async (asset) => ok({ balance: truth.get(asset) ?? ZERO, allowance: whole(90) }),
    refresh: async () => ok(null),
    balances: createBalances({
      clock,
      log: silentLog,
      bus,
      account: {
        balance(asset) {
          made.reads.push(asset === 'COLLATERAL' ? 'cash' : 'shares')
          return made.answer(asset)
        },
        refreshBalance() {
          made.reads.push('refresh')
          return made.refresh()
        },
      },
      catalog: {
        outcome: () => ({
          outcome: MARKET.outcomes[0],
          market: { ...MARKET, fee: made.fee },
          event: sampleEvent(1),
        }),
      },
      owned: (outcomeId) => made.owned ?? made.balances.shown(outcomeId) ?? ZERO,
      ownedAtMost: (outcomeId) => made.atMost ?? made.owned ?? made.balances.shown(outcomeId) ?? ZERO,
      read: (call) => call(),
    }),
  }
  made.balances.start()
  return made
}

let trades = 0

/** A fill of 10 shares at 0.5. */
function fill(made: Scene, side: Side, changes: Partial<Fill> = {}): Fill {
  trades += 1
  const tradeId = parseTradeId(`trade-${trades}`)
  assert.ok(tradeId !== null)
  return withCash({
    tradeId,
    orderId: fakeOrderId(1),
    outcomeId: YES,
    marketId: MARKET.id,
    side,
    price: price(5_000),
    size: whole(10),
    fee: null,
    role: 'maker',
    status: 'matched',
    txHash: null,
    at: made.clock.now(),
    ...changes,
  })
}

const sale = { side: 'SELL', outcomeId: YES } as const
const buy = { side: 'BUY', outcomeId: YES } as const

describe('balances', () => {
  test('INV-28 nothing is known before the venue was read, nor after a read that failed', async () => {
    const made = scene()
    assert.deepEqual(
      [made.balances.cash(), made.balances.allowance(), made.balances.shares(YES)],
      [null, null, null],
    )
    made.answer = async () => DOWN
    await made.balances.ensure(buy)
    assert.equal(made.balances.cash(), null)
    made.answer = async () => ok({ balance: whole(7), allowance: null })
    await made.balances.ensure(buy)
    assert.equal(made.balances.cash(), whole(7))
  })

  test('a failed read leaves what was known', async () => {
    const made = scene()
    await made.balances.readCash()
    made.answer = async () => DOWN
    await made.balances.readCash()
    assert.equal(made.balances.cash(), whole(100))
    assert.equal(made.balances.allowance(), whole(90))
  })

  test('INV-15 a buy is taken off at once, and once, however often its trade is received', async () => {
    const made = scene()
    await made.balances.readCash()
    const bought = fill(made, 'BUY')
    made.bus.publish('fill', bought)
    made.bus.publish('fill', { ...bought, status: 'mined' })
    assert.equal(made.balances.cash(), whole(95))
  })

  test('INV-15 a taker pays its fee too', async () => {
    const made = scene({ rate: 40_000n, exponent: 1 })
    await made.balances.readCash()
    made.bus.publish('fill', fill(made, 'BUY', { role: 'taker' }))
    assert.equal(made.balances.cash(), micros(94_900_000n))
  })

  test('what a sale brings and what a buy brought count only once read', async () => {
    const made = scene()
    await made.balances.readCash()
    await made.balances.ensure(sale)
    const sold = fill(made, 'SELL')
    made.bus.publish('fill', sold)
    assert.equal(made.balances.cash(), whole(100))
    assert.equal(made.balances.shares(YES), whole(10))
    made.bus.publish('fill', { ...sold, status: 'mined' })
    made.truth.set('COLLATERAL', whole(105))
    made.truth.set(YES, whole(10))
    await made.clock.advance(1_000)
    assert.equal(made.balances.cash(), whole(105))
    assert.equal(made.balances.shares(YES), whole(10))
    made.bus.publish('fill', fill(made, 'BUY'))
    assert.equal(made.balances.shares(YES), whole(10))
    made.truth.set(YES, whole(20))
    made.owned = whole(20)
    await made.clock.advance(1_000)
    assert.equal(made.balances.shares(YES), whole(20))
  })

  test('shares that arrive only with a later word about the trade are read then', async () => {
    const made = scene()
    await made.balances.ensure(sale)
    const bought = fill(made, 'BUY')
    made.bus.publish('fill', bought)
    await made.clock.advance(1_000)
    made.truth.set(YES, whole(30))
    made.bus.publish('fill', { ...bought, status: 'confirmed' })
    await made.clock.advance(1_000)
    assert.equal(made.balances.shares(YES), whole(30))
  })

  test('a balance that lags behind a trade on the chain is looked at until it shows it', async () => {
    const made = scene()
    await made.balances.ensure(sale)
    const bought = fill(made, 'BUY')
    made.owned = whole(30)
    made.bus.publish('fill', bought)
    made.bus.publish('fill', { ...bought, status: 'confirmed' })
    await made.clock.advance(10_000)
    assert.equal(made.balances.shares(YES), whole(20))
    made.truth.set(YES, whole(30))
    await made.clock.advance(4_000)
    assert.equal(made.balances.shares(YES), whole(30))
    made.reads.length = 0
    await made.clock.advance(20_000)
    assert.deepEqual(made.reads, ['cash'], 'what agrees is left alone')
  })

  test('a balance that brings sold shares back after the trade is on the chain is looked at again', async () => {
    const made = scene()
    await made.balances.ensure(sale)
    const sold = fill(made, 'SELL')
    made.owned = whole(10)
    made.bus.publish('fill', sold)
    await made.clock.advance(3_500)
    // The balance agrees until the read after this word, which shows it from before the sale.
    made.bus.publish('fill', { ...sold, status: 'confirmed' })
    await made.clock.advance(2_000)
    assert.equal(made.balances.shares(YES), whole(10))
    assert.equal(made.balances.shown(YES), whole(20))
    made.truth.set(YES, whole(10))
    await made.balances.ensure(sale)
    assert.equal(made.balances.shown(YES), whole(10), 'a sale looks first')
    made.truth.set(YES, whole(20))
    made.bus.publish('fill', { ...sold, status: 'confirmed', txHash: '0xab' })
    await made.clock.advance(1_000)
    assert.equal(made.balances.shares(YES), whole(10))
    made.truth.set(YES, whole(10))
    await made.clock.advance(4_000)
    assert.equal(made.balances.shown(YES), whole(10))
  })

  test('a balance that never agrees with the trades is looked at for a minute after the last one', async () => {
    const made = scene()
    await made.balances.ensure(sale)
    made.owned = whole(12)
    made.bus.publish('fill', fill(made, 'SELL'))
    await made.clock.advance(70_000)
    made.reads.length = 0
    await made.clock.advance(60_000)
    assert.deepEqual(made.reads, ['cash', 'cash'])
  })

  test('a sale of shares that the balance does not show yet has the venue look at the chain first', async () => {
    const made = scene()
    await made.balances.ensure(sale)
    made.owned = whole(30)
    await made.clock.advance(90_000)
    made.truth.set(YES, whole(30))
    made.reads.length = 0
    await made.balances.ensure(sale)
    assert.deepEqual(made.reads, ['refresh', 'shares'])
    assert.equal(made.balances.shares(YES), whole(30))
  })

  test('INV-10 a trade that failed makes both sides doubtful: they are read again', async () => {
    const made = scene()
    await made.balances.readCash()
    await made.balances.ensure(sale)
    const bought = fill(made, 'BUY')
    made.bus.publish('fill', bought)
    await made.clock.advance(1_000)
    made.reads.length = 0
    made.bus.publish('fill', { ...bought, status: 'failed' })
    await made.clock.advance(1_000)
    assert.deepEqual([...new Set(made.reads)].toSorted(), ['cash', 'shares'])
    made.reads.length = 0
    made.bus.publish('fill', { ...fill(made, 'BUY'), status: 'confirmed' })
    await made.balances.ensure(sale)
    assert.equal(made.reads[0], 'shares', 'a sale right after a fill reads first')
  })

  for (const side of ['BUY', 'SELL'] as const) {
    test(`INV-15 a ${side} that comes while a read is under way is neither lost nor forgotten`, async () => {
      const made = scene()
      await made.balances.readCash()
      await made.balances.ensure(sale)
      const answers = new Map<Asset, (balance: Micros) => void>()
      made.answer = (asset) => {
        const { promise, resolve } = Promise.withResolvers<Result<Balance, ReadFault>>()
        answers.set(asset, (balance) => {
          resolve(ok({ balance, allowance: null }))
        })
        return promise
      }
      made.bus.publish('fill', fill(made, 'BUY', { size: whole(1) }))
      const reads = [made.balances.readCash(), made.balances.ensure(sale)]
      await settle()
      const during = fill(made, side)
      made.bus.publish('fill', during)
      // The venue read both before the second fill.
      answers.get('COLLATERAL')?.(micros(99_500_000n))
      answers.get(YES)?.(whole(21))
      await Promise.all(reads)
      assert.equal(made.balances.cash(), side === 'BUY' ? micros(94_500_000n) : micros(99_500_000n))
      // While a sale settles, a buy counts once it is mined.
      assert.equal(made.balances.shares(YES), side === 'BUY' ? whole(21) : whole(10))
      made.bus.publish('fill', { ...during, status: 'mined' })
      made.answer = async (asset) => ok({ balance: made.truth.get(asset) ?? ZERO, allowance: null })
      const left = side === 'BUY' ? whole(31) : whole(11)
      made.truth.set(YES, left)
      await made.clock.advance(1_000)
      assert.equal(made.balances.shares(YES), left, 'what the fill changed is read')
    })
  }

  test('INV-14 a sale whose end is never reported keeps nothing back for ever, also when it was in the balance before', async () => {
    const made = scene()
    // Sold and off the balance of 20 already; only then the trade is received.
    const sold = fill(made, 'SELL')
    await made.balances.ensure(sale)
    made.bus.publish('fill', sold)
    await made.clock.advance(2_000)
    assert.equal(made.balances.shares(YES), whole(10), 'it may be in the balance, or not')
    await made.clock.advance(600_000)
    await made.balances.ensure(sale)
    assert.equal(made.balances.shares(YES), whole(20))
    made.bus.publish('fill', { ...sold, txHash: '0xab' })
    await made.balances.ensure(sale)
    assert.equal(made.balances.shares(YES), whole(20), 'published again, unchanged')
  })

  test('the chain is looked at once before the first sale of a token, again only when that failed', async () => {
    const made = scene()
    made.refresh = async () => DOWN
    await made.balances.ensure(sale)
    made.refresh = async () => ok(null)
    await Promise.all([made.balances.ensure(sale), made.balances.ensure(sale)])
    await made.balances.ensure(sale)
    assert.equal(made.reads.filter((name) => name === 'refresh').length, 2)
  })

  test('what came or went without a trade is seen by the sale after the next, which waits for nothing', async () => {
    const made = scene()
    await made.balances.ensure(sale)
    made.truth.set(YES, whole(50))
    await made.balances.ensure(sale)
    assert.equal(made.balances.shares(YES), whole(20))
    await made.clock.advance(30_000)
    made.reads.length = 0
    await made.balances.ensure(sale)
    await settle()
    assert.deepEqual(made.reads, ['shares'])
    assert.equal(made.balances.shares(YES), whole(50))
  })

  test('what a previous run traded is in the balance already', async () => {
    const made = scene()
    await made.balances.readCash()
    made.bus.publish('fill', fill(made, 'BUY', { at: made.clock.now() - 3_600_000, status: 'confirmed' }))
    assert.equal(made.balances.cash(), whole(100))
  })

  test('cash that is read again and again stays known, however many outcomes are looked at', async () => {
    const made = scene()
    await made.balances.readCash()
    for (let count = 0; count < 1_100; count += 1) {
      const outcomeId = parseOutcomeId(`pm:${count + 1}`)
      assert.ok(outcomeId !== null)
      await made.balances.glance(outcomeId)
      assert.equal(made.balances.cash(), whole(100))
      if (count % 100 === 0) await made.balances.readCash()
    }
  })

  test('cash is read every 30 s, many fills ask for one read, and stopped it reads nothing', async () => {
    const made = scene()
    await made.clock.advance(60_000)
    assert.deepEqual(made.reads, ['cash', 'cash'])
    for (let round = 0; round < 5; round += 1) made.bus.publish('fill', fill(made, 'BUY'))
    await made.clock.advance(1_000)
    assert.deepEqual(made.reads, ['cash', 'cash', 'cash'])
    made.balances.stop()
    made.bus.publish('fill', fill(made, 'BUY'))
    await made.clock.advance(600_000)
    assert.equal(made.reads.length, 3)
  })
})

describe('INV-76 trades in transit', () => {
  /** Nothing moves at the venue, and the trade is received again at each step as it is. */
  async function neverSettles(side: Side): Promise<{ readonly made: Scene; readonly overdue: Fill[] }> {
    const made = scene()
    const overdue: Fill[] = []
    made.bus.subscribe('trade_overdue', ({ fill: late }) => overdue.push(late))
    await made.balances.readCash()
    await made.balances.ensure(sale)
    await made.clock.advance(30_000)
    made.owned = whole(side === 'BUY' ? 30 : 10)
    made.bus.publish('fill', fill(made, side))
    return { made, overdue }
  }

  const figures = ({ balances }: Scene): readonly (Micros | null)[] => [
    balances.cash(),
    balances.cashComing(),
    balances.shares(YES),
    balances.overdue(YES),
  ]

  test('a purchase that never settles keeps its cash off and its shares unsold, and is told once', async () => {
    const { made, overdue } = await neverSettles('BUY')
    for (const minutes of [1, 5, 9]) {
      await made.clock.advance(minutes * 30_000)
      assert.deepEqual(figures(made), [whole(95), ZERO, whole(20), ZERO])
    }
    await made.clock.advance(600_000)
    assert.deepEqual(figures(made), [whole(95), ZERO, whole(20), whole(10)])
    made.truth.set('COLLATERAL', whole(170))
    await made.clock.advance(600_000)
    assert.deepEqual(figures(made), [whole(165), ZERO, whole(20), whole(10)], 'a deposit counts')
    assert.equal(overdue.length, 1)
    const [late] = overdue
    assert.ok(late !== undefined)
    made.bus.publish('fill', { ...late, status: 'confirmed' })
    made.truth.set('COLLATERAL', whole(165)).set(YES, whole(30))
    await made.clock.advance(10_000)
    assert.deepEqual(figures(made), [whole(165), ZERO, whole(30), ZERO])
  })

  test('a sale that never settles is not sold twice, and what it brings is counted and not spent', async () => {
    const { made, overdue } = await neverSettles('SELL')
    await made.clock.advance(300_000)
    assert.deepEqual(figures(made), [whole(100), whole(5), whole(10), ZERO])
    await made.clock.advance(600_000)
    assert.deepEqual(figures(made), [whole(100), whole(5), whole(10), whole(-10)])
    const [late] = overdue
    assert.ok(late !== undefined)
    made.owned = whole(20)
    made.bus.publish('fill', { ...late, status: 'failed' })
    await made.clock.advance(10_000)
    assert.deepEqual(figures(made), [whole(100), ZERO, whole(20), ZERO])
  })

  test('shares that a sale before the first read has taken or not are doubted, and sold by nobody until that is known', async () => {
    const made = scene()
    made.owned = whole(10)
    const sold = fill(made, 'SELL', { size: whole(20) })
    made.bus.publish('fill', sold)
    made.truth.set(YES, whole(10))
    await made.clock.advance(1)
    await made.balances.ensure(sale)
    const doubt = () => [made.balances.shares(YES), made.balances.doubted(YES)]
    assert.deepEqual(doubt(), [ZERO, whole(10)])
    // The list may have the sale too: by it nothing or ten are owned.
    made.owned = ZERO
    made.atMost = whole(10)
    assert.deepEqual(doubt(), [ZERO, whole(10)])
    made.owned = whole(10)
    made.bus.publish('fill', { ...sold, status: 'confirmed' })
    await made.clock.advance(70_000)
    assert.deepEqual(doubt(), [whole(10), ZERO])
  })

  test('where a balance shows an overdue trade already it is counted once all the same', async () => {
    const { made } = await neverSettles('BUY')
    made.truth.set('COLLATERAL', whole(95)).set(YES, whole(30))
    await made.clock.advance(1_200_000)
    assert.deepEqual(figures(made), [whole(95), ZERO, whole(30), whole(10)])
    const other = await neverSettles('SELL')
    other.made.truth.set('COLLATERAL', whole(105)).set(YES, whole(10))
    await other.made.clock.advance(1_200_000)
    assert.deepEqual(figures(other.made), [whole(105), ZERO, whole(10), whole(-10)])
  })

  test('of a previous run it is overdue from the start, and read before it is judged', async () => {
    const made = scene()
    const overdue: Fill[] = []
    made.bus.subscribe('trade_overdue', ({ fill: late }) => overdue.push(late))
    made.owned = whole(30)
    await made.balances.readCash()
    made.bus.publish('fill', fill(made, 'BUY', { at: made.clock.now() - 3_600_000 }))
    assert.equal(made.balances.cash(), whole(95))
    await made.clock.advance(10_000)
    assert.deepEqual([overdue.length, ...figures(made)], [1, whole(95), ZERO, whole(20), whole(10)])
    made.truth.set(YES, whole(30))
    await made.balances.ensure(sale)
    await made.clock.advance(60_000)
    assert.equal(made.balances.cash(), whole(100), 'a balance that shows the shares shows the cash too')
  })

  test('at a venue that shows trades when they are matched, a start is right once the shares say so', async () => {
    const made = scene()
    made.owned = whole(30)
    made.truth.set(YES, whole(30))
    await made.balances.readCash()
    const bought = fill(made, 'BUY')
    made.bus.publish('fill', bought)
    assert.equal(made.balances.cash(), whole(95), 'it may be in the balance, or not')
    await made.clock.advance(10_000)
    assert.equal(made.balances.cash(), whole(100))
    made.bus.publish('fill', { ...bought, status: 'confirmed' })
    await made.clock.advance(10_000)
    assert.equal(made.balances.cash(), whole(100))
  })

  test('a trade that the first read of the shares has is in the next read of the cash', async () => {
    const made = scene()
    await made.balances.readCash()
    await made.clock.advance(2_000)
    const bought = fill(made, 'BUY', { status: 'mined' })
    await made.clock.advance(8_000)
    made.truth.set(YES, whole(30)).set('COLLATERAL', whole(102))
    await made.balances.ensure(sale)
    made.bus.publish('fill', bought)
    assert.equal(made.balances.cash(), whole(95))
    await made.clock.advance(10_000)
    assert.equal(made.balances.cash(), whole(102), 'with a deposit that no trade explains')
  })

  test('a purchase and a sale of the same size prove nothing of each other', async () => {
    const made = scene()
    made.owned = whole(20)
    await made.balances.readCash()
    await made.balances.ensure(sale)
    await made.clock.advance(30_000)
    const trades = [fill(made, 'BUY', { price: price(6_000) }), fill(made, 'SELL')]
    for (const trade of trades) made.bus.publish('fill', trade)
    await made.clock.advance(20_000)
    assert.deepEqual([made.balances.cash(), made.balances.cashComing()], [whole(94), whole(5)])
    for (const trade of trades) made.bus.publish('fill', { ...trade, status: 'mined' })
    await made.clock.advance(20_000)
    assert.deepEqual([made.balances.cash(), made.balances.cashComing()], [whole(99), ZERO])
    made.truth.set('COLLATERAL', whole(99))
    await made.clock.advance(60_000)
    assert.equal(made.balances.cash(), whole(99))
  })

  test('what a market charges is taken off once the catalog knows it', async () => {
    const made = scene('unknown')
    await made.balances.readCash()
    made.bus.publish('fill', fill(made, 'BUY', { role: 'taker' }))
    assert.equal(made.balances.cash(), whole(95))
    made.fee = { rate: 40_000n, exponent: 1 }
    assert.equal(made.balances.cash(), micros(94_900_000n))
  })
})
