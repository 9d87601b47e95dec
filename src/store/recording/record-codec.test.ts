import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { RecordingRecord } from '#core/recording/records.ts'
import { readRecords, recordLine } from './record-codec.ts'

const whole = (text: string): string => text

function written(records: readonly RecordingRecord[], redact = whole): Buffer {
  return Buffer.from(records.map((record) => recordLine(record, redact)).join('\n'))
}

const frame = fc.record({
  kind: fc.constant('frame' as const),
  at: fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }),
  channel: fc.constantFrom('market' as const, 'sports' as const),
  connection: fc.nat(),
  bytes: fc.oneof(fc.json(), fc.string({ unit: 'binary' })).map((of) => Uint8Array.from(Buffer.from(of))),
})

function plain(record: RecordingRecord): unknown {
  return record.kind === 'frame' ? { ...record, bytes: Buffer.from(record.bytes).toString('utf8') } : record
}

describe('records of a recording', () => {
  it('come back to the last byte, whatever the frames are', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 6 }), (records) => {
        assert.deepEqual(readRecords(written(records)).map(plain), records.map(plain))
      }),
      { numRuns: 300 },
    )
  })

  it('come back with their amounts', () => {
    const book = {
      outcomeId: `pm:${'7'.repeat(77)}`,
      marketId: null,
      phase: 'live',
      staleReason: null,
      isAsked: false,
      mismatches: 1,
      bids: [
        [4_900, 309_000_001n],
        [100, 9_007_199_254_740_992n],
      ],
      asks: [],
      tickSize: 10,
      lastTradePrice: 4_900,
      lastTradeSide: 'BUY',
      hash: 'ab',
      venueTime: 5,
      epoch: 2,
      version: 7,
      changedAt: 9,
      verifiedAt: null,
      tradesSoFar: 3,
      trades: [{ number: 3, price: 4_900, size: 5n, side: 'SELL', at: 4 }],
    }
    const records = [
      { kind: 'begin', at: 5, version: '1', paper: true },
      { kind: 'book', at: 4, book },
      { kind: 'lost', at: 6, outcomeIds: ['pm:1'], reason: 'gap' },
    ] as unknown as readonly RecordingRecord[]
    assert.deepEqual(readRecords(written(records)), records)
  })

  it('INV-69 have no secret, in frames or beside them', () => {
    const bytes = Buffer.from('{"name":"hunter2"}')
    const records: readonly RecordingRecord[] = [
      { kind: 'frame', at: 1, channel: 'sports', connection: 0, bytes },
      { kind: 'begin', at: 1, version: 'hunter2', paper: false },
    ]
    const text = written(records, (of) => of.replaceAll('hunter2', '[redacted]')).toString()
    assert.equal(text.includes('hunter2'), false)
    assert.equal(text.split('[redacted]').length, 3)
  })
})

it('an approval without limit is read as it was written', () => {
  const facts = { cash: 1n, allowance: 2n ** 256n - 1n }
  const record = { kind: 'account', at: 5, isWhole: true, account: { facts, held: [] }, gone: [] }
  assert.deepEqual(readRecords(written([record as unknown as RecordingRecord])), [record])
})
