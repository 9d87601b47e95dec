// The prices of a replay's chart: one per step, of the whole span, and no more than are kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RecordingRecord } from '#core/recording/records.ts'
import {
  createManualClock,
  outcomeId,
  price,
  sampleEvent,
  sampleMarket,
  whole,
} from '../testing/market-fakes.ts'
import { createMemoryRecording, frameOf, readFrameOf, recordedBook } from '../testing/memory-recording.ts'
import { createRecordedPrices } from './recorded-prices.ts'

const T = 1_790_000_000_000
const OUTCOME = outcomeId(2)
const ASK = 5_100

/** A book with one ask, and bids that come and stay: the best of them is the highest so far. */
function recorded(bids: readonly (readonly [ms: number, bid: number])[]): readonly RecordingRecord[] {
  return [
    { kind: 'begin', at: T, version: '0', paper: false },
    { kind: 'market', at: T, event: sampleEvent(1, { markets: [sampleMarket(1)] }) },
    { kind: 'carried', at: T, connection: 1, added: [OUTCOME], removed: [] },
    {
      kind: 'book',
      at: T,
      book: recordedBook(OUTCOME, { bids: [[price(4_000), whole(1)]], asks: [[price(ASK), whole(9)]] }),
    },
    { kind: 'complete', at: T },
    ...bids.map(([ms, bid]) =>
      frameOf(T + ms, {
        type: 'changes',
        venueTime: T + ms,
        changes: [
          {
            outcomeId: OUTCOME,
            side: 'BUY',
            price: price(bid),
            size: whole(1),
            hash: 'h',
            bestBid: undefined,
            bestAsk: undefined,
          },
        ],
      }),
    ),
  ]
}

function pricesOf(
  records: readonly RecordingRecord[],
  ms: number,
  most?: number,
): ReturnType<typeof createRecordedPrices> & { readonly source: ReturnType<typeof createMemoryRecording> } {
  const source = createMemoryRecording(records)
  const clock = createManualClock(T)
  return {
    source,
    ...createRecordedPrices({ source, readFrame: readFrameOf, clock, span: { from: T, to: T + ms } }, most),
  }
}

test('the last middle of each second that changed it, of the span alone, read once for all that ask', async () => {
  const records = recorded([
    [400, 4_500],
    [1_100, 4_600],
    [1_900, 4_700],
    [5_000, 4_800],
    [9_000, 4_900],
  ])
  const prices = pricesOf(records, 8_000)
  const [first, second] = await Promise.all([prices.of(OUTCOME), prices.of(OUTCOME)])
  assert.deepEqual(
    first.points.map(({ at, micros }) => [at - T, micros]),
    [
      [0, 480_000],
      [1_000, 490_000],
      [5_000, 495_000],
    ],
  )
  assert.deepEqual([first.stepMs, first.isComplete], [1_000, true])
  assert.deepEqual(second, first)
  assert.equal(prices.source.reads(), 1)
  assert.equal(prices.source.open(), 0)
  assert.deepEqual((await prices.of(outcomeId(99))).points, [])
})

test('a day has steps of half a minute; a book that could not be believed has no price', async () => {
  const lost: RecordingRecord = { kind: 'lost', at: T + 40_000, outcomeIds: [OUTCOME], reason: 'feed_down' }
  const records = [...recorded([[1_000, 4_500]]), lost]
  const { points, stepMs } = await pricesOf(records, 20 * 3_600_000).of(OUTCOME)
  assert.equal(stepMs, 30_000)
  assert.deepEqual(
    points.map(({ micros }) => micros),
    [480_000],
  )
})

test('with more than are kept the steps become longer, and the last price of each stays what it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 59_999 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 4, max: 20 }),
      async (times, most) => {
        const bids = times.toSorted((a, b) => a - b).map((ms, at) => [ms, 4_010 + 10 * at] as const)
        const { points, stepMs } = await pricesOf(recorded(bids), 60_000, most).of(OUTCOME)
        assert.ok(points.length <= most)
        for (const { at, micros } of points) {
          const last = bids.findLast(([ms]) => ms < at + stepMs - T)?.[1] ?? 4_000
          assert.equal(micros, (last + ASK) * 50)
        }
      },
    ),
  )
})

test('a record that cannot be applied ends the prices there, and who gives up lets the recording go', async () => {
  const broken = { kind: 'market', at: T + 3_000, event: null } as unknown as RecordingRecord
  const records = recorded([
    [1_000, 4_500],
    [4_000, 4_600],
  ])
  const ended = await pricesOf([...records.slice(0, 6), broken, ...records.slice(6)], 8_000).of(OUTCOME)
  assert.deepEqual([ended.points.at(-1)?.micros, ended.isComplete], [480_000, true])

  const given = pricesOf(recorded(Array.from({ length: 200 }, (_, n) => [n * 10, 4_500 + n])), 8_000)
  const asked = given.of(OUTCOME)
  given.end()
  await asked
  assert.equal(given.source.open(), 0)
})
