// Results of each outcome of an event; against the simulated venue's ledger in test/simulator/resolution-pnl.test.ts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EventId, MarketId, OutcomeId } from '../ids.ts'
import type { Market } from '../market/market.ts'
import { micros, type Micros } from '../money.ts'
import { PLAIN_MARKET } from '../testing/plain-market.ts'
import { eventPnl, NO_STAKE, stakeAfter } from './resolution-pnl.ts'
import type { EventPnl, OpenTrade, OutcomeStake } from './resolution-pnl.ts'

const whole = (value: number): Micros => micros(BigInt(value) * 1_000_000n)
const id = (text: string): OutcomeId => `pm:${text}` as OutcomeId

function market(name: string, changes: Partial<Market> = {}): Market {
  const marketId = `pm:${name}` as MarketId
  return {
    ...PLAIN_MARKET,
    id: marketId,
    eventId: 'pm:1' as EventId,
    slug: name,
    question: name,
    outcomes: [
      { id: id(`${name}-yes`), marketId, name: 'Yes', positionId: null },
      { id: id(`${name}-no`), marketId, name: 'No', positionId: null },
    ],
    ...changes,
  }
}

const held = (size: number, cost: number, change: Partial<OutcomeStake> = {}): OutcomeStake => ({
  size: whole(size),
  cost: whole(cost),
  realised: whole(0),
  isCostKnown: true,
  areFeesKnown: true,
  ...change,
})

function worked(
  markets: readonly Market[],
  stakes: Readonly<Record<string, OutcomeStake>>,
  orders: readonly OpenTrade[] = [],
  unlisted = false,
): EventPnl {
  return eventPnl(
    { id: 'pm:1' as EventId, markets, ...(unlisted ? { unlistedMayWin: true } : {}) },
    (outcomeId) => stakes[outcomeId.slice('pm:'.length)] ?? null,
    orders,
  )
}

/** Lowest and highest profit of each outcome, in whole pUSD. */
function profits(pnl: EventPnl): readonly (readonly (string | null)[])[] {
  return pnl.markets.map(({ outcomes }) =>
    outcomes.map(({ ifWins }) => {
      if (ifWins === null) return null
      if (ifWins.profit === null) return 'unknown'
      const { least, most } = ifWins.profit
      return least === most ? String(least / 1_000_000n) : `${least / 1_000_000n}..${most / 1_000_000n}`
    }),
  )
}

const exclusive = { negRisk: true } as const

describe('a market on its own', () => {
  test('has one profit for each of its outcomes, pairs and net beside it', () => {
    const pnl = worked([market('a')], { 'a-yes': held(100, 40), 'a-no': held(30, 15) })
    const [first] = pnl.markets
    assert.deepEqual(profits(pnl), [['45', '-25']])
    assert.deepEqual([first?.paired, first?.net, first?.cost], [whole(30), whole(70), whole(55)])
    assert.equal(pnl.other, null)
  })

  test('once it is resolved can end in one way only, and in none without a winner', () => {
    const stakes = { 'a-yes': held(100, 40) }
    const won = market('a', { status: 'resolved', winningOutcomeId: id('a-yes') })
    assert.deepEqual(profits(worked([won], stakes)), [['60', null]])
    assert.deepEqual(profits(worked([market('a', { status: 'resolved' })], stakes)), [[null, null]])
  })

  test('says what is not known: no profit without a cost, none with orders that sell more than is held', () => {
    const outside = worked([market('a')], { 'a-yes': held(100, 40, { isCostKnown: false }) })
    assert.deepEqual(profits(outside), [['unknown', 'unknown']])
    assert.deepEqual(outside.markets[0]?.outcomes[0].ifWins?.payout.least, whole(100))
    const order = { outcomeId: id('a-yes'), side: 'SELL', size: whole(101), cash: whole(60) } as const
    const [oversold] = worked([market('a')], { 'a-yes': held(100, 40) }, [order]).markets
    const ifWins = oversold?.outcomes[0].ifWins
    assert.deepEqual([ifWins?.profit?.least, ifWins?.withOrders, ifWins?.atWorst], [whole(60), null, null])
  })
})

test('a fee that is not known is said of every outcome that ends with its market', () => {
  const markets = [market('a', exclusive), market('b', exclusive), market('c')]
  const stakes = {
    'a-yes': held(100, 40, { areFeesKnown: false }),
    'b-yes': held(10, 5),
    'c-yes': held(10, 5),
  }
  const known = worked(markets, stakes).markets.map(({ outcomes }) => outcomes[0].ifWins?.areFeesKnown)
  assert.deepEqual(known, [false, false, true])
})

describe('exclusive markets', () => {
  test('a first outcome wins in one way, a second one in as many as there are others', () => {
    const markets = [market('a', exclusive), market('b', exclusive), market('c', exclusive)]
    const pnl = worked(markets, { 'a-yes': held(100, 40), 'b-no': held(50, 20) })
    assert.deepEqual(profits(pnl), [
      ['90', '-60..-10'],
      ['-60', '-10..90'],
    ])
    assert.equal(pnl.other?.profit?.least, whole(-10))
  })

  test('without a market beside them nothing else can win, unless one is not listed', () => {
    const markets = [market('a', exclusive), market('b', exclusive)]
    const stakes = { 'a-yes': held(100, 40), 'b-yes': held(10, 5) }
    assert.equal(worked(markets, stakes).other, null)
    assert.equal(worked(markets, stakes, [], true).other?.profit?.least, whole(-45))
  })

  test('a member that lost already cannot win, and one that won ends them all', () => {
    const lost = market('a', { ...exclusive, status: 'resolved', winningOutcomeId: id('a-no') })
    const won = market('b', { ...exclusive, status: 'resolved', winningOutcomeId: id('b-yes') })
    const stakes = { 'a-yes': held(100, 40), 'b-yes': held(10, 5), 'c-no': held(20, 10) }
    assert.deepEqual(profits(worked([lost, market('b', exclusive), market('c', exclusive)], stakes)), [
      [null, '-55..-25'],
      ['-25', '-55'],
      ['-55', '-25'],
    ])
    assert.deepEqual(profits(worked([lost, won, market('c', exclusive)], stakes)), [
      [null, '-25'],
      ['-25', null],
      [null, '-25'],
    ])
  })

  test('a market of the event that is not exclusive counts on its own', () => {
    const pnl = worked([market('a', exclusive), market('b')], { 'a-yes': held(10, 4), 'b-yes': held(10, 5) })
    assert.deepEqual(profits(pnl), [
      ['6', null],
      ['5', '-5'],
    ])
    assert.deepEqual(
      pnl.markets.map(({ isExclusive }) => isExclusive),
      [true, false],
    )
  })
})

describe('a stake after a trade', () => {
  const trade = { outcomeId: id('a-yes'), size: whole(40), cash: whole(24) } as const

  test('of a purchase costs it with its fee', () => {
    const after = stakeAfter(held(10, 4), { ...trade, side: 'BUY', fee: whole(1) })
    assert.deepEqual([after.size, after.cost, after.areFeesKnown], [whole(50), whole(29), true])
    assert.equal(stakeAfter(NO_STAKE, { ...trade, side: 'BUY', fee: null }).areFeesKnown, false)
  })

  test('of a sale takes its share of the cost; beyond what is held the cost is not known', () => {
    const after = stakeAfter(held(80, 32), { ...trade, side: 'SELL', fee: whole(1) })
    assert.deepEqual([after.size, after.cost, after.realised], [whole(40), whole(16), whole(7)])
    assert.equal(stakeAfter(held(10, 4), { ...trade, side: 'SELL', fee: whole(0) }).isCostKnown, false)
  })
})
