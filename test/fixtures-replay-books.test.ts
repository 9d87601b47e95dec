/** Every recorded market frame through decoder and books together, against a plain model that shares no code with them. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseMarketId, parseOutcomeId } from '#core/ids.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Outcome } from '#core/market/market.ts'
import { createBus } from '#engine/bus.ts'
import { createMarketModule } from '#engine/assembly/market-module.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedFeed,
  createScriptedSports,
  createScriptedVenue,
  sampleEvent,
  sampleMarket,
  silentLog,
} from '#engine/testing/market-fakes.ts'
import { readMarketBytes, scanMarketFrame } from '#venue/feeds/market-scan.ts'

const FOLDER = new URL('../../shared/fixtures/', import.meta.url)
const PRESENT = existsSync(FOLDER)
const skip = PRESENT ? false : 'no recordings at ../shared/fixtures: nothing replayed'

type Row = Readonly<Record<string, unknown>>
/** A frame of the channel: one message or a list of them. */
type Frame = Row | readonly Row[]

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as unknown
}

const list = (value: unknown): readonly Row[] => (Array.isArray(value) ? value : [value]) as readonly Row[]
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Frames in the order of their files; full books that were read over HTTP have the same form as those of the channel. */
function recordedFrames(): readonly Frame[] {
  const names = readdirSync(FOLDER).toSorted()
  const channel = names.filter((name) => /^ws-market-.*\.json$/.test(name))
  const http = names.filter((name) => /^clob-books?(-\w+)*\.json$/.test(name))
  const session = readFileSync(new URL('ws-market-session.ndjson', FOLDER), 'utf8').trim().split('\n')
  return [
    ...http.flatMap((name) => list(read(name)).map((row) => ({ ...row, event_type: 'book' }))),
    ...channel.flatMap((name): readonly Frame[] => {
      const value = read(name)
      return name.startsWith('ws-market-initial-') ? [list(value)] : list(value)
    }),
    ...session.map((line) => JSON.parse(line) as Frame),
  ]
}

/** The market of every token that a frame names, in lower case. */
function marketsOf(frames: readonly Frame[]): ReadonlyMap<string, string> {
  const markets = new Map<string, string>()
  for (const row of frames.flatMap(list)) {
    const ids = [row['asset_id'], ...list(row['price_changes'] ?? []).map((one) => one['asset_id'])]
    for (const id of [...ids, ...list(row['assets_ids'] ?? [])]) {
      if (typeof id === 'string') markets.set(id, text(row['market']).toLowerCase())
    }
  }
  return markets
}

/** Decimal text in units of 10^-places. */
function units(value: string, places: number): number {
  const [whole = '', part = ''] = value.split('.')
  return Number(`${whole}${part.slice(0, places).padEnd(places, '0')}`)
}

type BookState = Record<string, unknown>
type ModelBook = {
  bids: Map<number, number>
  asks: Map<number, number>
  tick: string | null
  last: string | null
  differed: number
  why: string | null
  isDone: boolean
}

/** Expected books, by the venue's documents (VEN-9): maps, sorted when asked. */
function createModel(markets: ReadonlyMap<string, string>) {
  const books = new Map<string, ModelBook>()
  for (const token of markets.keys()) {
    books.set(token, {
      bids: new Map(),
      asks: new Map(),
      tick: null,
      last: null,
      differed: 0,
      why: 'no_snapshot',
      isDone: false,
    })
  }
  const bestBid = (book: ModelBook): number => Math.max(0, ...book.bids.keys())
  const bestAsk = (book: ModelBook): number => Math.min(10_000, ...book.asks.keys())

  function levels(rows: unknown): Map<number, number> {
    return new Map(list(rows).map((row) => [units(text(row['price']), 4), units(text(row['size']), 6)]))
  }

  function judge(book: ModelBook): void {
    book.why = bestBid(book) >= bestAsk(book) ? 'crossed' : null
  }

  function change(book: ModelBook, rows: readonly Row[]): void {
    if (book.why !== null && book.why !== 'crossed') return
    for (const row of rows) {
      const side = row['side'] === 'BUY' ? book.bids : book.asks
      const size = units(text(row['size']), 6)
      if (size === 0) side.delete(units(text(row['price']), 4))
      else side.set(units(text(row['price']), 4), size)
    }
    judge(book)
    const last = rows.at(-1) ?? {}
    const claims = (name: string): number | null => (name in last ? units(text(last[name]), 4) : null)
    const agrees =
      (claims('best_bid') ?? bestBid(book)) === bestBid(book) &&
      (claims('best_ask') ?? bestAsk(book)) === bestAsk(book)
    book.differed = agrees ? 0 : book.differed + 1
    if (book.differed < 2) return
    book.why = 'gap'
    book.differed = 0
  }

  function apply(row: Row): void {
    const book = books.get(text(row['asset_id']))
    if (book?.isDone === true) return
    switch (row['event_type']) {
      case 'book':
        if (book === undefined) return
        book.bids = levels(row['bids'])
        book.asks = levels(row['asks'])
        book.tick = text(row['tick_size']) || book.tick
        book.last = text(row['last_trade_price']) || book.last
        book.differed = 0
        judge(book)
        return
      case 'price_change':
        for (const [token, rows] of Map.groupBy(list(row['price_changes']), (one) => text(one['asset_id']))) {
          const changed = books.get(token)
          if (changed !== undefined && !changed.isDone) change(changed, rows)
        }
        return
      case 'last_trade_price':
        if (book !== undefined) book.last = text(row['price'])
        return
      case 'tick_size_change':
        if (book === undefined || text(row['new_tick_size']) === book.tick) return
        Object.assign(book, {
          tick: text(row['new_tick_size']),
          bids: new Map(),
          asks: new Map(),
          differed: 0,
          why: 'tick_change',
        })
        return
      case 'market_resolved':
        for (const [token, market] of markets) {
          if (market !== text(row['market']).toLowerCase()) continue
          Object.assign(books.get(token) ?? {}, {
            bids: new Map(),
            asks: new Map(),
            why: 'resolved',
            isDone: true,
          })
        }
        return
      default:
    }
  }

  function state(token: string): BookState {
    const book = books.get(token)
    const sorted = (side: ReadonlyMap<number, number> = new Map<number, number>(), direction: 1 | -1) =>
      [...side].toSorted(([a], [b]) => (a - b) * direction)
    return {
      bids: sorted(book?.bids, -1),
      asks: sorted(book?.asks, 1),
      last: book?.last === null || book === undefined ? null : units(book.last, 4),
      why: book?.why ?? null,
    }
  }
  return { apply, state }
}

/** Decoder and books as the product has them, over a feed that says what is read from texts. */
async function createProduct(markets: ReadonlyMap<string, string>) {
  const venue = createScriptedVenue()
  const feed = createScriptedFeed()
  const byMarket = Map.groupBy([...markets.keys()], (token) => markets.get(token) ?? '')
  venue.listed = [...byMarket].map(([condition, tokens], at) => {
    const id = parseMarketId(`pm:${condition}`)
    assert.ok(id !== null, condition)
    const [first, second = '1'] = tokens
    const outcome = (token: string): Outcome => ({
      id: outcomeOf(token),
      marketId: id,
      name: token,
      positionId: null,
    })
    const outcomes = [outcome(first ?? '0'), outcome(second)] as const
    return sampleEvent(at + 1, { markets: [sampleMarket(at + 1, { id, outcomes })] })
  })
  const clock = createManualClock()
  const side = createMarketModule({
    venue,
    marketFeed: feed,
    sportsFeed: createScriptedSports(),
    store: createMemoryStore(),
    clock,
    bus: createBus((_, error) => {
      throw error
    }),
    log: silentLog,
  })
  const started = side.start()
  await clock.advance(500)
  await started
  const followed = new Map([...markets.keys()].map((token) => [token, { outcomeId: outcomeOf(token) }]))
  for (const { outcomeId } of followed.values()) side.books.hold(outcomeId)
  return {
    stop: () => side.stop(),
    apply(frame: Frame) {
      const verdict = readMarketBytes(Buffer.from(JSON.stringify(frame)), followed, (event) =>
        feed.send(event),
      )
      assert.notEqual(verdict.kind, 'unreadable', JSON.stringify(frame).slice(0, 300))
    },
    state(token: string): BookState {
      const view = side.books.view(outcomeOf(token))
      assert.ok(view !== null, token)
      const plain = (levels: typeof view.bids) => levels.map(([at, size]) => [Number(at), Number(size)])
      return {
        bids: plain(view.bids),
        asks: plain(view.asks),
        last: view.lastTradePrice,
        why: view.staleReason,
      }
    },
  }
}

function outcomeOf(token: string): OutcomeId {
  const id = parseOutcomeId(`pm:${token}`)
  assert.ok(id !== null, token)
  return id
}

/** Hears the frames one by one; after each, every book is the model's. Answers how many books were ever live with levels. */
async function assertEqual(frames: readonly Frame[], markets: ReadonlyMap<string, string>): Promise<number> {
  const model = createModel(markets)
  const product = await createProduct(markets)
  const live = new Set<string>()
  for (const frame of frames) {
    for (const row of list(frame)) model.apply(row)
    product.apply(frame)
    for (const token of markets.keys()) {
      const state = product.state(token)
      assert.deepEqual(state, model.state(token), JSON.stringify(frame).slice(0, 300))
      if (state['why'] === null && String(state['bids']) !== '') live.add(token)
    }
  }
  product.stop()
  return live.size
}

/** The same without its own best prices: the recordings are cut to a few levels, so that a book would soon be doubted. */
function withoutBest(frame: Frame): Frame {
  return JSON.parse(
    JSON.stringify(frame, (key, value: unknown) => (/^best_(?:bid|ask)$/.test(key) ? undefined : value)),
  ) as Frame
}

/** An empty book of every token, so that the changes of all of them count. */
function emptyBooks(markets: ReadonlyMap<string, string>): readonly Row[] {
  return [...markets].map(([token, market]) => ({
    event_type: 'book',
    asset_id: token,
    market,
    bids: [],
    asks: [],
    timestamp: '1700000000000',
    hash: '',
  }))
}

test('INV-25 after every recorded market frame each book is the model’s', { skip }, async (context) => {
  const frames = recordedFrames()
  const markets = marketsOf(frames)
  const live = await assertEqual(frames, markets)
  assert.ok(live >= 4)
  context.diagnostic(`${frames.length} frames, ${markets.size} books, ${live} of them live`)
  const plain = frames.map(withoutBest)
  await assertEqual([emptyBooks(markets), ...plain], markets)
})

test(
  'INV-25 recorded market frames lost, repeated and in any order leave the model’s books',
  { skip },
  async () => {
    const frames = recordedFrames()
    const markets = marketsOf(frames)
    const either = [...frames, ...frames, ...frames.map(withoutBest)]
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(either), async (some) => {
        await assertEqual([emptyBooks(markets), ...some], markets)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  },
)

test('recorded changes and full books are recognised in their bytes', { skip }, () => {
  const kinds = new Set<unknown>(['price_change', 'book'])
  const single = recordedFrames()
    .flatMap(list)
    .filter((row) => kinds.has(row['event_type']) && !('min_order_size' in row))
  for (const row of single) {
    const text = JSON.stringify(row)
    assert.notEqual(
      scanMarketFrame(Buffer.from(text), new Map(), () => {}),
      null,
      text.slice(0, 300),
    )
  }
  assert.ok(single.length >= 10)
})
