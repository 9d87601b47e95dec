/**
 * State at an instant, made of the records up to it by the code of the live run: the books' own machine behind the
 * feed's own frame reader. Nothing in it has a way to a venue (INV-70).
 */
import type { BookView, Trade } from '#core/book/book.ts'
import { nativeId, type EventId, type GameId, type MarketId, type OutcomeId } from '#core/ids.ts'
import { createBookSync } from '#core/machines/book-sync.ts'
import type { Game } from '#core/market/game.ts'
import type { Instant, Market, MarketEvent } from '#core/market/market.ts'
import { restoreBook } from '#core/recording/book-state.ts'
import type { RecordedBook, RecordingRecord } from '#core/recording/records.ts'
import type { Clock } from '#ports/clock.ts'
import type { MarketFeed } from '#ports/venue-feeds.ts'
import { createBus } from '../bus.ts'
import { createBookEntry, viewOf } from '../markets/book-entry.ts'
import { applyFeedEvent } from '../markets/book-feed.ts'
import { createBooksState, publishBook, type BooksState } from '../markets/books-state.ts'
import type { OutcomePlace } from '../markets/catalog-index.ts'
import type { ReadRecordedFrame } from './contract.ts'

export type ReplayMachines = ReturnType<typeof createReplayMachines>

const NO_TRADES: readonly Trade[] = []

type Carried = Map<string, { readonly outcomeId: OutcomeId }>

type State = {
  readonly books: BooksState
  readonly readFrame: ReadRecordedFrame
  readonly events: Map<EventId, MarketEvent>
  readonly markets: Map<MarketId, Market>
  readonly outcomes: Map<OutcomeId, OutcomePlace>
  readonly games: Map<GameId, Game>
  /** By connection and the venue's token. */
  readonly carried: Map<number, Carried>
  at: Instant
}

/** Nothing is known yet. */
export function createReplayMachines(readFrame: ReadRecordedFrame) {
  const bus = createBus((_, error) => {
    throw error
  })
  const outcomes = new Map<OutcomeId, OutcomePlace>()
  const markets = new Map<MarketId, Market>()
  const clock: Clock = {
    now: () => state.at,
    monotonic: () => state.at,
    after: () => () => undefined,
    every: () => () => undefined,
  }
  const state: State = {
    books: createBooksState({
      feed: NO_FEED,
      catalog: {
        announce: () => undefined,
        refresh: () => Promise.resolve(),
        learnFacts: () => undefined,
        outcome: (id) => outcomes.get(id) ?? null,
        market: (id) => markets.get(id) ?? null,
      },
      clock,
      bus,
    }),
    readFrame,
    events: new Map(),
    markets,
    outcomes,
    games: new Map(),
    carried: new Map(),
    at: 0,
  }
  return {
    /** Tells what changes, as that of the live run: `book` and `game`. */
    bus,
    /** Takes the next record; those of own orders, fills and modes are kept elsewhere. */
    apply(record: RecordingRecord): void {
      state.at = Math.max(state.at, record.at)
      applyRecord(state, record)
    },
    outcome: (id: OutcomeId): OutcomePlace | null => outcomes.get(id) ?? null,
    events: (): Iterable<MarketEvent> => state.events.values(),
    markets: (): ReadonlyMap<MarketId, Market> => markets,
    book(id: OutcomeId): BookView | null {
      const market = outcomes.get(id)?.market
      if (market === undefined) return null
      // One that was not followed then is empty, and says so.
      return viewOf(state.books.entries.get(id) ?? createBookEntry(id, createBookSync(), state.at), market)
    },
    trades: (id: OutcomeId): readonly Trade[] | null =>
      state.books.entries.get(id)?.trades ?? (outcomes.has(id) ? NO_TRADES : null),
    game: (id: GameId): Game | null => state.games.get(id) ?? null,
    followed: (): Iterable<OutcomeId> => state.books.entries.keys(),
  }
}

/** The books' machine asks its feed for fresh copies: here there is nobody to ask, and what came then is in the records. */
const NO_FEED: MarketFeed = {
  follow: () => undefined,
  resync: () => undefined,
  connectionOf: () => null,
  replaceConnection: () => undefined,
  start: () => undefined,
  status: () => ({
    state: 'off',
    connections: 0,
    subscriptions: 0,
    lastMessageAt: null,
    reconnects: 0,
    unreadable: 0,
    detail: null,
  }),
  stop: () => undefined,
}

function applyRecord(state: State, record: RecordingRecord): void {
  const { books } = state
  switch (record.kind) {
    case 'frame':
      if (record.channel !== 'market') return
      state.readFrame(record.bytes, state.carried.get(record.connection) ?? NOTHING, (event) =>
        applyFeedEvent(books, event),
      )
      return
    case 'carried':
      carry(state, record)
      return
    case 'lost':
      applyFeedEvent(books, { type: 'lost', outcomeIds: record.outcomeIds, reason: record.reason })
      return
    case 'book':
      restore(state, record.book)
      return
    case 'verified':
      verify(books, record.outcomeId, record.at)
      return
    case 'dropped':
      books.entries.delete(record.outcomeId)
      books.bus.publish('book', { outcomeId: record.outcomeId, version: 0 })
      return
    case 'market':
      addEvent(state, record.event)
      return
    case 'game':
      state.games.set(record.game.id, record.game)
      books.bus.publish('game', { gameId: record.game.id })
      return
    case 'gap':
      // Carried outcomes are sent again, with the books.
      state.carried.clear()
      applyFeedEvent(books, { type: 'lost', outcomeIds: [...books.entries.keys()], reason: 'gap' })
      return
    case 'begin':
      state.carried.clear()
      return
    case 'complete':
    case 'opened':
    case 'closed':
    case 'row':
    case 'order':
    case 'fill':
    case 'exit':
    case 'trading':
    case 'account':
      return
    default:
      record satisfies never
  }
}

const NOTHING: Carried = new Map()

function carry(state: State, record: Extract<RecordingRecord, { kind: 'carried' }>): void {
  const carried = state.carried.get(record.connection) ?? new Map<string, { readonly outcomeId: OutcomeId }>()
  for (const outcomeId of record.added) carried.set(nativeId(outcomeId), { outcomeId })
  for (const outcomeId of record.removed) carried.delete(nativeId(outcomeId))
  state.carried.set(record.connection, carried)
}

function restore({ books, at }: State, book: RecordedBook): void {
  const entry = createBookEntry(book.outcomeId, restoreBook(book), at)
  entry.marketId = book.marketId
  entry.changedAt = book.changedAt
  entry.verifiedAt = book.verifiedAt
  entry.trades = book.trades ?? books.entries.get(book.outcomeId)?.trades ?? []
  books.trades = book.tradesSoFar
  books.entries.set(book.outcomeId, entry)
  publishBook(books, entry)
}

function verify(books: BooksState, id: OutcomeId, at: Instant): void {
  const entry = books.entries.get(id)
  if (entry === undefined) return
  entry.verifiedAt = at
  publishBook(books, entry)
}

/** An event comes with the markets that were followed by then: what a later record adds goes to what is known. */
function addEvent(state: State, event: MarketEvent): void {
  const before = state.events.get(event.id)?.markets ?? []
  const given = new Set(event.markets.map(({ id }) => id))
  const whole = { ...event, markets: [...before.filter(({ id }) => !given.has(id)), ...event.markets] }
  state.events.set(event.id, whole)
  for (const market of whole.markets) {
    state.markets.set(market.id, market)
    for (const outcome of market.outcomes) state.outcomes.set(outcome.id, { outcome, market, event: whole })
  }
}
