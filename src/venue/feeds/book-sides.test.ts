// A full book is one only with both sides: what is absent is not empty, in frames and in reads (INV-75).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseOutcomeId } from '#core/ids.ts'
import { bookReadFromWire } from '../catalog/market-reads.ts'
import { readMarketBytes } from './market-scan.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'

const TOKEN = '71321045679252212594626385532706912750332728571942532289631379312455583992563'
const OUTCOME = parseOutcomeId(`pm:${TOKEN}`) ?? assert.fail()
const FOLLOWED = new Map([[TOKEN, { outcomeId: OUTCOME }]])
const REST = {
  market: `0x${'ab'.repeat(32)}`,
  asset_id: TOKEN,
  timestamp: '1790000000000',
  hash: '0123456789abcdef0123456789abcdef01234567',
  tick_size: '0.01',
}
const BIDS = [{ price: '0.52', size: '762.42' }]
const ASKS = [{ price: '0.53', size: '78.68' }]

type Sides = { readonly bids: number; readonly asks: number } | 'unreadable'

/** The sides of a book, by what was sent of them. */
const CASES: readonly (readonly [name: string, sides: object, expected: Sides])[] = [
  ['both', { bids: BIDS, asks: ASKS }, { bids: 1, asks: 1 }],
  ['their other names', { buys: BIDS, sells: ASKS }, { bids: 1, asks: 1 }],
  ['one name of each kind', { bids: BIDS, sells: ASKS }, { bids: 1, asks: 1 }],
  ['none', {}, 'unreadable'],
  ['no asks', { bids: BIDS }, 'unreadable'],
  ['no bids', { asks: ASKS }, 'unreadable'],
  ['no sells', { buys: BIDS }, 'unreadable'],
  ['null', { bids: null, asks: null }, { bids: 0, asks: 0 }],
  ['null under the other names', { buys: null, sells: ASKS }, { bids: 0, asks: 1 }],
  ['empty lists', { bids: [], asks: [] }, { bids: 0, asks: 0 }],
  ['text for a list', { bids: 'none', asks: ASKS }, 'unreadable'],
  ['an object for a list', { bids: {}, asks: ASKS }, 'unreadable'],
  ['a level without a size', { bids: [{ price: '0.52' }], asks: ASKS }, 'unreadable'],
  ['a level without a price', { bids: [{ size: '5' }], asks: ASKS }, 'unreadable'],
  ['a level with an empty size', { bids: [{ price: '0.52', size: '' }], asks: ASKS }, 'unreadable'],
  ['a level with an empty price', { bids: [{ price: '', size: '5' }], asks: ASKS }, 'unreadable'],
  ['a level with a null size', { bids: [{ price: '0.52', size: null }], asks: ASKS }, 'unreadable'],
  ['a level that is null', { bids: [null], asks: ASKS }, 'unreadable'],
  ['a level of size 0', { bids: [{ price: '0.52', size: '0' }], asks: ASKS }, { bids: 0, asks: 1 }],
]

function readFrame(sides: object): Sides {
  const events: MarketFeedEvent[] = []
  const frame = Buffer.from(JSON.stringify({ event_type: 'book', ...REST, ...sides }))
  const verdict = readMarketBytes(frame, FOLLOWED, (event) => events.push(event))
  if (verdict.kind === 'unreadable') {
    assert.deepEqual([verdict.tokens, events], [[TOKEN], []])
    return 'unreadable'
  }
  const [event] = events
  assert.ok(event?.type === 'snapshot')
  return { bids: event.bids.length, asks: event.asks.length }
}

function readRest(sides: object): Sides {
  const read = bookReadFromWire({ ...REST, ...sides }, OUTCOME)
  return read === null ? 'unreadable' : { bids: read.bids.length, asks: read.asks.length }
}

describe('INV-75 a book with', () => {
  for (const [name, sides, expected] of CASES) {
    test(name, () => {
      assert.deepEqual(readFrame(sides), expected, 'frame')
      assert.deepEqual(readRest(sides), expected, 'read')
    })
  }
})
