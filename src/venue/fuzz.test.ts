/** INV-40: whatever a foreign byte says, decoders neither throw nor invent nor hold up the loop. 20,000 market frames and as many catalog rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_LEVEL_SIZE } from '#core/book/book-levels.ts'
import { parseEventId, parseOutcomeId } from '#core/ids.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'
import { historyFromWire, bookReadFromWire } from './catalog/market-reads.ts'
import { eventFromWire, leagueFromWire, tagFromWire, teamFromWire } from './catalog/translate.ts'
import { marketFromWire } from './catalog/market-row.ts'
import { cancelOutcome } from './clob/cancel.ts'
import { placeOutcome } from './clob/place.ts'
import { readTrade } from './clob/trades.ts'
import { readOrder } from './clob/translate.ts'
import { readInstant } from './figures.ts'
import { readMarketBytes } from './feeds/market-scan.ts'
import { readGameFrame } from './feeds/sports-frames.ts'
import { readUserFrame } from './feeds/user-frames.ts'
import { geoblockFromWire } from './geoblock.ts'
import { retryAfterMs } from './http.ts'
import { parseProfile } from './profile.ts'
import { bentTexts, bentValues } from './testing/mutations.ts'

const HASH = `0x${'ab'.repeat(32)}`
const LEVEL = { price: '0.40', size: '10.5' }
const CHANGE = {
  asset_id: '1000',
  price: '0.41',
  size: '3',
  side: 'BUY',
  hash: 'h',
  best_bid: '0.41',
  best_ask: '',
}
const BOOK = {
  event_type: 'book',
  market: HASH,
  asset_id: '1000',
  timestamp: '1790000000000',
  hash: 'h',
  bids: [LEVEL],
  asks: [LEVEL],
  tick_size: '0.01',
  last_trade_price: '',
}
const FRAMES = [
  [BOOK, { ...BOOK, asset_id: '1001' }],
  {
    event_type: 'price_change',
    market: HASH,
    timestamp: '1790000000001',
    price_changes: [CHANGE, { ...CHANGE, asset_id: '1001', side: 'SELL' }],
  },
  {
    event_type: 'last_trade_price',
    market: HASH,
    asset_id: '1000',
    price: '0.5',
    size: '9.615385',
    side: 'BUY',
    timestamp: '1790000000001',
  },
  {
    event_type: 'tick_size_change',
    market: HASH,
    asset_id: '1000',
    old_tick_size: '0.01',
    new_tick_size: '0.001',
    timestamp: '1790000000001',
  },
  {
    event_type: 'market_resolved',
    market: HASH,
    winning_asset_id: '1000',
    assets_ids: ['1000', '1001'],
    timestamp: '1790000000001',
  },
]
const ORDER = {
  event_type: 'order',
  type: 'UPDATE',
  id: HASH,
  market: HASH,
  asset_id: '1000',
  side: 'BUY',
  original_size: '5',
  size_matched: '1',
  price: '0.5',
  status: 'LIVE',
  order_type: 'GTC',
  created_at: 1_790_000_000,
  expiration: '0',
}
const TRADE = {
  event_type: 'trade',
  type: 'TRADE',
  id: 'trade',
  taker_order_id: HASH,
  market: HASH,
  asset_id: '1000',
  side: 'BUY',
  size: '5',
  price: '0.5',
  status: 'MINED',
  match_time: '1790000000',
  transaction_hash: '',
  maker_orders: [{ order_id: HASH, matched_amount: '5', price: '0.5', asset_id: '1000' }],
}
const MARKET = {
  conditionId: HASH,
  outcomes: '["Yes","No"]',
  outcomePrices: '["1","0"]',
  clobTokenIds: '["1","2"]',
  positionIds: ['3', '4'],
  closed: true,
  orderPriceMinTickSize: 0.01,
  orderMinSize: 5,
  volume: '1.5',
  line: -4.5,
  feesEnabled: true,
  feeSchedule: { exponent: 1, rate: 0.05 },
  gameStartTime: '2026-02-07 20:00:00+00',
}
const EVENT = {
  id: '7',
  slug: 's',
  title: 't',
  volume: 1.5,
  gameId: 7,
  parentEventId: 8,
  tags: [{ id: '1', label: 'l', slug: 's' }],
  teams: [{ id: 1, name: 'n' }],
  markets: [MARKET],
}
const GAME = {
  gameId: 7,
  leagueAbbreviation: 'nba',
  homeTeam: 'A',
  score: '1-2',
  period: 'Q1',
  live: true,
  ended: false,
  finishedTimestamp: '2026-01-02T12:00:00.123456789Z',
}
const PLACED = { success: true, errorMsg: '', orderID: HASH, status: 'live' }
const CANCELLED = { canceled: [HASH], not_canceled: { [HASH]: 'reason' } }

const outcomes = ['1000', '1001'].map((token) => parseOutcomeId(`pm:${token}`)).filter((id) => id !== null)
const followed = new Map(outcomes.map((outcomeId) => [outcomeId.slice(3), { outcomeId }]))

function isSound(event: MarketFeedEvent): boolean {
  const price = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 9999
  switch (event.type) {
    case 'snapshot':
      return (
        outcomes.includes(event.outcomeId) &&
        [...event.bids, ...event.asks].every(([at, size]) => price(at) && size > 0n && size <= MAX_LEVEL_SIZE)
      )
    case 'changes':
      return event.changes.every(
        (one) =>
          outcomes.includes(one.outcomeId) &&
          price(one.price) &&
          one.size >= 0n &&
          one.size <= MAX_LEVEL_SIZE,
      )
    case 'trade':
      return outcomes.includes(event.outcomeId) && price(event.price) && event.size >= 0n
    case 'tick_size':
      return outcomes.includes(event.outcomeId)
    case 'resolved':
      return event.winner === null || /^pm:\d+$/.test(event.winner)
    case 'announced':
      return /^pm:\d+$/.test(event.eventId)
    case 'lost':
      return false
    default:
      return event satisfies never
  }
}

const MAX_MS = 50

/** Does it and answers what it gave; longer than a stop of the loop may be, by this thread's own time, is a failure. */
function promptly<T>(action: () => T): T {
  const before = process.threadCpuUsage()
  const answer = action()
  const { user, system } = process.threadCpuUsage(before)
  assert.ok((user + system) / 1_000 < MAX_MS, `${(user + system) / 1_000} ms`)
  return answer
}

/** The tokens whose books the event changes. */
function touched(event: MarketFeedEvent): readonly string[] {
  switch (event.type) {
    case 'changes':
      return event.changes.map(({ outcomeId }) => outcomeId.slice(3))
    case 'snapshot':
    case 'trade':
    case 'tick_size':
      return [event.outcomeId.slice(3)]
    case 'resolved':
    case 'announced':
    case 'lost':
      return []
    default:
      return event satisfies never
  }
}

test('INV-40 market frames: no book changes that the frame does not name', () => {
  let read = 0
  fc.assert(
    fc.property(bentTexts(FRAMES), (text) => {
      const events: MarketFeedEvent[] = []
      const bytes = Buffer.from(text)
      const verdict = promptly(() => readMarketBytes(bytes, followed, (event) => events.push(event)))
      assert.ok(events.every(isSound))
      assert.ok(events.flatMap(touched).every((token) => text.includes(token)))
      if (verdict.kind === 'read') read += 1
      if (!text.startsWith('[') && verdict.kind !== 'read') assert.equal(events.length, 0)
    }),
    { numRuns: 5_000 },
  )
  assert.ok(read > 500)
})

test('a level larger than a book can hold is unreadable, the largest one is read', () => {
  const frame = (size: string): string => JSON.stringify({ ...BOOK, bids: [{ price: '0.4', size }] })
  const sizes: bigint[] = []
  const read = (size: string): string =>
    readMarketBytes(Buffer.from(frame(size)), followed, (event) => {
      if (event.type === 'snapshot') sizes.push(...event.bids.map(([, own]) => own))
    }).kind
  assert.equal(read('9007199254.740992'), 'read')
  assert.deepEqual(sizes, [MAX_LEVEL_SIZE])
  for (const size of ['9007199254.740993', '9223372036854.775808', '18446744073709.551617']) {
    assert.equal(read(size), 'unreadable')
  }
})

test('INV-40 user frames', () => {
  fc.assert(
    fc.property(bentTexts([ORDER, TRADE, [ORDER, TRADE]]), (text) => {
      for (const event of readUserFrame(text).events) {
        if (event.type === 'order') assert.ok(event.order.price >= 1 && event.order.matchedSize >= 0n)
        if (event.type === 'trade') assert.ok((event.trade.taker?.size ?? 0n) >= 0n)
      }
    }),
    { numRuns: 3_000 },
  )
})

test('INV-40 sports frames', () => {
  fc.assert(
    fc.property(bentTexts([GAME, [GAME]]), (text) => {
      const frame = readGameFrame(text)
      if (frame.kind === 'read') assert.ok(frame.updates.every(({ gameId }) => /^pm:\d+$/.test(gameId)))
    }),
    { numRuns: 2_000 },
  )
})

test('INV-40 catalog rows', () => {
  const eventId = parseEventId('pm:1')
  assert.ok(eventId !== null)
  fc.assert(
    fc.property(bentValues([EVENT, MARKET]), (row) => {
      const read = promptly(() => eventFromWire(row))
      const market = promptly(() => marketFromWire(row, eventId))
      for (const one of [
        ...(read?.event.markets ?? []),
        ...(market === null || typeof market === 'string' ? [] : [market.market]),
      ]) {
        assert.equal(one.outcomes.length, 2)
        assert.notEqual(one.outcomes[0].id, one.outcomes[1].id)
        assert.ok(one.minOrderSize !== undefined && one.secondsDelay >= 0)
      }
      tagFromWire(row)
      teamFromWire(row)
      leagueFromWire(row)
    }),
    { numRuns: 5_000 },
  )
})

test('INV-05 INV-40 answers to orders and cancels', () => {
  fc.assert(
    fc.property(
      bentValues([PLACED, CANCELLED, ORDER, TRADE]),
      fc.constantFrom(200, 200, 201, 302, 400, 401, 404, 425, 429, 500, 503),
      (json, status) => {
        const reply = {
          kind: 'answered',
          status,
          json,
          retryAfterMs: null,
          text: '',
          source: 'venue',
        } as const
        const placed = placeOutcome(reply)
        if (placed.kind === 'accepted') {
          assert.equal(status, 200)
          assert.equal((json as typeof PLACED).success, true)
        }
        const cancelled = cancelOutcome(reply, null)
        if (cancelled.kind === 'answered') assert.equal(status, 200)
        readOrder(json)
        readTrade(json)
        assert.equal(geoblockFromWire(json).kind, 'failed')
      },
    ),
    { numRuns: 3_000 },
  )
})

test('INV-40 every instant that is read can be written as a time', () => {
  const numbers = fc.oneof(
    fc.nat(),
    fc.bigInt({ min: 0n, max: 10n ** 17n }).map(String),
    fc.double(),
    fc.string(),
  )
  fc.assert(
    fc.property(numbers, (value) => {
      const at = readInstant(value)
      if (at !== null) assert.match(new Date(at).toISOString(), /^\d{4}-/)
    }),
    { numRuns: 1_000 },
  )
  assert.equal(readInstant('9999999999999999'), null)
  assert.equal(readInstant(99_999_999_999), Date.parse('5138-11-16T09:46:39Z'))
})

test('INV-40 small readers', () => {
  const [first] = outcomes
  assert.ok(first !== undefined)
  const seeds = [
    { history: [{ t: 1, p: 0.5 }] },
    { market: HASH, asset_id: '1000', timestamp: '1790000000000', bids: [LEVEL], asks: [] },
  ]
  fc.assert(
    fc.property(bentValues(seeds), fc.string({ maxLength: 40 }), (value, text) => {
      historyFromWire(value)
      bookReadFromWire(value, first)
      parseProfile(value)
      const wait = retryAfterMs(text, 0)
      assert.ok(wait === null || (wait >= 0 && wait <= 3_600_000))
    }),
    { numRuns: 1_000 },
  )
})
