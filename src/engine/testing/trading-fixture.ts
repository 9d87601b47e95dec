/**
 * A trading module on a fake venue with a clock that the test advances. It can be killed at any named point and started again on
 * what was on disk: the ended run's timers, rows and requests go nowhere.
 */
import { bookView } from '#core/testing/book-view.ts'
import type { BookView } from '#core/book/book.ts'
import { parseClientOrderId, parseEventId, parseGroupId, parseMarketId, parseOutcomeId } from '#core/ids.ts'
import type { ClientOrderId, GroupId } from '#core/ids.ts'
import type { Results } from '#core/loss-limit.ts'
import type { Market, MarketEvent } from '#core/market/market.ts'
import { micros, ZERO } from '#core/money.ts'
import type { AttachedExit } from '#core/order/attached-exit.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { priceFromSteps, type Price } from '#core/price.ts'
import { DEFAULT_CEILINGS } from '#core/risk-limits.ts'
import type { FeedHealth, LossAction, SafeAfter } from '#core/trading-state.ts'
import type { Random } from '#ports/random.ts'
import type { VenueHeartbeat } from '#ports/venue-heartbeat.ts'
import type { QueuedCancel } from '#ports/stores.ts'
import { createBus, type Bus, type Facts } from '../bus.ts'
import { createTradingBase } from '../assembly/trading-base.ts'
import { createTradingModule, type TradingModule } from '../assembly/trading-module.ts'
import type { OwnAccount } from '../portfolio/own-account.ts'
import { createManualClock, settle, silentLog, type ManualClock } from './market-fakes.ts'
import { alive, clockOf, exitStoreOf, queueOf, settingsOf, whileAlive } from './fixture-stores.ts'
import { createMemoryAudit, type MemoryAudit } from './memory-audit.ts'
import { createFakeVenue } from './fake-venue.ts'
import type { FakeVenue } from './fake-orders.ts'
import { PLAIN_MARKET } from '#core/testing/plain-market.ts'

function known<T>(value: T | null): T {
  if (value === null) throw new Error('a constant of the fixture is wrong')
  return value
}

export const YES = known(parseOutcomeId('pm:1'))
export const NO = known(parseOutcomeId('pm:2'))
const MARKET_ID = known(parseMarketId(`pm:0x${'ab'.repeat(32)}`))
const EVENT_ID = known(parseEventId('pm:7'))

/** A price in steps of 0.0001. */
export function price(steps: number): Price {
  return known(priceFromSteps(steps))
}

/** Whole shares or pUSD. */
export function whole(count: number): ReturnType<typeof micros> {
  return micros(BigInt(count) * 1_000_000n)
}

/** The n-th client order id. */
export function clientId(number: number): ClientOrderId {
  return known(parseClientOrderId(`01890000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`))
}

/** The n-th group. */
export function groupId(number: number): GroupId {
  return known(parseGroupId(clientId(number)))
}

/** A resting buy of 10 at 0.40 under the book of the fixture, changed as asked. */
export function intent(number: number, changes: Partial<OrderIntent> = {}): OrderIntent {
  return {
    clientOrderId: clientId(number),
    outcomeId: YES,
    side: 'BUY',
    price: price(4_000),
    size: whole(10),
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    evidence: null,
    ...changes,
  }
}

export type Published = { [Topic in keyof Facts]?: Facts[Topic][] }

export type TradingFixture = {
  readonly clock: ManualClock
  /** Bus of the last run. */
  readonly bus: Bus
  readonly venue: FakeVenue
  readonly audit: MemoryAudit
  readonly queued: Map<string, QueuedCancel>
  readonly exitsOnDisk: Map<string, AttachedExit>
  /** Every fact of every run. */
  readonly published: Published
  market: Market
  /** The catalog is asked to read the event again. */
  onRefresh: () => void
  book: BookView
  /** State of the market feed. */
  marketState: FeedHealth['state']
  /** Setting of the run that begins next. */
  safeAfter: SafeAfter
  /** Null when switched off; of the run that begins next. */
  heartbeat: VenueHeartbeat | null
  liveTrading: boolean
  /** The program whose command runs. */
  by: string | null
  /** The portfolio is not reconciled yet. */
  arePositionsReading: boolean
  /** Results of the account; null while they are not read. */
  results: Results | null
  /** Setting of the run that begins next. */
  onLossLock: LossAction
  module: TradingModule
  /** Account facts in the last run. */
  own: OwnAccount
  /** The run ends when this point is passed. */
  killAt: string | null
  /** Ids that are made next, instead of the fixture's own. */
  readonly nextIds: string[]
  /** True if the last run has been killed. */
  isDead(): boolean
  /** Ends the run at once and starts again; SAFE. */
  restart(): Promise<void>
  /** Starts, lets own state be read, arms. */
  open(): Promise<void>
}

const MARKET: Market = {
  ...PLAIN_MARKET,
  id: MARKET_ID,
  eventId: EVENT_ID,
  slug: 'market',
  question: 'Will it?',
  secondsDelay: 3,
  outcomes: [
    { id: YES, marketId: MARKET_ID, name: 'Yes', positionId: null },
    { id: NO, marketId: MARKET_ID, name: 'No', positionId: null },
  ],
}

const EVENT: MarketEvent = {
  id: EVENT_ID,
  slug: 'event',
  title: 'Event',
  description: '',
  tags: [],
  status: 'open',
  startTime: null,
  endTime: null,
  createdAt: null,
  negRisk: false,
  volume: ZERO,
  liquidity: ZERO,
  gameId: null,
  parentEventId: null,
  live: false,
  teams: [],
  markets: [],
}

const BOOK = bookView({
  outcomeId: YES,
  marketId: MARKET_ID,
  bids: [[price(4_500), whole(100)]],
  asks: [[price(5_000), whole(100)]],
  minOrderSize: whole(5),
})

const MARKET_FEED = {
  name: 'market',
  connections: 1,
  subscriptions: 1,
  lastMessageAt: null,
  reconnects: 0,
  detail: null,
} as const

const PUBLISHED = [
  'order',
  'fill',
  'trading',
  'disarmed',
  'foreign_activity',
  'game_start_orders',
  'order_ended',
  'heartbeat_lapsed',
  'cancel_ignored',
  'late_order',
  'earlier_activity',
  'exit_notice',
  'way_out_unsold',
  'loss_limit',
] as const

/** Builds a fixture whose first run has not been started. */
export function createTradingFixture(): TradingFixture {
  const clock = createManualClock()
  const venue = createFakeVenue(clock, () => MARKET_ID)
  const audit = createMemoryAudit(() => clock.now())
  const queued = new Map<string, QueuedCancel>()
  const settings = new Map<string, string>()
  const attachedExits = new Map<string, AttachedExit>()
  const published: Published = {}
  let run = { isAlive: true }
  let ids = 0

  const nextIds: string[] = []
  const random: Random = {
    bytes: (length) => new Uint8Array(length),
    uuidV7() {
      const chosen = nextIds.shift()
      if (chosen !== undefined) return chosen
      ids += 1
      return clientId(0xff_0000 + ids)
    },
  }

  function build(): TradingModule {
    const own = { isAlive: true }
    run = own
    const bus = createBus((_, error) => {
      throw error
    })
    fixture.bus = bus
    for (const topic of PUBLISHED) {
      bus.subscribe(topic, (fact) => {
        const list = (published[topic] ?? []) as unknown[]
        list.push(fact)
        Object.assign(published, { [topic]: list })
      })
    }
    const base = createTradingBase({
      clock: clockOf(clock, own),
      random,
      commandBy: () => fixture.by,
      log: silentLog,
      bus,
      audit: { ...audit, ...whileAlive(audit, own) },
      settings: settingsOf(settings),
      cancelQueue: queueOf(queued, own),
      attachedExits: exitStoreOf(attachedExits, own),
      venue: {
        trading: {
          ...venue.trading,
          submit: (order, gate) => alive(own, () => venue.trading.submit(order, gate)),
          ...(venue.trading.submitMany !== undefined && {
            submitMany: (orders, gate) =>
              alive(own, async () => venue.trading.submitMany?.(orders, gate) ?? []),
          }),
          cancel: (orderIds) => alive(own, () => venue.trading.cancel(orderIds)),
          cancelMarket: (target) => alive(own, () => venue.trading.cancelMarket(target)),
          cancelAll: () => alive(own, () => venue.trading.cancelAll()),
        },
        account: venue.account,
        userFeed: {
          ...venue.userFeed,
          start(listener) {
            venue.userFeed.start((event) => {
              if (own.isAlive) listener(event)
            })
          },
        },
        geoblock: venue.geoblock,
      },
      catalog: {
        outcome(id) {
          const outcome = fixture.market.outcomes.find((one) => one.id === id)
          return outcome === undefined ? null : { outcome, market: fixture.market, event: EVENT }
        },
        complete: () => Promise.resolve(),
      },
      async refreshEvent() {
        fixture.onRefresh()
      },
      books: {
        view: (id) => (id === YES || id === NO ? { ...fixture.book, outcomeId: id } : null),
        lastBest: () => ({ bid: null, ask: null }),
        hold: () => () => {},
      },
      feeds: [() => ({ ...MARKET_FEED, state: fixture.marketState })],
      ...(fixture.heartbeat === null ? {} : { heartbeat: fixture.heartbeat }),
      liveTrading: fixture.liveTrading,
      simulated: true,
      version: 'test',
      idleTimeoutMs: 1_800_000,
      safeAfter: fixture.safeAfter,
      ceilings: DEFAULT_CEILINGS,
      onLossLock: fixture.onLossLock,
      point(name) {
        if (name === fixture.killAt) own.isAlive = false
      },
    })
    fixture.own = base.own
    return createTradingModule(base, {
      arePositionsReading: () => fixture.arePositionsReading,
      results: () => fixture.results,
    })
  }

  const fixture: Omit<TradingFixture, 'module' | 'bus' | 'own'> & {
    module: TradingModule | null
    bus: Bus | null
    own: OwnAccount | null
  } = {
    clock,
    bus: null,
    own: null,
    venue,
    audit,
    queued,
    exitsOnDisk: attachedExits,
    published,
    market: MARKET,
    onRefresh: () => {},
    book: BOOK,
    marketState: 'live',
    safeAfter: { orders_unread: 60_000, market_feed_down: 30_000, order_unknown: 150_000 },
    heartbeat: null,
    liveTrading: true,
    arePositionsReading: false,
    results: null,
    onLossLock: 'refuse',
    by: null,
    module: null,
    killAt: null,
    nextIds,
    isDead: () => !run.isAlive,
    async restart() {
      run.isAlive = false
      fixture.killAt = null
      const module = build()
      fixture.module = module
      void module.start()
      await clock.advance(300)
      await settle()
    },
    async open() {
      await fixture.restart()
      fixture.module?.trading.arm()
    },
  }
  fixture.module = build()
  return fixture as TradingFixture
}
