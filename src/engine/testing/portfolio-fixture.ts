/** A portfolio over a scripted data service, hand-made fills and books that are set by hand. */
import { bookView } from '#core/testing/book-view.ts'
import type { BookView, Level } from '#core/book/book.ts'
import type { EventId, OutcomeId, TradeId, OrderId } from '#core/ids.ts'
import type { Market, MarketEvent } from '#core/market/market.ts'
import { ZERO, type Micros } from '#core/money.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { PositionStatus } from '#core/position/position.ts'
import type { Price } from '#core/price.ts'
import { DEFAULT_LIMITS } from '#core/risk-limits.ts'
import { err, ok } from '#lib/result.ts'
import type { PortfolioStore } from '#ports/portfolio-store.ts'
import type { DataList, DataPosition } from '#ports/venue-data.ts'
import { createBus, type Bus } from '../bus.ts'
import { createHedgeCoverage } from '../quotes/hedge-coverage.ts'
import { createPortfolio, type PortfolioActor } from '../portfolio/portfolio.ts'
import { settlingShares } from '#core/position/settling-shares.ts'
import type { ListedRow } from '../orders/book-of-orders/outside-holdings.ts'
import { createQuoteBooks } from '../quotes/quote-books.ts'
import {
  createManualClock,
  DOWN,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  sampleMarket,
  settle,
  silentLog,
  whole,
} from './market-fakes.ts'
import type { ManualClock } from './market-fakes.ts'
import { createMemoryPortfolio } from './memory-portfolio.ts'
import { withCash } from '#core/testing/fill-cash.ts'

export const YES = outcomeId(2)
export const NO = outcomeId(3)

export type PortfolioFixture = {
  readonly clock: ManualClock
  readonly bus: Bus
  readonly portfolio: PortfolioActor
  /** Answers of the data service; null: nothing at all. */
  readonly lists: Record<PositionStatus, DataList<DataPosition> | null>
  /** Balances that a read shows; without one it fails. */
  readonly balances: Map<OutcomeId, Micros>
  /** Shares by the last read of a balance; none was read for those that are not in it. */
  readonly readBefore: Map<OutcomeId, Micros>
  readonly fills: Fill[]
  /** Open ones. */
  orders: readonly Order[]
  /** How many of them got their fee only later. */
  feesLearnt: number
  /** How often all of them were read. */
  fillReads: number
  market: Market
  book: BookView
  /** Last prices of a side that is empty. */
  lastBest: { readonly bid: Price | null; readonly ask: Price | null }
  isReconciled: boolean
  /** Monotonic; when the last complete read of own fills began. */
  fillsReadAt: number
  fillsAsked: number
  hasCredentials: boolean
  /** Shares that open sales may still take. */
  reserved: Micros
  combos: {
    readonly costBasis: Micros | null
    readonly exposure: Micros | null
    readonly underWay: Micros
  }
  /** Outcomes of which the balance was asked. */
  readonly asked: OutcomeId[]
  /** Rows of the venue's list, as passed to the limits. */
  listed: readonly ListedRow[]
  /** How often cash was asked for. */
  cashReads: number
  /** Adds the fill and publishes it. */
  receive(fill: Fill): void
}

/** A row of the data service: a number of shares of an outcome at one half. */
export function row(shares: number, change: Partial<DataPosition> = {}): DataPosition {
  return {
    outcomeId: YES,
    marketId: marketId(1),
    status: 'open',
    size: whole(shares),
    averagePrice: whole(1),
    cost: (whole(shares) / 2n) as Micros,
    fees: ZERO,
    paidFees: ZERO,
    currentPrice: 500_000n as Micros,
    value: (whole(shares) / 2n) as Micros,
    realised: ZERO,
    unrealised: ZERO,
    redeemable: false,
    title: 'A question',
    outcomeName: 'Yes',
    oppositeOutcomeId: NO,
    eventSlug: 'event-1',
    firstAt: null,
    lastAt: null,
    ...change,
  }
}

/** A whole list of these rows. */
export function list(...rows: readonly DataPosition[]): DataList<DataPosition> {
  return { rows, complete: true, problem: null, notUnderstood: [] }
}

/** A fill of ten shares at 0.40, final. */
export function fill(number: number, change: Partial<Fill> = {}): Fill {
  return withCash({
    tradeId: `trade-${number}` as TradeId,
    orderId: 'pm:0x01' as OrderId,
    outcomeId: YES,
    marketId: marketId(1),
    side: 'BUY',
    price: price(4_000),
    size: whole(10),
    fee: ZERO,
    role: 'maker',
    status: 'confirmed',
    txHash: null,
    at: 1_790_000_000_000 + number * 1_000,
    ...change,
  })
}

/** Builds it, not started. */
export function createPortfolioFixture(
  options: { readonly wallet?: string | null; readonly store?: PortfolioStore; readonly start?: number } = {},
): PortfolioFixture {
  const clock = createManualClock(options.start)
  const bus = createBus((_topic, error) => {
    throw error
  })
  const market = sampleMarket(1)
  const levels = (...steps: readonly number[]): readonly Level[] =>
    steps.map((step) => [price(step), whole(100)] as const)
  const fixture: Omit<PortfolioFixture, 'portfolio'> = {
    clock,
    bus,
    lists: { open: list(), redeemable: list(), closed: list() },
    balances: new Map(),
    readBefore: new Map(),
    fills: [],
    orders: [],
    feesLearnt: 0,
    fillReads: 0,
    market,
    lastBest: { bid: null, ask: null },
    book: bookView({
      outcomeId: YES,
      marketId: market.id,
      bids: levels(4_500, 4_400),
      asks: levels(5_500),
      minOrderSize: whole(5),
      changedAt: clock.now(),
    }),
    isReconciled: false,
    fillsReadAt: -Infinity,
    fillsAsked: 0,
    hasCredentials: false,
    reserved: ZERO,
    combos: { costBasis: null, exposure: null, underWay: ZERO },
    asked: [],
    listed: [],
    cashReads: 0,
    receive(one) {
      fixture.fills.push(one)
      bus.publish('fill', one)
    },
  }
  let event = sampleEvent(1)
  const eventNow = (): MarketEvent => {
    if (event.markets[0] !== fixture.market) event = sampleEvent(1, { markets: [fixture.market] })
    return event
  }
  const catalog = {
    outcome(id: OutcomeId) {
      const outcome = fixture.market.outcomes.find((one) => one.id === id)
      return outcome === undefined ? null : { outcome, market: fixture.market, event: eventNow() }
    },
    league: () => null,
    complete: () => Promise.resolve(),
    event: (id: EventId) => (id === eventNow().id ? eventNow() : null),
  }
  const books = {
    hold: () => () => {},
    lastBest: () => fixture.lastBest,
    peek: (id: OutcomeId) => ({ ...fixture.book, outcomeId: id }),
    view: (id: OutcomeId) => ({ ...fixture.book, outcomeId: id }),
  }
  const portfolio = createPortfolio({
    clock,
    log: silentLog,
    bus,
    data: {
      async positions(status) {
        const answer = fixture.lists[status]
        return answer === null ? DOWN : ok(answer)
      },
      activity: async () => err({ kind: 'bad_cursor' }),
      pnl: async () => DOWN,
    },
    walletAddress: options.wallet === undefined ? '0xwallet' : options.wallet,
    store: options.store ?? createMemoryPortfolio(),
    catalog,
    books,
    own: {
      areCredentialsReady: () => fixture.hasCredentials,
      areCredentialsPending: () => false,
      isReconciled: () => fixture.isReconciled,
      areFillsReadSince: (monotonic) => fixture.fillsReadAt > monotonic,
      readFills() {
        fixture.fillsAsked += 1
      },
      fills() {
        fixture.fillReads += 1
        return fixture.fills
      },
      openOrders: () => fixture.orders,
      feesLearnt: () => fixture.feesLearnt,
      shares: (id) => fixture.readBefore.get(id) ?? null,
      async readShares(id) {
        fixture.asked.push(id)
        const balance = fixture.balances.get(id)
        return balance === undefined ? DOWN : ok({ balance, allowance: null })
      },
      async readCash() {
        fixture.cashReads += 1
      },
      reservedShares: () => fixture.reserved,
      overdueShares: () => ZERO,
      takeListed(rows) {
        fixture.listed = rows
      },
      facts: () => ({
        cash: whole(100),
        cashComing: ZERO,
        cashAsOf: clock.now(),
        allowance: whole(1_000),
        missingApprovals: [],
        reserved: whole(7),
        combosUnderWay: fixture.combos.underWay,
        comboCostBasis: fixture.combos.costBasis,
        comboExposure: fixture.combos.exposure,
        dailyNotional: whole(3),
      }),
      settlingShares: (id, shown) =>
        settlingShares(
          fixture.fills.filter((fill) => fill.outcomeId === id),
          { unreported: ZERO, reserved: ZERO, shown, inDoubt: ZERO },
          clock.now(),
        ),
      coverage: createHedgeCoverage({
        clock,
        open: () => [],
        order: () => null,
        fills: () => fixture.fills,
        usage: { missingBought: () => ZERO },
      }),
      quoteBooks: createQuoteBooks({ clock, bus, catalog, books }),
    },
    limits: () => DEFAULT_LIMITS,
  })
  return Object.assign(fixture, { portfolio })
}

/** A started fixture, two seconds later. */
export async function started(
  prepare: (fixture: PortfolioFixture) => void,
  store?: PortfolioStore,
): Promise<PortfolioFixture> {
  const fixture = createPortfolioFixture(store === undefined ? {} : { store })
  prepare(fixture)
  fixture.portfolio.start()
  await pass(fixture, 2_000)
  return fixture
}

/** Lets time pass, second by second. */
export async function pass(fixture: PortfolioFixture, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await fixture.clock.advance(Math.min(left, 1_000))
    await settle()
  }
}
