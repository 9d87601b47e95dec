// Each signal has one source: whatever else says otherwise, books are the market channel's and games the sports channel's.
import { isDeepStrictEqual } from 'node:util'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Level } from '#core/book/book.ts'
import type { Games } from './games.ts'
import { createBus } from '../bus.ts'
import { createMarketModule } from '../assembly/market-module.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedFeed,
  createScriptedSports,
  createScriptedVenue,
  eventId,
  gameId,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  silentLog,
  whole,
} from '../testing/market-fakes.ts'

const YES = outcomeId(2)
const GAME = gameId(7)

/** Something that one of the sources says; the number is what it says. */
const saying = fc.record({
  source: fc.constantFrom('market', 'witness', 'catalog', 'sports'),
  value: fc.integer({ min: 1, max: 40 }),
})

async function scene() {
  const clock = createManualClock()
  const venue = createScriptedVenue()
  const [feed, sports] = [createScriptedFeed(), createScriptedSports()]
  const listing = (live: boolean) => [sampleEvent(1, { gameId: GAME, live })]
  venue.listed = listing(false)
  const bus = createBus((_, error) => {
    throw error
  })
  const side = createMarketModule({
    venue,
    marketFeed: feed,
    sportsFeed: sports,
    store: createMemoryStore(),
    clock,
    bus,
    log: silentLog,
  })
  await side.start()
  side.books.hold(YES)

  const levels = (value: number) => ({
    bids: [[price(value * 100), whole(value)] as const],
    asks: [[price(value * 100 + 1_000), whole(value)] as const],
  })

  async function say(source: string, value: number): Promise<void> {
    switch (source) {
      case 'market':
        feed.send({
          type: 'snapshot',
          outcomeId: YES,
          marketId: marketId(1),
          ...levels(value),
          tickSize: 100,
          lastTradePrice: null,
          hash: 'h',
          venueTime: 1,
        })
        return
      case 'witness':
        venue.books.set(YES, {
          outcomeId: YES,
          marketId: marketId(1),
          ...levels(value),
        })
        await clock.advance(15_000)
        return
      case 'catalog': {
        const [event] = listing(value % 2 === 0)
        const tickSize = value % 3 === 0 ? 10 : 100
        if (event !== undefined) {
          venue.listed = [{ ...event, markets: event.markets.map((market) => ({ ...market, tickSize })) }]
        }
        await side.catalog.refresh([eventId(1)])
        return
      }
      default:
        sports.send({
          gameId: GAME,
          league: 'nba',
          homeTeam: 'LAL',
          awayTeam: 'BOS',
          status: 'InProgress',
          score: `${value}-0`,
          period: 'Q1',
          elapsed: null,
          live: true,
          ended: false,
          finishedAt: null,
        })
    }
  }

  return { side, say, levels }
}

function published(games: Pick<Games, 'game'>): string | null {
  return games.game(GAME)?.rawScore ?? null
}

test('INV-24 whatever others say, a book is what the market channel said last, a game what the sports channel said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(saying, { minLength: 1, maxLength: 25 }), async (sayings) => {
      const { side, say, levels } = await scene()
      let book: number | null = null
      let score: string | null = null
      for (const { source, value } of sayings) {
        await say(source, value)
        if (source === 'market') book = value
        if (source === 'sports') score = `${value}-0`
        const view = side.books.view(YES)
        const shown = { bids: view?.bids ?? [], asks: view?.asks ?? [] }
        const wanted: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } =
          book === null ? { bids: [], asks: [] } : levels(book)
        if (view?.staleReason === null) assert.notEqual(book, null)
        assert.ok(isDeepStrictEqual(shown, wanted), `after ${source} ${value}: ${String(shown.bids)}`)
        if (book !== null) assert.equal(view?.tickSize, 100, `after ${source} ${value}: the tick`)
        assert.equal(published(side.games), score, `after ${source} ${value}`)
      }
      side.stop()
    }),
    { numRuns: 60 },
  )
})
