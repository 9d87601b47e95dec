/** Small real stand-ins for what the market module needs: a clock that the test advances, a scripted venue catalog and feed, sample events. */
import type { EventId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import type { MarketFacts } from '#core/market/market-facts.ts'
import type { League, Market, MarketEvent } from '#core/market/market.ts'
import { micros, type Micros } from '#core/money.ts'
import { priceFromSteps, type Price } from '#core/price.ts'
import { NO_UNREAD_ROWS } from '#core/unread-rows.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { CatalogCopy, CatalogStore } from '#ports/stores.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { BookRead, HistoryPoint, VenueCatalog } from '#ports/venue-catalog.ts'
import type { FeedState, GameUpdate, MarketFeed, MarketFeedEvent, SportsFeed } from '#ports/venue-feeds.ts'
import { PLAIN_MARKET } from '#core/testing/plain-market.ts'

export type ManualClock = Clock & {
  /** Lets both clocks pass, timers in order, with a turn of the microtask queue after each. */
  advance(byMs: number): Promise<void>
  /** Moves the wall clock alone. */
  jump(byMs: number): void
  timers(): number
}

/** A clock that does not move until it is advanced. */
export function createManualClock(start = 1_790_000_000_000): ManualClock {
  let wall = start
  let elapsed = 0
  let timers: { at: number; every: number | null; action: () => void }[] = []

  function add(delayMs: number, every: number | null, action: () => void): () => void {
    const timer = { at: elapsed + delayMs, every, action }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }

  return {
    now: () => wall,
    monotonic: () => elapsed,
    after: (delayMs, action) => add(delayMs, null, action),
    every: (intervalMs, action) => add(intervalMs, intervalMs, action),
    async advance(byMs) {
      const until = elapsed + byMs
      await settle()
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0]
        if (next === undefined || next.at > until) break
        wall += next.at - elapsed
        elapsed = next.at
        if (next.every === null) timers = timers.filter((timer) => timer !== next)
        else next.at += next.every
        next.action()
        await settle()
      }
      wall += until - elapsed
      elapsed = until
    },
    jump(byMs) {
      wall += byMs
    },
    timers: () => timers.length,
  }
}

/** Lets everything that is ready run, and whatever becomes ready by that: no promise has anything left to do then. */
export async function settle(): Promise<void> {
  await new Promise<void>((resolve) => void setImmediate(resolve))
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

const IS_DOWN: ReadFault = { kind: 'unavailable', detail: 'venue is down', retryAfterMs: null }
/** A fault as a venue that is down gives it. */
export const DOWN: Result<never, ReadFault> = err(IS_DOWN)

export type ScriptedVenue = VenueCatalog & {
  /** Listed events; `closed` ones appear only when asked for by id. */
  listed: MarketEvent[]
  pageSize: number
  isDown: boolean
  /** Overrides of single answers. */
  script: Partial<VenueCatalog>
  leagueRows: readonly League[]
  readonly books: Map<OutcomeId, BookRead | null>
  readonly facts: Map<MarketId, MarketFacts>
  readonly points: HistoryPoint[]
  readonly calls: string[]
}

/** A venue catalog that answers from a list. */
export function createScriptedVenue(): ScriptedVenue {
  const venue: ScriptedVenue = {
    listed: [],
    pageSize: 100,
    isDown: false,
    script: {},
    leagueRows: [],
    books: new Map(),
    facts: new Map(),
    points: [],
    calls: [],
    async events(filter) {
      venue.calls.push(`events ${filter.cursor ?? 'first'}`)
      if (venue.isDown) return DOWN
      if (venue.script.events !== undefined) return await venue.script.events(filter)
      const open = venue.listed.filter((event) => event.status === 'open')
      const from = Number(filter.cursor ?? 0)
      const end = from + venue.pageSize
      const nextCursor = end < open.length ? String(end) : null
      return ok({ events: open.slice(from, end), nextCursor, notUnderstood: NO_UNREAD_ROWS })
    },
    async eventsByIds(ids) {
      venue.calls.push(`ids ${ids.join(',')}`)
      if (venue.isDown) return DOWN
      const own = await venue.script.eventsByIds?.(ids)
      return own ?? ok(venue.listed.filter(({ id }) => ids.includes(id)))
    },
    async event(id) {
      venue.calls.push(`event ${id}`)
      if (venue.isDown) return DOWN
      const own = await venue.script.event?.(id)
      return own ?? ok(venue.listed.find((event) => event.id === id) ?? null)
    },
    async eventBySlug(slug) {
      venue.calls.push(`slug ${slug}`)
      return venue.isDown ? DOWN : ok(venue.listed.find((event) => event.slug === slug) ?? null)
    },
    async eventIdsOf(held) {
      venue.calls.push(`places ${Object.values(held).join(',')}`)
      if (venue.isDown) return DOWN
      const isHeld = ({ id, outcomes }: Market): boolean =>
        'markets' in held
          ? held.markets.includes(id)
          : outcomes.some((outcome) => held.outcomes.includes(outcome.id))
      return ok(venue.listed.filter(({ markets }) => markets.some(isHeld)).map(({ id }) => id))
    },
    async closedEventIds(text) {
      venue.calls.push(`closed ${text}`)
      if (venue.isDown) return DOWN
      const own = await venue.script.closedEventIds?.(text)
      const isNamed = (title: string): boolean => title.toLowerCase().includes(text.toLowerCase())
      const found = venue.listed.filter(({ status, title }) => status !== 'open' && isNamed(title))
      return own ?? ok(found.map(({ id }) => id))
    },
    async tags() {
      venue.calls.push('tags')
      return (await venue.script.tags?.()) ?? { rows: [], fault: venue.isDown ? IS_DOWN : null }
    },
    teams: async () => ({ rows: [], fault: venue.isDown ? IS_DOWN : null }),
    leagues: async () => (venue.isDown ? DOWN : ok(venue.leagueRows)),
    async history(outcomeId, interval, fidelity) {
      venue.calls.push(`history ${interval} ${fidelity}`)
      return (await venue.script.history?.(outcomeId, interval, fidelity)) ?? ok(venue.points)
    },
    async marketFacts(id) {
      venue.calls.push(`facts ${id}`)
      return venue.isDown ? DOWN : ok(venue.facts.get(id) ?? null)
    },
    async book(outcomeId) {
      venue.calls.push(`book ${outcomeId}`)
      return venue.isDown ? DOWN : ok(venue.books.get(outcomeId) ?? null)
    },
  }
  return venue
}

export type MemoryStore = CatalogStore & { copy: CatalogCopy | null }

/** Keeps the last copy in memory. */
export function createMemoryStore(copy: CatalogCopy | null = null): MemoryStore {
  const store: MemoryStore = {
    copy,
    load: async () => store.copy,
    save(saved) {
      store.copy = saved
    },
  }
  return store
}

export type ScriptedFeed = MarketFeed & {
  state: FeedState
  followed: readonly OutcomeId[]
  follows: number
  readonly resyncs: OutcomeId[]
  /** Which connection carries which outcome. */
  readonly carriers: Map<OutcomeId, number>
  readonly replaced: number[]
  send(event: MarketFeedEvent): void
}

/** A market feed that says what the test says. */
export function createScriptedFeed(): ScriptedFeed {
  let listener: ((event: MarketFeedEvent) => void) | null = null
  const feed: ScriptedFeed = {
    state: 'live',
    followed: [],
    follows: 0,
    resyncs: [],
    carriers: new Map(),
    replaced: [],
    follow(ids) {
      feed.followed = ids
      feed.follows += 1
    },
    resync(id) {
      feed.resyncs.push(id)
    },
    connectionOf: (id) => feed.carriers.get(id) ?? null,
    replaceConnection(connection) {
      feed.replaced.push(connection)
    },
    start(received) {
      listener = received
    },
    stop() {
      listener = null
    },
    status: () => ({
      state: feed.state,
      connections: 1,
      subscriptions: feed.followed.length,
      lastMessageAt: null,
      reconnects: 0,
      unreadable: 0,
      detail: null,
    }),
    send(event) {
      listener?.(event)
    },
  }
  return feed
}

export type ScriptedSports = SportsFeed & {
  state: FeedState
  reconnects: number
  send(update: GameUpdate): void
}

/** A sports feed that says what the test says. */
export function createScriptedSports(): ScriptedSports {
  let listener: ((update: GameUpdate) => void) | null = null
  const feed: ScriptedSports = {
    state: 'live',
    reconnects: 0,
    start(received) {
      listener = received
    },
    reconnect() {
      feed.reconnects += 1
    },
    stop() {
      listener = null
    },
    status: () => ({
      state: feed.state,
      connections: 1,
      subscriptions: 0,
      lastMessageAt: null,
      reconnects: feed.reconnects,
      unreadable: 0,
      detail: null,
    }),
    send(update) {
      listener?.(update)
    },
  }
  return feed
}

/** `pm:<n>` as an event, game, market or outcome id. */
export const eventId = (n: number): EventId => `pm:${n}` as EventId
export const gameId = (n: number): GameId => `pm:${n}` as GameId
export const outcomeId = (n: number): OutcomeId => `pm:${n}` as OutcomeId
export const marketId = (n: number): MarketId => `pm:0x${n.toString(16).padStart(64, '0')}` as MarketId

/** A price in steps; the test is wrong when it is none. */
export function price(steps: number): Price {
  const value = priceFromSteps(steps)
  if (value === null) throw new Error(`no price: ${steps}`)
  return value
}

/** Whole shares or pUSD. */
export function whole(amount: number): Micros {
  return micros(BigInt(amount) * 1_000_000n)
}

/** Market `n` with outcomes 2n and 2n+1. */
export function sampleMarket(n: number, changes: Partial<Market> = {}): Market {
  const id = marketId(n)
  return {
    ...PLAIN_MARKET,
    id,
    eventId: eventId(n),
    slug: `market-${n}`,
    question: `Question ${n}?`,
    volume: whole(n),
    liquidity: whole(n),
    outcomes: [
      { id: outcomeId(2 * n), marketId: id, name: 'Yes', positionId: null },
      { id: outcomeId(2 * n + 1), marketId: id, name: 'No', positionId: null },
    ],
    ...changes,
  }
}

/** Event `n` with market `n`. */
export function sampleEvent(n: number, changes: Partial<MarketEvent> = {}): MarketEvent {
  return {
    id: eventId(n),
    slug: `event-${n}`,
    title: `Event ${n}`,
    description: '',
    tags: [],
    status: 'open',
    startTime: null,
    endTime: null,
    createdAt: null,
    negRisk: false,
    volume: whole(n),
    liquidity: whole(n),
    gameId: null,
    parentEventId: null,
    live: false,
    teams: [],
    markets: [sampleMarket(n)],
    ...changes,
  }
}
