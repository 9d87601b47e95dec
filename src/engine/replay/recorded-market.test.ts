import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordingRecord } from '#core/recording/records.ts'
import { outcomeId, price, sampleEvent, sampleMarket, whole } from '../testing/market-fakes.ts'
import { createMemoryRecording, frameOf, readFrameOf, recordedBook } from '../testing/memory-recording.ts'
import { readRecordedMarket } from './recorded-market.ts'

const T = 1_790_000_000_000
const OUTCOME = outcomeId(2)

/** A book whose bid changes each second, a trade with each change, and one loss of the feed. */
function recorded(): readonly RecordingRecord[] {
  const book = recordedBook(OUTCOME, { bids: [[price(4_900), whole(1)]], asks: [[price(5_100), whole(9)]] })
  const records: RecordingRecord[] = [
    { kind: 'begin', at: T, version: '0', paper: false },
    { kind: 'market', at: T, event: sampleEvent(1, { markets: [sampleMarket(1)] }) },
    { kind: 'carried', at: T, connection: 1, added: [OUTCOME], removed: [] },
    { kind: 'book', at: T, book },
    { kind: 'complete', at: T },
  ]
  for (let second = 1; second <= 5; second += 1) {
    const at = T + second * 1_000
    const [bid, size] = [price(4_900), whole(second + 1)]
    const change = { outcomeId: OUTCOME, side: 'BUY', price: bid, size, hash: 'h' } as const
    records.push(
      frameOf(at, {
        type: 'changes',
        venueTime: at,
        changes: [{ ...change, bestBid: undefined, bestAsk: undefined }],
      }),
      frameOf(at, { type: 'trade', outcomeId: OUTCOME, price: bid, size, side: 'SELL', venueTime: at }),
    )
  }
  return [...records, { kind: 'lost', at: T + 6_000, outcomeIds: [OUTCOME], reason: 'feed_down' }]
}

const parts = { source: createMemoryRecording(recorded()), readFrame: readFrameOf }
const asked = { from: T + 2_500, to: T + 9_000, outcomeIds: null }

test('best prices begin as they stood, and say when the book was lost', async () => {
  const read = await readRecordedMarket(parts, { ...asked, what: 'book_tops' })
  assert.ok(read !== 'too_many')
  assert.deepEqual(
    read.tops.map(({ at, bid, isLive }) => [at - T, bid?.[1], isLive]),
    [
      [2_500, whole(3), true],
      [3_000, whole(4), true],
      [4_000, whole(5), true],
      [5_000, whole(6), true],
      [6_000, undefined, false],
    ],
  )
})

test('trades are those of the span, each once; of too many there are none', async () => {
  const question = { ...asked, to: T + 4_500, what: 'trades' } as const
  const read = await readRecordedMarket(parts, question)
  assert.ok(read !== 'too_many')
  assert.deepEqual(
    read.trades.map(({ at, size, side }) => [at - T, size, side]),
    [
      [3_000, whole(4), 'SELL'],
      [4_000, whole(5), 'SELL'],
    ],
  )
  assert.equal(await readRecordedMarket(parts, { ...asked, what: 'trades' }, 1), 'too_many')
})
