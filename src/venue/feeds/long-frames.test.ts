/** Long frames: read in turns they say what they say read at once, a turn is bounded, and a connection that is gone says nothing. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseOutcomeId } from '#core/ids.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'
import { bentValues } from '../testing/mutations.ts'
import { FRAME_PIECES, readLongFrame } from './long-frames.ts'
import { readMarketFrame, type Followed, type FrameVerdict } from './market-frames.ts'

const MARKET = `0x${'ab'.repeat(32)}`
const tokens = Array.from({ length: 40 }, (_, index) => String(1000 + index))
const followed: Followed = new Map(
  tokens.slice(0, 35).flatMap((token) => {
    const outcomeId = parseOutcomeId(`pm:${token}`)
    return outcomeId === null ? [] : [[token, { outcomeId }] as const]
  }),
)

const level = fc.record({
  price: fc.integer({ min: 1, max: 9_999 }).map((steps) => (steps / 10_000).toFixed(4)),
  size: fc.integer({ min: 0, max: 5_000_000 }).map((size) => String(size / 100)),
})

const book = fc.record({
  event_type: fc.constant('book'),
  market: fc.constant(MARKET),
  asset_id: fc.constantFrom(...tokens),
  timestamp: fc.constant('1790000000000'),
  hash: fc.constantFrom('h', 'quote " and ] in it'),
  bids: fc.array(level, { maxLength: 8 }),
  asks: fc.array(level, { maxLength: 8 }),
})

const BOOK = {
  event_type: 'book',
  market: MARKET,
  asset_id: '1001',
  timestamp: '1790000000000',
  hash: 'h',
  bids: [],
  asks: [],
}
const bent = bentValues([
  { ...BOOK, bids: [{ price: '0.40', size: '10.5' }], asks: [] },
  {
    event_type: 'price_change',
    market: MARKET,
    timestamp: '1790000000001',
    price_changes: [{ asset_id: '1000', price: '0.41', size: '3', side: 'BUY', hash: 'h', best_bid: '0.41' }],
  },
])

/** Mostly full books, so that long runs are read to their end. */
const element = fc.oneof({ weight: 12, arbitrary: book }, { weight: 1, arbitrary: bent })
const dump = fc.array(element, { maxLength: 30 })
const run = fc.integer({ min: 0, max: 2_000 })

type Reading = { readonly verdict: FrameVerdict | null; readonly events: readonly MarketFeedEvent[] }

function atOnce(text: string): Reading {
  const events: MarketFeedEvent[] = []
  const verdict = readMarketFrame(text, followed, (event) => events.push(event))
  return { verdict, events }
}

async function inTurns(
  text: string,
  sizes = FRAME_PIECES,
  nextTurn: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Reading> {
  const events: MarketFeedEvent[] = []
  const verdict = await readLongFrame(
    Buffer.from(text),
    followed,
    (event) => events.push(event),
    nextTurn,
    () => {},
    sizes,
  )
  return { verdict, events }
}

describe('a long market frame', () => {
  test('INV-40 gives the same events in turns as at once, whatever its elements are', async () => {
    let whole = 0
    await fc.assert(
      fc.asyncProperty(dump, run, async (elements, length) => {
        const text = JSON.stringify(elements)
        const expected = atOnce(text)
        assert.deepEqual(await inTurns(text, { run: length, most: 100_000 }), expected)
        if (expected.verdict?.kind === 'read' && expected.events.length > 5) whole += 1
      }),
      { numRuns: 400 },
    )
    assert.ok(whole > 50)
  })

  test('INV-40 cut off, it publishes no more than what is before the cut, and ends every book', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(book, { minLength: 1, maxLength: 30 }),
        run,
        fc.nat(),
        async (elements, length, at) => {
          const text = JSON.stringify(elements)
          const cut = await inTurns(text.slice(0, 1 + (at % (text.length - 1))), {
            run: length,
            most: 100_000,
          })
          assert.deepEqual(cut.verdict, { kind: 'unreadable', tokens: null })
          assert.deepEqual(cut.events, atOnce(text).events.slice(0, cut.events.length))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('INV-23 publishes nothing more once its connection is closed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(book, { maxLength: 30 }),
        fc.integer({ min: 1, max: 30 }),
        async (elements, turns) => {
          const text = JSON.stringify(elements)
          let left = turns
          const dropped = await inTurns(text, { run: 0, most: 100_000 }, () => {
            left -= 1
            return Promise.resolve(left > 0)
          })
          const wanted = elements.slice(0, turns)
          assert.deepEqual(dropped.events, atOnce(JSON.stringify(wanted)).events)
          if (elements.length >= turns) assert.equal(dropped.verdict, null)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('INV-40 no turn publishes more than a run of short elements or one long element', async () => {
    const lengths = new Map(tokens.map((token, at) => [token, 200 + at * 97]))
    const elements = tokens.slice(0, 35).map((token) => {
      const padded = { ...BOOK, asset_id: token, bids: [], asks: [], hash: '' }
      return { ...padded, hash: 'h'.repeat((lengths.get(token) ?? 0) - JSON.stringify(padded).length) }
    })
    const length = 1_500
    const turns: number[] = [0]
    await readLongFrame(
      Buffer.from(JSON.stringify(elements)),
      followed,
      (event) => {
        if (event.type !== 'snapshot') return
        const own = lengths.get(event.outcomeId.slice(3)) ?? 0
        turns.push((turns.pop() ?? 0) + own)
      },
      () => {
        turns.push(0)
        return Promise.resolve(true)
      },
      () => {},
      { run: length, most: 100_000 },
    )
    assert.equal(
      turns.reduce((sum, one) => sum + one, 0),
      [...lengths.values()].slice(0, 35).reduce((sum, one) => sum + one, 0),
    )
    assert.ok(turns.every((one) => one <= Math.max(length, 200 + 34 * 97)))
    assert.ok(turns.length > 30)
  })

  test('INV-40 the largest honest book is read, and what is longer than that is refused', async () => {
    const side = Array.from({ length: 9_999 }, (_, at) => ({
      price: ((at + 1) / 10_000).toFixed(4),
      size: '999999999.999999',
    }))
    const largest = {
      ...BOOK,
      hash: 'f'.repeat(40),
      bids: side,
      asks: side,
      tick_size: '0.0001',
      last_trade_price: '0.5',
    }
    for (const text of [JSON.stringify([largest]), JSON.stringify(largest)]) {
      const { verdict, events } = await inTurns(text)
      assert.equal(verdict?.kind, 'read')
      assert.equal(events.length, 1)
    }
    const longer = { ...largest, hash: 'f'.repeat(300_000) }
    for (const [text, wanted] of [
      [JSON.stringify([BOOK, longer, BOOK]), 1],
      [JSON.stringify(longer), 0],
    ] as const) {
      const { verdict, events } = await inTurns(text)
      assert.deepEqual(verdict, { kind: 'unreadable', tokens: null })
      assert.equal(events.length, wanted)
    }
  })
})
