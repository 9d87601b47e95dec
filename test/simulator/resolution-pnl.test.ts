// Results of each outcome of an event, against the simulated venue's ledger once that outcome has won: random events,
// exclusive ones among them, random trades, and resting orders that fill before the end or do not.
import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import type { EventId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { micros, type Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { positionFigures, type FillEntry } from '#core/position/portfolio.ts'
import { eventPnl, type EventPnl, type IfWins, type OpenTrade } from '#core/position/resolution-pnl.ts'
import type { Price } from '#core/price.ts'
import { PLAIN_MARKET } from '#core/testing/plain-market.ts'
import { createManualClock } from '#simulator/clock.ts'
import { createExchange } from '#simulator/exchange/exchange.ts'
import { createRandom } from '#simulator/random.ts'
import type { BookOrder, ListedMarket } from '#simulator/types.ts'

import { SHARE, START, testMarket } from './venue.ts'

type Step = {
  readonly market: number
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
  readonly cents: number
  readonly hundredths: number
  readonly isOwn: boolean
}

/** How an event ends: the winner of each market. */
type Ending = readonly (0 | 1)[]

type Case = {
  readonly isExclusive: boolean
  readonly unlistedMayWin: boolean
  readonly markets: number
  readonly feeRate: number
  readonly steps: readonly Step[]
}

const step: fc.Arbitrary<Step> = fc.record({
  market: fc.nat(3),
  outcome: fc.constantFrom(0 as const, 1 as const),
  side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
  cents: fc.integer({ min: 35, max: 65 }),
  hundredths: fc.integer({ min: 500, max: 4_000 }),
  isOwn: fc.boolean(),
})
const anyCase: fc.Arbitrary<Case> = fc.record({
  isExclusive: fc.boolean(),
  unlistedMayWin: fc.boolean(),
  markets: fc.integer({ min: 1, max: 4 }),
  feeRate: fc.constantFrom(0, 50_000),
  steps: fc.array(step, { minLength: 10, maxLength: 40 }),
})

const OWN = 'own'
const OTHER = 'other'

test('INV-63 what an outcome would pay is what the ledger shows once it has won', () => {
  let checked = 0
  let ordered = 0
  fc.assert(
    fc.property(anyCase, (one) => {
      const { pnl, orders } = run(one)
      if (orders.length > 0) ordered += 1
      const profits = endingsOf(one).map((ending) => ({ ending, ...profitsOf(one, ending) }))
      for (const [index, market] of listedMarkets(one).entries()) {
        const staked = pnl.markets.find(({ marketId }) => marketId === `pm:${market.conditionId}`)
        for (const winner of [0, 1] as const) {
          const those = profits.filter(({ ending }) => ending[index] === winner)
          const counted = one.isExclusive ? those : those.map((profit) => of(profit, index))
          const shown =
            staked?.outcomes[winner].ifWins ?? (winner === 0 && one.isExclusive ? pnl.other : undefined)
          if (shown === undefined || pnl.markets.length === 0) continue
          compare(shown, counted)
          checked += 1
        }
      }
      const unlisted = profits.filter(({ ending }) => ending.every((winner) => winner === 1))
      if (one.isExclusive && one.unlistedMayWin && pnl.markets.length > 0) compare(pnl.other, unlisted)
    }),
    { numRuns: 60, seed: 20_261_123 },
  )
  assert.ok(checked > 100 && ordered > 20, `${checked} outcomes, ${ordered} events with open orders`)
})

type Profits = {
  readonly held: readonly bigint[]
  readonly filled: readonly bigint[]
  readonly worst: readonly bigint[]
}

function of(profits: Profits, index: number): Profits {
  const only = (values: readonly bigint[]): readonly bigint[] => [values[index] ?? 0n]
  return { held: only(profits.held), filled: only(profits.filled), worst: only(profits.worst) }
}

function compare(shown: IfWins | null, counted: readonly Profits[]): void {
  const sums = (name: keyof Profits): readonly bigint[] =>
    counted.map((profits) => profits[name].reduce((sum, value) => sum + value, 0n))
  if (counted.length === 0) {
    assert.equal(shown, null)
    return
  }
  assert.ok(shown !== null && shown.profit !== null && shown.withOrders !== null)
  assert.deepEqual(shown.profit, rangeOf(sums('held')))
  assert.deepEqual(shown.withOrders, rangeOf(sums('filled')))
  assert.equal(shown.atWorst, rangeOf(sums('worst')).least)
}

function rangeOf(values: readonly bigint[]): { readonly least: bigint; readonly most: bigint } {
  return {
    least: values.reduce((a, b) => (b < a ? b : a)),
    most: values.reduce((a, b) => (b > a ? b : a)),
  }
}

function endingsOf({ isExclusive, unlistedMayWin, markets }: Case): readonly Ending[] {
  const indexes = Array.from({ length: markets }, (_, index) => index)
  if (isExclusive) {
    const one = indexes.map((winner) =>
      indexes.map((index) => (index === winner ? (0 as const) : (1 as const))),
    )
    return unlistedMayWin ? [...one, indexes.map(() => 1 as const)] : one
  }
  return [indexes.map(() => 0 as const), indexes.map(() => 1 as const)]
}

/**
 * Profit of each market by the venue's ledger: without open orders, with all of them filled, with only the losing
 * ones.
 */
function profitsOf(one: Case, ending: Ending): Profits {
  return {
    held: run(one).resolve(ending, () => false),
    filled: run(one).resolve(ending, () => true),
    worst: run(one).resolve(ending, (order, wins) => (order.side === 'BUY' ? !wins : wins)),
  }
}

function listedMarkets({ isExclusive, markets, feeRate }: Case): readonly ListedMarket[] {
  return Array.from({ length: markets }, (_, index) =>
    testMarket(index + 1, {
      eventId: '1',
      negRisk: isExclusive,
      fee: feeRate === 0 ? null : { rate: BigInt(feeRate), exponent: 1 },
    }),
  )
}

function run(one: Case) {
  const clock = createManualClock(START)
  const exchange = createExchange({
    clock,
    random: createRandom('resolution'),
    statusStepsOf: () => [],
    settles: 'at_once',
  })
  const markets = listedMarkets(one)
  exchange.deposit(OWN, 100_000n * SHARE)
  exchange.deposit(OTHER, 100_000n * SHARE)
  for (const market of markets) {
    exchange.list(market)
    for (const token of market.tokens) exchange.grantShares(OTHER, token, 10_000n * SHARE)
  }
  /** Own cash by market: what was paid and received in it. */
  const cash = markets.map(() => 0n)
  const entries = new Map<string, FillEntry[]>()

  function note(index: number, entry: FillEntry, token: string): void {
    const signed = entry.side === 'BUY' ? 0n - entry.cash : entry.cash
    cash[index] = (cash[index] ?? 0n) + signed - (entry.fee ?? 0n)
    entries.set(token, [...(entries.get(token) ?? []), entry])
  }

  /** Fills of the own orders in a trade, as the user channel gives them. */
  exchange.subscribe((event) => {
    if (event.type !== 'trade') return
    const { trade } = event
    const index = markets.findIndex(({ conditionId }) => conditionId === trade.conditionId)
    const base = { kind: 'fill', at: clock.now(), status: 'confirmed' } as const
    if (trade.takerWallet === OWN) {
      const spent = trade.makers.reduce((sum, maker) => {
        const price = maker.token === trade.token ? maker.price : 10_000 - maker.price
        return sum + notional(price as Price, micros(maker.size))
      }, 0n)
      note(
        index,
        {
          ...base,
          key: `${trade.id} taker`,
          side: trade.side,
          size: micros(trade.size),
          cash: micros(spent),
          fee: micros(trade.fee),
        },
        trade.token,
      )
    }
    for (const maker of trade.makers) {
      if (maker.wallet !== OWN) continue
      note(
        index,
        {
          ...base,
          key: `${trade.id} ${maker.orderId}`,
          side: maker.side,
          size: micros(maker.size),
          cash: notional(maker.price as Price, micros(maker.size)),
          fee: micros(0n),
        },
        maker.token,
      )
    }
  })

  for (const [number, { market: pick, outcome, side, cents, hundredths, isOwn }] of one.steps.entries()) {
    clock.advance(1_000)
    const market = markets[pick % markets.length]
    if (market === undefined) continue
    const token = market.tokens[outcome]
    const wallet = isOwn ? OWN : OTHER
    const free = exchange.shares(wallet, token) - exchange.heldShares(wallet, token)
    const wanted = BigInt(hundredths) * 10_000n
    const size = side === 'SELL' && free < wanted ? free : wanted
    exchange.place({
      id: `0x${String(number + 1).padStart(64, '0')}`,
      wallet,
      owner: wallet,
      token,
      side,
      price: cents * 100,
      size,
      type: 'GTC',
      postOnly: false,
      expiresAt: null,
      budget: null,
      signed: null,
    })
  }

  const orders = exchange.openOrders(OWN)
  const openTrades: readonly OpenTrade[] = orders.map((order) => {
    const size = micros(order.size - order.filled)
    return {
      outcomeId: outcomeOf(order.token),
      side: order.side,
      size,
      cash: notional(order.price as Price, size),
    }
  })
  const pnl: EventPnl = eventPnl(
    {
      id: 'pm:1' as EventId,
      markets: markets.map(asMarket),
      ...(one.isExclusive && one.unlistedMayWin ? { unlistedMayWin: true } : {}),
    },
    (outcomeId) => {
      const own = entries.get(outcomeId.slice('pm:'.length))
      if (own === undefined) return null
      const { size, cost, realised, unexplainedSize, feesKnown } = positionFigures(null, own, 0)
      return { size, cost, realised, isCostKnown: unexplainedSize === 0n, areFeesKnown: feesKnown }
    },
    openTrades,
  )

  return {
    pnl,
    orders,
    /** Profit of each market by the venue's own cash. */
    resolve(ending: Ending, fills: (order: BookOrder, wins: boolean) => boolean): readonly bigint[] {
      for (const order of orders) {
        const index = markets.findIndex(({ tokens }) => tokens.includes(order.token))
        const wins = markets[index]?.tokens[ending[index] ?? 0] === order.token
        if (fills(order, wins)) exchange.fill(order.id, order.size - order.filled)
      }
      const before = exchange.cash(OWN)
      const brought = markets.map((market, index) => {
        const had = exchange.cash(OWN)
        exchange.resolve(market.conditionId, ending[index] ?? 0)
        return (cash[index] ?? 0n) + exchange.cash(OWN) - had
      })
      const paid = brought.reduce((sum, value) => sum + value, 0n)
      const spent = cash.reduce((sum, value) => sum + value, 0n)
      assert.equal(exchange.cash(OWN) - before, paid - spent)
      assert.equal(exchange.cash(OWN) - 100_000n * SHARE, paid, 'the whole ledger')
      return brought
    },
  }
}

function outcomeOf(token: string): OutcomeId {
  return `pm:${token}` as OutcomeId
}

function asMarket(listed: ListedMarket): Market {
  const id = `pm:${listed.conditionId}` as MarketId
  const [yes, no] = listed.tokens
  return {
    ...PLAIN_MARKET,
    id,
    eventId: 'pm:1' as EventId,
    slug: '',
    question: '',
    negRisk: listed.negRisk,
    minOrderSize: listed.minimumSize as Micros,
    outcomes: [
      { id: outcomeOf(yes), marketId: id, name: 'Yes', positionId: null },
      { id: outcomeOf(no), marketId: id, name: 'No', positionId: null },
    ],
  }
}
