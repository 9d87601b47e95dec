/** Frames read from their bytes agree with JSON.parse, whatever they hold, or are left to it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseOutcomeId } from '#core/ids.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'
import { bentTexts } from '../testing/mutations.ts'
import { readMarketFrame, type Emit, type FrameVerdict } from './market-frames.ts'
import { readMarketBytes, scanMarketFrame } from './market-scan.ts'

const MARKET = `0x${'0123456789abcdef'.repeat(4)}`
const HASH = 'd4b9b7056e9a985e07c5b88020436483edd0b235'
/**
 * Tokens of every length, some the same but for their first digit: a kept one must not be taken for a similar one.
 */
const TAIL = '972205192826496295259358569016962048799702758213166878804825674073686454169'
const TOKENS = ['7', '1000', `${TAIL}1`, `1${TAIL}1`, `2${TAIL}1`, `12${TAIL}`, `1${'0'.repeat(77)}`]
const STRANGER = `3${TAIL}1`
const followed = new Map(
  TOKENS.map((token) => {
    const outcomeId = parseOutcomeId(`pm:${token}`)
    assert.ok(outcomeId !== null)
    return [token, { outcomeId }]
  }),
)

type Fields = Readonly<Record<string, unknown>>
type Reading = { readonly verdict: FrameVerdict | null; readonly events: readonly MarketFeedEvent[] }

function reading(read: (emit: Emit) => FrameVerdict | null): Reading {
  const events: MarketFeedEvent[] = []
  return { verdict: read((event) => events.push(event)), events }
}

const scanned = (frame: Buffer): Reading => reading((emit) => scanMarketFrame(frame, followed, emit))
const fromBytes = (frame: Buffer): Reading => reading((emit) => readMarketBytes(frame, followed, emit))
const parsed = (frame: Buffer): Reading =>
  reading((emit) => readMarketFrame(frame.toString('utf8'), followed, emit))

/** True if the frame was recognised; both readings must agree. */
function agree(frame: Buffer): boolean {
  const expected = parsed(frame)
  const own = scanned(frame)
  const text = frame.toString('latin1')
  if (own.verdict === null) assert.deepEqual(own.events, [], text)
  else assert.deepEqual(own, expected, text)
  assert.deepEqual(fromBytes(frame), expected, text)
  return own.verdict !== null
}

const digits = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`))
const decimal = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('0.01', '0.5', '0.999', '0.4901', '19.11', '30790.97', '1100', '9.615385'),
  },
  { weight: 2, arbitrary: fc.tuple(digits(11), digits(8)).map((parts) => parts.join('.')) },
  { weight: 1, arbitrary: digits(18) },
  { weight: 1, arbitrary: fc.stringMatching(/^[0-9.eE+ -]{0,9}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      '0',
      '1',
      '',
      '0.0',
      '0.00001',
      '0.99990',
      '00.5',
      '1.5',
      '9007199254.740993',
      0.5,
      null,
    ),
  },
)
const price = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 9_999 }).map((steps) => String(steps / 10_000)) },
  { weight: 1, arbitrary: decimal },
)
const token = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...TOKENS, STRANGER) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('', 'x', '1'.repeat(81), 5, null) },
)
const text = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom<unknown>(HASH, '') },
  { weight: 1, arbitrary: fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constant(7)) },
)
const time = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('1790000000123', '9999999999999') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      '0000000000000',
      '179000000000',
      '17900000001234',
      '179000000.000',
      0,
    ),
  },
)
const market = fc.oneof(
  { weight: 30, arbitrary: fc.constant(MARKET) },
  { weight: 1, arbitrary: fc.constantFrom(MARKET.toUpperCase(), '0x12', `${MARKET}0`) },
)

/** The fields of a value in any order, now and then without one or with one more. */
function shuffled(arbitrary: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  return fc
    .tuple(arbitrary, fc.infiniteStream(fc.nat({ max: 999 })), fc.nat({ max: 99 }))
    .map(([fields, ranks, luck]) => {
      const entries = Object.entries(fields)
      if (luck < 4) entries.splice(luck, 1)
      if (luck === 4) entries.push(['extra', { list: [1] }])
      const order = entries.map((entry) => [luck < 50 ? (ranks.next().value ?? 0) : 0, entry] as const)
      return Object.fromEntries(order.toSorted(([a], [b]) => a - b).map(([, entry]) => entry))
    })
}

const change = shuffled(
  fc.record(
    {
      asset_id: token,
      price,
      size: decimal,
      side: fc.constantFrom<unknown>(
        'BUY',
        'SELL',
        'BUY',
        'SELL',
        'BUY',
        'SELL',
        'BUY',
        'SELL',
        'buy',
        'BUYS',
        null,
      ),
      hash: text,
      best_bid: fc.oneof(price, fc.constantFrom('', '0', '1')),
      best_ask: fc.oneof(price, fc.constantFrom('', '0', '1')),
    },
    { requiredKeys: ['asset_id', 'price', 'size', 'side', 'hash'] },
  ),
)
const levels = fc.array(fc.record({ price, size: decimal }), { maxLength: 4 })
const frame = fc.oneof(
  shuffled(
    fc.record({
      market,
      price_changes: fc.array(change, { maxLength: 3 }),
      timestamp: time,
      event_type: fc.constant('price_change'),
    }),
  ),
  shuffled(
    fc.record(
      {
        market,
        asset_id: token,
        timestamp: time,
        hash: text,
        bids: levels,
        asks: levels,
        tick_size: fc.constantFrom('0.1', '0.01', '0.005', '0.0010', '0.02', '', '1'),
        event_type: fc.constantFrom('book', 'book', 'book', 'price_change', 'books'),
        last_trade_price: fc.oneof(price, fc.constantFrom('', '0.490')),
      },
      { requiredKeys: ['market', 'asset_id', 'timestamp', 'hash', 'bids', 'asks', 'event_type'] },
    ),
  ),
)

/** Damage that the venue would never send: bytes written over, put in, removed, a tail cut off, a field twice. */
const wound = fc.record({
  how: fc.constantFrom('over', 'in', 'out', 'cut', 'twice'),
  at: fc.nat({ max: 5_000 }),
  byte: fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(...Buffer.from('"\\,:{}[]. 09\n\t0123456789')),
  ),
})
type Wound = { readonly how: string; readonly at: number; readonly byte: number }

function wounded(frame: Buffer, { how, at, byte }: Wound): Buffer {
  const place = at % Math.max(1, frame.length)
  const before = frame.subarray(0, place)
  const after = frame.subarray(place)
  switch (how) {
    case 'over':
      return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)])
    case 'in':
      return Buffer.concat([before, Buffer.from([byte]), after])
    case 'out':
      return Buffer.concat([before, after.subarray(1)])
    case 'cut':
      return before
    default: {
      const fields = /"\w+":(?:"[^"]*"|\[[^\]]*\])/g
      const all = [...frame.toString('latin1').matchAll(fields)].map(([field]) => field)
      const field = all[at % Math.max(1, all.length)] ?? '"hash":""'
      return Buffer.from(
        frame.toString('latin1').replace(field, `${field},${field.replace('1', '2')}`),
        'latin1',
      )
    }
  }
}

const CHANGE = {
  asset_id: TOKENS[2] ?? '',
  price: '0.03',
  size: '19.11',
  side: 'BUY',
  hash: HASH,
  best_bid: '0.12',
  best_ask: '0.16',
}
const CHANGES = {
  market: MARKET,
  price_changes: [CHANGE, { ...CHANGE, asset_id: TOKENS[3] ?? '', side: 'SELL' }],
  timestamp: '1790779112060',
  event_type: 'price_change',
}
/** As all but the first of a subscription are. */
const LATER = {
  market: MARKET,
  asset_id: TOKENS[4] ?? '',
  timestamp: '1790779105520',
  hash: HASH,
  bids: [
    { price: '0.01', size: '30790.97' },
    { price: '0.02', size: '0' },
  ],
  asks: [{ price: '0.99', size: '1100' }],
  event_type: 'book',
}
const BOOK = { ...LATER, tick_size: '0.01', last_trade_price: '0.490' }
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

describe('a market frame read from its bytes', () => {
  test('INV-40 gives the same result as JSON.parse, or falls back to it', () => {
    let recognised = 0
    fc.assert(
      fc.property(frame, (value) => {
        if (agree(bytes(value))) recognised += 1
      }),
      { numRuns: 4_000 },
    )
    assert.ok(recognised > 400, `${recognised} recognised`)
  })

  test('INV-40 gives the same result with bytes changed, cut off or repeated', () => {
    let recognised = 0
    const whole = fc.oneof(frame, fc.constantFrom(CHANGES, BOOK))
    fc.assert(
      fc.property(whole, fc.array(wound, { minLength: 1, maxLength: 2 }), (value, wounds) => {
        if (agree(wounds.reduce(wounded, bytes(value)))) recognised += 1
      }),
      { numRuns: 8_000 },
    )
    assert.ok(recognised > 200, `${recognised} recognised`)
  })

  test('INV-40 gives the same result with changed values', () => {
    fc.assert(
      fc.property(bentTexts([CHANGES, BOOK]), (bent) => {
        agree(Buffer.from(bent))
      }),
      { numRuns: 4_000 },
    )
  })

  test('is recognised as the venue sends it', () => {
    const bare = [{ asset_id: CHANGE.asset_id, price: '0.5', side: 'SELL', size: '0', hash: HASH }]
    for (const value of [
      CHANGES,
      { ...CHANGES, price_changes: bare },
      { ...CHANGES, price_changes: [{ ...CHANGE, best_bid: '0', best_ask: '' }] },
      { ...CHANGES, price_changes: [{ ...CHANGE, asset_id: STRANGER }] },
      { event_type: 'price_change', timestamp: CHANGES.timestamp, market: MARKET, price_changes: bare },
      BOOK,
      LATER,
      { ...LATER, last_trade_price: '', bids: [], asks: [] },
      {
        asks: BOOK.asks,
        asset_id: BOOK.asset_id,
        bids: BOOK.bids,
        event_type: 'book',
        hash: HASH,
        market: MARKET,
        timestamp: BOOK.timestamp,
      },
    ]) {
      assert.ok(agree(bytes(value)), JSON.stringify(value))
    }
  })

  test('is not completed by bytes of an earlier frame', () => {
    for (const whole of [bytes(CHANGES), bytes(BOOK)]) {
      for (let length = 0; length < whole.length; length += 1) {
        assert.ok(agree(whole))
        assert.equal(scanned(whole.subarray(0, length)).verdict, null)
      }
    }
  })

  test('names its own asset, however many others have been met', () => {
    const ids = new Map(followed)
    const tokens = Array.from({ length: 50_000 }, (_, at) => String(10n ** 76n + BigInt(at) * 10n ** 9n))
    for (const one of tokens) {
      const outcomeId = parseOutcomeId(`pm:${one}`)
      if (outcomeId !== null) ids.set(one, { outcomeId })
    }
    for (const one of [...tokens, ...tokens.slice(0, 5_000)]) {
      const { events } = reading((emit) => scanMarketFrame(bytes({ ...BOOK, asset_id: one }), ids, emit))
      assert.ok(events[0]?.type === 'snapshot')
      assert.equal(events[0].outcomeId, `pm:${one}`)
    }
  })

  test('falls back to JSON.parse when it is longer than the frame buffer', () => {
    assert.ok(agree(bytes({ ...BOOK, hash: 'f'.repeat(60_000) })))
    assert.ok(!agree(bytes({ ...BOOK, hash: 'f'.repeat(70_000) })))
    assert.ok(agree(bytes(BOOK)))
  })
})
