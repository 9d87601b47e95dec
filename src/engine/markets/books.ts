/**
 * The books that somebody needs, each from the market feed alone. A book that cannot be believed says why; what a
 * feed, an independent read or a clock casts doubt on is asked for again. One that the feed does not give is read over REST
 * to be looked at, marked as that.
 */
import { bestPrice } from '#core/book/book-levels.ts'
import type { BookTop, BookView } from '#core/book/book.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import { createBookSync, stepBook } from '#core/machines/book-sync.ts'
import type { BookSyncEvent } from '#core/machines/book-sync.ts'
import type { Instant, Market } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { unreachable } from '#lib/never.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type { LevelChange, MarketFeed, MarketFeedEvent } from '#ports/venue-feeds.ts'
import { createBookPolls } from './book-polls.ts'
import { addTrade, createBookEntry, viewOf } from './book-entry.ts'
import type { BookEntry } from './book-entry.ts'
import { createWitness } from './book-witness.ts'
import type { CatalogActor } from './catalog.ts'
import type { Books } from './contract.ts'
import type { Bus } from '../bus.ts'
import { createFrozenBooks } from './frozen-books.ts'

const LINGER_MS = 60_000
const TICK_MS = 1_000
const CLOCK_JUMP_MS = 2_000

export type BooksOptions = {
  readonly feed: MarketFeed
  readonly venue: Pick<VenueCatalog, 'book'>
  readonly catalog: Pick<
    CatalogActor,
    'announce' | 'outcome' | 'market' | 'setStreamedTick' | 'releaseTick' | 'refresh'
  >
  readonly clock: Clock
  readonly bus: Bus
  readonly log: Log
}

export type BooksActor = Books & {
  /** Every outcome followed now. */
  followed(): Iterable<OutcomeId>
}

/** Builds the actor; the feed is silent until `start`. */
export function createBooks(options: BooksOptions): BooksActor {
  const { feed, catalog, clock, bus, log } = options
  const entries = new Map<OutcomeId, BookEntry>()
  /** Where the counters of outcomes that are no longer followed stood. */
  const retired = new Map<OutcomeId, { readonly epoch: number; readonly version: number }>()
  const noteFrozen = createFrozenBooks({ feed, clock, log })
  const witness = createWitness({
    venue: options.venue,
    clock,
    log,
    onFrozen(entry) {
      apply(entry, { type: 'distrusted', reason: 'frozen' })
      noteFrozen(entry.id)
    },
    onVerified: publish,
  })
  const polls = createBookPolls({
    venue: options.venue,
    clock,
    onRead(entry, { bids, asks, hash, at }) {
      apply(entry, { type: 'polled', bids, asks, hash, venueTime: at })
    },
    onEnd(entry) {
      apply(entry, { type: 'unpolled' })
    },
  })
  let tradesHeard = 0
  let isRunning = false
  let isFollowPending = false
  let stopTicker: (() => void) | null = null
  let lastTick = { wall: 0, monotonic: 0 }

  function publish({ id, sync }: BookEntry): void {
    bus.publish('book', { outcomeId: id, version: sync.version })
  }

  function apply(entry: BookEntry, event: BookSyncEvent, now = clock.now()): void {
    const { version: before, phase } = entry.sync
    const mustResync = stepBook(entry.sync, event)
    if (phase === 'live' || phase === 'crossed') entry.waitingSince = clock.monotonic()
    if (entry.sync.version !== before) {
      entry.changedAt = now
      publish(entry)
    }
    if (mustResync && isRunning) feed.resync(entry.id)
  }

  /** @param now  one reading of the clock for all books of a frame */
  function applyFrame(entry: BookEntry, event: BookSyncEvent, at: number, now: Instant): void {
    entry.frameAt = at
    entry.frames += 1
    entry.suspectedAt = null
    apply(entry, event, now)
  }

  function applyChanges(
    id: OutcomeId,
    changes: readonly LevelChange[],
    venueTime: Instant,
    at: number,
    now: Instant,
  ): void {
    const entry = entries.get(id)
    if (entry !== undefined) applyFrame(entry, { type: 'changes', changes, venueTime, at }, at, now)
  }

  function entryOf(id: OutcomeId): BookEntry {
    const known = entries.get(id)
    if (known !== undefined) return known
    const at = clock.monotonic()
    const entry = createBookEntry(id, createBookSync(retired.get(id)), at)
    retired.delete(id)
    entries.set(id, entry)
    followLater()
    return entry
  }

  /** Many holds of one turn make one request. */
  function followLater(): void {
    if (isFollowPending) return
    isFollowPending = true
    queueMicrotask(() => {
      isFollowPending = false
      if (isRunning) feed.follow([...entries.keys()])
    })
  }

  function hold(id: OutcomeId): () => void {
    const entry = entryOf(id)
    entry.holders += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      entry.holders -= 1
      entry.usedAt = clock.monotonic()
    }
  }

  /** The entry that readers need now, followed from here on; null for an outcome that the catalog does not know. */
  function used(id: OutcomeId): { readonly entry: BookEntry; readonly market: Market } | null {
    const market = catalog.outcome(id)?.market
    if (market === undefined) return null
    const entry = entryOf(id)
    entry.usedAt = clock.monotonic()
    entry.marketId = market.id
    return { entry, market }
  }

  function view(id: OutcomeId): BookView | null {
    const found = used(id)
    return found === null ? null : viewOf(found.entry, found.market)
  }

  function peek(id: OutcomeId): BookView | null {
    const entry = entries.get(id)
    const market = entry === undefined ? undefined : catalog.outcome(id)?.market
    return entry === undefined || market === undefined ? null : viewOf(entry, market)
  }

  function top(id: OutcomeId): BookTop | null {
    const entry = entries.get(id)
    const market = entry === undefined ? undefined : catalog.outcome(id)?.market
    if (entry === undefined || market === undefined) return null
    const { bids, asks, tickSize, staleReason } = entry.sync
    return {
      bestBid: bestPrice(bids),
      bestAsk: bestPrice(asks),
      tickSize: tickSize ?? market.tickSize,
      staleReason,
    }
  }

  function dropUnused(): void {
    const now = clock.monotonic()
    for (const entry of entries.values()) {
      if (entry.holders > 0 || now - entry.usedAt < LINGER_MS) continue
      entries.delete(entry.id)
      retired.set(entry.id, { epoch: entry.sync.epoch, version: entry.sync.version })
      if (entry.marketId !== null && !isMarketFollowed(entry.marketId)) catalog.releaseTick(entry.marketId)
      followLater()
    }
  }

  function isMarketFollowed(id: MarketId): boolean {
    const market = catalog.market(id)
    return market !== null && market.outcomes.some((outcome) => entries.has(outcome.id))
  }

  function onFeedEvent(event: MarketFeedEvent): void {
    const at = clock.monotonic()
    const now = clock.now()
    switch (event.type) {
      case 'snapshot': {
        const entry = entries.get(event.outcomeId)
        if (entry === undefined) return
        entry.marketId = event.marketId
        if (event.tickSize !== null) catalog.setStreamedTick(event.marketId, event.tickSize)
        applyFrame(entry, { ...event, at }, at, now)
        return
      }
      case 'changes':
        if (areDistinct(event.changes)) {
          for (const change of event.changes)
            applyChanges(change.outcomeId, [change], event.venueTime, at, now)
        } else {
          for (const [id, changes] of byOutcome(event.changes))
            applyChanges(id, changes, event.venueTime, at, now)
        }
        return
      case 'trade': {
        const entry = entries.get(event.outcomeId)
        if (entry === undefined) return
        tradesHeard += 1
        const { price, size, side, venueTime } = event
        addTrade(entry, { number: tradesHeard, price, size, side, at: venueTime })
        applyFrame(entry, event, at, now)
        return
      }
      case 'tick_size': {
        const marketId = catalog.outcome(event.outcomeId)?.market.id
        if (marketId !== undefined) catalog.setStreamedTick(marketId, event.tickSize)
        const entry = entries.get(event.outcomeId)
        if (entry !== undefined) applyFrame(entry, event, at, now)
        return
      }
      case 'resolved':
        resolve(event.marketId, at, now)
        return
      case 'announced':
        catalog.announce([event.eventId])
        return
      case 'lost':
        for (const id of event.outcomeIds) {
          const entry = entries.get(id)
          if (entry !== undefined) apply(entry, { type: 'lost', reason: event.reason })
        }
        return
      default:
        unreachable(event)
    }
  }

  function resolve(marketId: MarketId, at: number, now: Instant): void {
    const market = catalog.market(marketId)
    const ids = new Set<OutcomeId>(market?.outcomes.map(({ id }) => id))
    for (const entry of entries.values()) {
      if (entry.marketId === marketId || ids.has(entry.id)) applyFrame(entry, { type: 'resolved' }, at, now)
    }
    if (market !== null) void catalog.refresh([market.eventId])
  }

  /** What happened while the clock stood still or was set is not known: all books end, and come anew over new connections. */
  function distrustAll(): void {
    const connections = new Set<number>()
    for (const entry of entries.values()) {
      const connection = feed.connectionOf(entry.id)
      if (connection !== null) connections.add(connection)
      apply(entry, { type: 'distrusted', reason: 'gap' })
    }
    for (const connection of connections) feed.replaceConnection(connection)
  }

  function tick(): void {
    const now = { wall: clock.now(), monotonic: clock.monotonic() }
    const drift = now.wall - lastTick.wall - (now.monotonic - lastTick.monotonic)
    lastTick = now
    dropUnused()
    if (Math.abs(drift) > CLOCK_JUMP_MS) {
      log.warn('books.clock_jump', { drift_ms: drift })
      distrustAll()
    }
    // Whether another connection stands is nothing to a book: what its own one carried was told as lost.
    const passed: BookSyncEvent = { type: 'clock', at: now.monotonic }
    for (const entry of entries.values()) apply(entry, passed)
    witness.check(entries.values())
    polls.check(entries.values())
  }

  function health(): FeedHealth {
    const { unreadable, detail, ...status } = feed.status()
    const stale = [...entries.values()].filter(({ sync }) => sync.staleReason !== null).length
    const counted = [
      ...(stale > 0 ? [`${stale} of ${entries.size} books not live`] : []),
      ...(unreadable > 0 ? [`${unreadable} frames unreadable`] : []),
    ]
    return { name: 'market', ...status, detail: detail ?? (counted.length > 0 ? counted.join(', ') : null) }
  }

  return {
    start() {
      isRunning = true
      lastTick = { wall: clock.now(), monotonic: clock.monotonic() }
      feed.start(onFeedEvent)
      stopTicker = clock.every(TICK_MS, tick)
      if (entries.size > 0) followLater()
    },
    stop() {
      isRunning = false
      stopTicker?.()
      feed.stop()
      for (const entry of entries.values()) apply(entry, { type: 'lost', reason: 'feed_down' })
    },
    hold,
    view,
    peek,
    top,
    trades: (id) => used(id)?.entry.trades ?? null,
    health,
    followed: () => entries.keys(),
  }
}

/** Whether each change is of another outcome, as in nearly every frame: one level of a market, told for both outcomes. */
function areDistinct(changes: readonly LevelChange[]): boolean {
  return changes.length === 1 || (changes.length === 2 && changes[0]?.outcomeId !== changes[1]?.outcomeId)
}

/** The changes of each outcome, in the order of the frame. */
function byOutcome(changes: readonly LevelChange[]): ReadonlyMap<OutcomeId, LevelChange[]> {
  const grouped = new Map<OutcomeId, LevelChange[]>()
  for (const change of changes) {
    const known = grouped.get(change.outcomeId)
    if (known === undefined) grouped.set(change.outcomeId, [change])
    else known.push(change)
  }
  return grouped
}
