/**
 * The market module over a simulated venue, both on one fast clock, with the venue's true books. No simulated
 * trader runs: only tests place orders.
 */
import assert from 'node:assert/strict'
import type { Level, StaleReason } from '#core/book/book.ts'
import { parseMarketId, parseOutcomeId, type GameId, type MarketId, type OutcomeId } from '#core/ids.ts'
import { createBus } from '#engine/bus.ts'
import { createMarketModule, type MarketModule } from '#engine/assembly/market-module.ts'
import type { Clock } from '#ports/clock.ts'
import type { CatalogCopy, CatalogStore } from '#ports/stores.ts'
import { createHostClock } from '#simulator/clock.ts'
import { startSimulator } from '#simulator/program.ts'
import type { RunningSimulator } from '#simulator/running.ts'
import { parseProfile } from '#venue/profile.ts'
import { createTestLog, createTestRandom } from '#venue/testing/host.ts'
import { createVenue } from '#venue/venue.ts'
import { waitFor } from './wait-for.ts'

const SPEED = 20

/** A market of the simulated venue. */
export type TestMarket = {
  /** As the control API takes it. */
  readonly name: string
  readonly id: MarketId
  readonly tokens: readonly [string, string]
  readonly outcomes: readonly [OutcomeId, OutcomeId]
}

export type FastMarketModule = {
  readonly simulator: RunningSimulator
  readonly side: MarketModule
  readonly store: CatalogStore
  /** Every reason that a book of this outcome has given for not being live. */
  readonly reasons: (outcomeId: OutcomeId) => ReadonlySet<StaleReason>
  /** Every game that was published as stale. */
  readonly staleGames: () => ReadonlySet<GameId>
  /** A call of the control API: the path below `/_sim`, POST when there is a body. */
  readonly control: (path: string, body?: unknown) => Promise<unknown>
  /** Takes out every fault. */
  readonly heal: () => Promise<void>
  /** A market that nobody has taken yet, with some levels on each side. */
  readonly takeMarket: () => Promise<TestMarket>
  /** Puts one more resting order into the book: a bid of the first outcome, or an ask of it. Answers the order's id. */
  readonly quote: (market: TestMarket, side: 'bid' | 'ask', steps: number, shares: number) => Promise<string>
  /** Resolves once both books are live and hold exactly the venue's levels. */
  readonly agree: (market: TestMarket) => Promise<void>
  /** A second market module on the same venue and clock; stopped with the rest. */
  readonly secondSide: (store: CatalogStore) => Promise<MarketModule>
  readonly stop: () => Promise<void>
}

/** Starts both; resolves when the catalog is there. */
export async function startFastMarketModule(seed: string): Promise<FastMarketModule> {
  const simulator = await startSimulator({ port: 0, seed, traderRate: 0, speed: SPEED })
  const host = createHostClock({ speed: SPEED })
  const closing: (() => Promise<void>)[] = []
  const reasons = new Map<OutcomeId, Set<StaleReason>>()
  const staleGames = new Set<GameId>()
  const store = createMemoryCopy()
  const side = await openSide(store)
  const free = await calmMarkets()

  async function openSide(copies: CatalogStore): Promise<MarketModule> {
    const profile = parseProfile(simulator.profile)
    assert.ok(profile.ok)
    const clock = clockOver(host)
    const log = createTestLog()
    const venue = await createVenue({
      profile: profile.value,
      secrets: { walletAddress: null, signerAddress: null, sessionKey: null, credentials: null },
      clock,
      random: createTestRandom(),
      log,
    })
    const bus = createBus((topic, error) => {
      throw new Error(`a listener of ${topic} failed`, { cause: error })
    })
    const opened = createMarketModule({
      venue: venue.catalog,
      marketFeed: venue.marketFeed,
      sportsFeed: venue.sportsFeed,
      store: copies,
      clock,
      bus,
      log,
    })
    bus.subscribe('book', ({ outcomeId }) => {
      const reason = opened.books.peek(outcomeId)?.staleReason ?? null
      if (reason === null) return
      const known = reasons.get(outcomeId) ?? new Set()
      reasons.set(outcomeId, known.add(reason))
    })
    bus.subscribe('game', ({ gameId }) => {
      if (opened.games.game(gameId)?.stale === true) staleGames.add(gameId)
    })
    closing.push(async () => {
      opened.stop()
      await venue.close()
    })
    const started = opened.start()
    if ((await copies.load()) === null) await started
    return opened
  }

  async function control(path: string, body?: unknown): Promise<unknown> {
    const answered = await fetch(`${simulator.controlUrl}/_sim${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answered.text()
    assert.ok(answered.ok, `${path}: ${answered.status} ${text}`)
    return JSON.parse(text) as unknown
  }

  /** Markets of questions that run for long and have no game. */
  async function calmMarkets(): Promise<TestMarket[]> {
    const rows = (await control('/markets')) as readonly {
      readonly id: string
      readonly condition_id: string
      readonly tokens: readonly string[]
      readonly closed: boolean
    }[]
    return rows.flatMap(({ id: name, condition_id: condition, tokens, closed }) => {
      const id = parseMarketId(`pm:${condition}`)
      const [yes, no] = [parseOutcomeId(`pm:${tokens[0]}`), parseOutcomeId(`pm:${tokens[1]}`)]
      const market = id === null ? null : side.catalog.market(id)
      if (id === null || yes === null || no === null || closed || market === null) return []
      if (market.gameStartTime !== null || market.tickSize !== 100 || !market.acceptingOrders) return []
      if ((market.endTime ?? Infinity) < host.now() + 30 * 86_400_000) return []
      return [{ name, id, tokens: [tokens[0] ?? '', tokens[1] ?? ''], outcomes: [yes, no] }]
    })
  }

  async function quote(
    market: TestMarket,
    at: 'bid' | 'ask',
    steps: number,
    shares: number,
  ): Promise<string> {
    const placed = (await control('/order', {
      kind: 'foreign_place',
      token: market.tokens[at === 'bid' ? 0 : 1],
      side: 'BUY',
      price: at === 'bid' ? steps : 10_000 - steps,
      size: String(shares * 1_000_000),
    })) as { readonly id: string; readonly answer: { readonly kind: string } }
    assert.equal(placed.answer.kind, 'placed')
    return placed.id
  }

  async function takeMarket(): Promise<TestMarket> {
    const market = free.shift()
    assert.ok(market !== undefined, 'no market is left')
    await quote(market, 'bid', 4_000, 11)
    await quote(market, 'bid', 3_500, 12)
    await quote(market, 'ask', 6_000, 13)
    await quote(market, 'ask', 6_500, 14)
    return market
  }

  async function isSame(market: TestMarket): Promise<boolean> {
    const { books } = (await control(`/market/${market.name}`)) as { readonly books: readonly TrueBook[] }
    return market.outcomes.every((outcomeId, index) => {
      const view = side.books.peek(outcomeId)
      const truth = books[index]
      if (view === null || truth === undefined || view.staleReason !== null) return false
      return sideText(view.bids) === trueText(truth.bids) && sideText(view.asks) === trueText(truth.asks)
    })
  }

  return {
    simulator,
    side,
    store,
    reasons: (outcomeId) => reasons.get(outcomeId) ?? new Set(),
    staleGames: () => staleGames,
    control,
    async heal() {
      const answered = await fetch(`${simulator.controlUrl}/_sim/faults`, { method: 'DELETE' })
      assert.ok(answered.ok)
    },
    takeMarket,
    quote,
    agree: (market) =>
      waitFor(`the books of market ${market.name}`, () => isSame(market)).then(() => undefined),
    secondSide: openSide,
    async stop() {
      for (const close of closing) await close()
      host.stop()
      await simulator.stop()
    },
  }
}

type TrueBook = { readonly bids: readonly TrueLevel[]; readonly asks: readonly TrueLevel[] }
type TrueLevel = { readonly price: number; readonly size: string }

function sideText(levels: readonly Level[]): string {
  return JSON.stringify(levels.map(([price, size]) => [price, String(size)]))
}

function trueText(levels: readonly TrueLevel[]): string {
  return JSON.stringify(levels.map(({ price, size }) => [price, size]))
}

function clockOver(host: ReturnType<typeof createHostClock>): Clock {
  const born = host.now()
  return {
    now: () => host.now(),
    monotonic: () => host.now() - born,
    after: (delayMs, action) => host.after(delayMs, action),
    every: (intervalMs, action) => host.every(intervalMs, action),
  }
}

/** A catalog store in memory. */
export function createMemoryCopy(copy: CatalogCopy | null = null): CatalogStore {
  let kept = copy
  return {
    load: async () => kept,
    save(saved) {
      kept = saved
    },
  }
}
