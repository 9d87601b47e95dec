/**
 * A second venue with ids, prices, sizes and an order model of its own, through core and engine as they are
 * (docs/dev/second-venue.md): find a market, follow its book, place, fill, cancel, lose an answer, start again.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseClientOrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import { DEFAULT_CEILINGS } from '#core/risk-limits.ts'
import { createBus } from '#engine/bus.ts'
import { createMarketModule, type MarketModule } from '#engine/assembly/market-module.ts'
import { createManualClock, createMemoryStore, silentLog } from '#engine/testing/market-fakes.ts'
import type { ManualClock } from '#engine/testing/market-fakes.ts'
import { createMemoryAudit, type MemoryAudit } from '#engine/testing/memory-audit.ts'
import { createTradingBase } from '#engine/assembly/trading-base.ts'
import { createTradingModule, type TradingModule } from '#engine/assembly/trading-module.ts'
import { ok } from '#lib/result.ts'
import { createSecondVenue } from './second-venue/adapter.ts'
import { openHarbour, type Answer, type Harbour } from './second-venue/harbour.ts'
import { outcomeIdOf, priceOfCents, sizeOfContracts } from './second-venue/words.ts'

const RAIN = {
  ticker: 'RAIN-26NOV',
  series: 'WEATHER',
  title: 'Weather at the harbour',
  question: 'Rain tomorrow?',
}
const YES = outcomeIdOf(RAIN.ticker, 'yes')
const NO = outcomeIdOf(RAIN.ticker, 'no')
const ME = 'trader-77'

type Run = { readonly market: MarketModule; readonly trading: TradingModule }

type TradingFixture = {
  readonly clock: ManualClock
  readonly harbour: Harbour
  readonly audit: MemoryAudit
  run: Run
  /** A second account buys. */
  readonly placeForeign: (buys: Answer, cents: number, contracts: number) => void
  readonly restart: () => Promise<void>
}

async function createTradingFixture(): Promise<TradingFixture> {
  const clock = createManualClock()
  const harbour = openHarbour([RAIN], () => clock.now())
  const audit = createMemoryAudit(() => clock.now())
  let made = 0
  const next = (): string => String((made += 1))

  async function startRun(): Promise<Run> {
    const bus = createBus((_, error) => {
      throw error
    })
    const venue = createSecondVenue({ harbour, account: ME, newRef: next, clock })
    const log = silentLog
    const market = createMarketModule({
      venue: venue.catalog,
      marketFeed: venue.marketFeed,
      sportsFeed: venue.sportsFeed,
      store: createMemoryStore(),
      clock,
      bus,
      log,
    })
    const trading = createTradingModule(
      createTradingBase({
        clock,
        random: { bytes: (length) => new Uint8Array(length), uuidV7: () => idOf(1_000 + Number(next())) },
        log,
        bus,
        audit,
        settings: { read: () => null, write: () => ok(undefined) },
        cancelQueue: { put() {}, remove() {}, all: () => [] },
        attachedExits: { put() {}, all: () => [], removeEndedBefore() {} },
        venue,
        catalog: market.catalog,
        books: market.books,
        feeds: [],
        liveTrading: true,
        simulated: true,
        version: 'test',
        idleTimeoutMs: 1_800_000,
        safeAfter: { orders_unread: null, market_feed_down: null, order_unknown: null },
        ceilings: DEFAULT_CEILINGS,
        point() {},
      }),
    )
    void market.start()
    void trading.start()
    await clock.advance(1_000)
    return { market, trading }
  }

  const placeForeign = (buys: Answer, cents: number, contracts: number): void => {
    harbour.place({
      ref: next(),
      account: 'somebody',
      ticker: RAIN.ticker,
      buys,
      cents,
      contracts,
      atOnce: false,
    })
  }
  placeForeign('yes', 60.5, 40)
  placeForeign('no', 38, 30)
  const fixture: TradingFixture = {
    clock,
    harbour,
    audit,
    placeForeign,
    run: await startRun(),
    async restart() {
      fixture.run.market.stop()
      fixture.run = await startRun()
    },
  }
  return fixture
}

function idOf(number: number): OrderIntent['clientOrderId'] {
  const id = parseClientOrderId(`01890000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`)
  if (id === null) throw new Error('not an id')
  return id
}

function intent(number: number, changes: Partial<OrderIntent> = {}): OrderIntent {
  return {
    clientOrderId: idOf(number),
    outcomeId: YES,
    side: 'BUY',
    price: priceOfCents(60),
    size: sizeOfContracts(10),
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    evidence: null,
    ...changes,
  }
}

async function place(
  fixture: TradingFixture,
  wanted: OrderIntent,
): Promise<readonly [result: string, code: string | null]> {
  const answer = fixture.run.trading.orders.place(wanted)
  await fixture.clock.advance(2_000)
  const placed = await answer
  assert.ok(placed.ok)
  return [placed.value.result, placed.value.reject?.code ?? null]
}

function orderOf(fixture: TradingFixture, number: number): readonly [status?: string, filled?: bigint] {
  const order = fixture.run.trading.orders.byClientOrderId(idOf(number))
  return order === null ? [] : [order.status, order.filledSize]
}

async function armed(): Promise<TradingFixture> {
  const fixture = await createTradingFixture()
  fixture.run.market.books.hold(YES)
  await fixture.clock.advance(100)
  assert.deepEqual(fixture.run.trading.trading.arm().ok, true)
  return fixture
}

describe('a second venue, through core and engine unchanged', () => {
  test('its markets are found by words, with its own ids and tick', async () => {
    const fixture = await createTradingFixture()
    const { hits } = fixture.run.market.catalog.search({
      text: 'wether harbour',
      tag: null,
      league: null,
      kind: null,
      status: 'open',
      sort: 'relevance',
      live: null,
      closesWithin: null,
      combo: null,
      limit: 10,
      offset: 0,
    })
    const [market] = hits[0]?.markets ?? []
    assert.deepEqual(
      [hits[0]?.event.id, market?.id, market?.tickSize, market?.outcomes.map(({ id }) => id)],
      ['hb:WEATHER', 'hb:RAIN-26NOV', 50, ['hb:RAIN-26NOV.yes', 'hb:RAIN-26NOV.no']],
    )
  })

  test('its two lists of buyers are one book, seen from either outcome, and follow what happens', async () => {
    const fixture = await createTradingFixture()
    const { books } = fixture.run.market
    const release = [books.hold(YES), books.hold(NO)]
    await fixture.clock.advance(100)
    const best = (id: typeof YES): readonly (string | undefined)[] => {
      const top = books.view(id)
      assert.equal(top?.staleReason, null)
      return [top?.bids[0], top?.asks[0]].map((level) => level && formatPrice(level[0]))
    }
    assert.deepEqual(
      [best(YES), best(NO)],
      [
        ['0.605', '0.62'],
        ['0.38', '0.395'],
      ],
    )
    fixture.placeForeign('no', 39, 5)
    assert.deepEqual(
      [best(YES), best(NO)],
      [
        ['0.605', '0.61'],
        ['0.39', '0.395'],
      ],
    )
    for (const end of release) end()
  })

  test('an order rests, fills in parts at its price, and what is left is cancelled', async () => {
    const fixture = await armed()
    assert.deepEqual(await place(fixture, intent(1)), ['accepted', null])
    assert.deepEqual(orderOf(fixture, 1), ['live', 0n])
    fixture.placeForeign('no', 40, 44)
    await fixture.clock.advance(1_000)
    // 40 of those went to who bids 60.5.
    assert.deepEqual(orderOf(fixture, 1), ['partially_filled', 4_000_000n])
    const { orders } = fixture.run.trading
    const [fill] = orders.fills()
    assert.deepEqual([fill?.price, fill?.size, fill?.side], [6_000, 4_000_000n, 'BUY'])
    const [open] = orders.open()
    assert.ok(open?.id)
    const cancelled = orders.cancel([open.id])
    await fixture.clock.advance(2_000)
    assert.deepEqual((await cancelled).cancelled, [open.id])
    assert.deepEqual([orders.open().length, orderOf(fixture, 1)[0]], [0, 'cancelled'])
    assert.deepEqual(
      fixture.harbour.orders(ME).map(({ state }) => state),
      ['pulled'],
    )
  })

  test('a sale is a purchase of the other answer there, and stays a sale here, over a restart too', async () => {
    const fixture = await armed()
    assert.deepEqual(await place(fixture, intent(1, { price: priceOfCents(62) })), ['accepted', null])
    assert.deepEqual(orderOf(fixture, 1), ['filled', 10_000_000n])
    await fixture.clock.advance(5_000)
    const sale = intent(2, { side: 'SELL', price: priceOfCents(64.5) })
    assert.deepEqual(await place(fixture, sale), ['accepted', null])
    const there = fixture.harbour.orders(ME).at(-1)
    assert.deepEqual([there?.buys, there?.cents], ['no', 35.5])
    await fixture.restart()
    const [open] = fixture.run.trading.orders.open()
    assert.deepEqual(
      [open?.clientOrderId, open?.side, open?.price, open?.outcomeId],
      [idOf(2), 'SELL', 6_450, YES],
    )
    fixture.placeForeign('yes', 64.5, 60)
    await fixture.clock.advance(1_000)
    assert.deepEqual(orderOf(fixture, 2), ['filled', 10_000_000n])
  })

  test('an answer that never comes is read for, and the order is not sent again', async () => {
    const fixture = await armed()
    fixture.harbour.loseNextAnswer = true
    assert.deepEqual(await place(fixture, intent(1)), ['unknown', null])
    await fixture.clock.advance(30_000)
    assert.deepEqual(orderOf(fixture, 1), ['live', 0n])
    assert.equal(fixture.harbour.orders(ME).length, 1)
    const again = await fixture.run.trading.orders.place(intent(1))
    assert.ok(again.ok && again.value.replayed)
    assert.equal(fixture.harbour.orders(ME).length, 1)
  })

  test('INV-93 several orders in one command are sent one by one, where it knows no batch, each with its ending', async () => {
    const fixture = await armed()
    fixture.harbour.loseNextAnswer = true
    const answer = fixture.run.trading.orders.placeMany([1, 2, 3].map((number) => intent(number)))
    await fixture.clock.advance(2_000)
    const placed = await answer
    assert.deepEqual(placed.ok && placed.value.map(({ result }) => result), [
      'unknown',
      'accepted',
      'accepted',
    ])
    await fixture.clock.advance(30_000)
    assert.deepEqual(
      [1, 2, 3].map((number) => orderOf(fixture, number)[0]),
      ['live', 'live', 'live'],
    )
    assert.equal(fixture.harbour.orders(ME).length, 3)
  })

  test('the core refuses what it can check; refusals of the venue come back as known codes', async () => {
    const fixture = await armed()
    const offTick = intent(1, { price: (priceOfCents(60) + 10) as OrderIntent['price'] })
    assert.deepEqual(await place(fixture, offTick), ['rejected', 'off_tick'])
    assert.equal(fixture.harbour.orders(ME).length, 0)
    const half = intent(2, { size: (sizeOfContracts(10) + 500_000n) as OrderIntent['size'] })
    assert.deepEqual(await place(fixture, half), ['rejected', 'invalid_size'])
    const kinds = fixture.audit.all
      .filter(({ clientOrderId }) => clientOrderId === idOf(2))
      .map(({ kind }) => kind)
    assert.deepEqual(kinds, ['intent', 'decision', 'signed', 'response'])
  })
})
