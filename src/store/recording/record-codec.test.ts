import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { RecordingRecord } from '#core/recording/records.ts'
import { createRecordDecoder, createRecordEncoder } from './record-codec.ts'

const whole = (text: string): string => text
const digits = fc.stringMatching(/^[1-9][0-9]{59,79}$/)
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))

/** Values that folding looks for, near misses, and anything else. */
const value = fc.oneof(
  digits,
  digits.map((id) => `pm:${id}`),
  hex(64).map((id) => `0x${id}`),
  hex(40),
  fc.constantFrom('0', '00', '0.', '.5', '0.50', '007', '1e3', '-1', '1.2345678', '123456789012345', ''),
  fc.integer({ min: 1_000_000_000_000, max: 9_999_999_999_999 }).map(String),
  fc.stringMatching(/^[0-9.]{1,17}$/),
  fc.string({ unit: 'binary', maxLength: 90 }),
)
const json = fc.oneof(
  fc
    .array(fc.dictionary(fc.constantFrom('price', 'hash', 'asset_id'), value), { maxLength: 5 })
    .map((rows) => JSON.stringify(rows)),
  fc.json(),
)
const text = fc.oneof(
  json,
  fc.tuple(json, fc.nat(), fc.nat({ max: 255 })).map(([of, at, byte]) => {
    const bent = Buffer.from(of)
    if (bent.length > 0) bent[at % bent.length] = byte
    return bent.toString('utf8')
  }),
  fc.string({ unit: 'binary' }),
)
const at = fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 })
const frame = fc.record({
  kind: fc.constant('frame' as const),
  at,
  channel: fc.constantFrom('market' as const, 'sports' as const),
  connection: fc.nat(),
  bytes: text.map((of) => Uint8Array.from(Buffer.from(of))),
})

function plain(record: RecordingRecord): unknown {
  return record.kind === 'frame' ? { ...record, bytes: Buffer.from(record.bytes).toString('utf8') } : record
}

describe('records of a recording', () => {
  it('come back to the last byte, whatever the frames are', () => {
    fc.assert(
      fc.property(fc.array(fc.array(frame, { maxLength: 6 }), { maxLength: 5 }), (blocks) => {
        const encoder = createRecordEncoder(whole)
        const decoder = createRecordDecoder()
        for (const block of blocks) {
          for (const record of block) encoder.add(record)
          assert.deepEqual(decoder.decode(encoder.take()).map(plain), block.map(plain))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('come back with their amounts', () => {
    const encoder = createRecordEncoder(whole)
    const book = {
      outcomeId: `pm:${'7'.repeat(77)}`,
      marketId: null,
      phase: 'live',
      staleReason: null,
      polledOver: null,
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
    for (const record of records) encoder.add(record)
    assert.deepEqual(createRecordDecoder().decode(encoder.take()), records)
  })

  it('INV-69 have no secret, in frames or beside them', () => {
    const encoder = createRecordEncoder((of) => of.replaceAll('hunter2', '[redacted]'))
    const bytes = Buffer.from('{"name":"hunter2"}')
    encoder.add({ kind: 'frame', at: 1, channel: 'sports', connection: 0, bytes })
    encoder.add({ kind: 'begin', at: 1, version: 'hunter2', paper: false })
    const { packed } = encoder.take()
    assert.equal(packed.includes('hunter2'), false)
    assert.equal(packed.toString('latin1').split('[redacted]').length, 3)
  })
})

it('an approval without limit is read as it was written', () => {
  const facts = { cash: 1n, allowance: 2n ** 256n - 1n }
  const record = { kind: 'account', at: 5, isWhole: true, account: { facts, held: [] }, gone: [] }
  const encoder = createRecordEncoder(whole)
  encoder.add(record as unknown as RecordingRecord)
  assert.deepEqual(createRecordDecoder().decode(encoder.take()), [record])
})
