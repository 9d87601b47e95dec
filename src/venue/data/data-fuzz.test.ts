// INV-40 for the data service: whatever a foreign byte says, decoders neither throw nor invent, and count what they skip.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bentValues } from '../testing/mutations.ts'
import { dataPage } from '../pages.ts'
import { pnlFromWire } from './data.ts'
import { activityFromWire, positionFromWire } from './translate.ts'

const POSITION = {
  token_id: '1000',
  condition_id: `0x${'ab'.repeat(32)}`,
  current_size: 28.09,
  avg_price: 0.6699,
  entry_cost_usdc: 18.8202,
  entry_fees_usdc: 0.31053,
  current_price: 0.715,
  current_value: 20.0843,
  realized_pnl: 0,
  unrealized_pnl: 1.264,
  status: 'OPEN',
  redeemable: false,
  opposite_token_id: '1001',
  first_entry_at: 1_791_292_984,
}
const ACTIVITY = {
  type: 'TRADE',
  timestamp: 1_791_292_984,
  condition_id: `0x${'ab'.repeat(32)}`,
  size: 10,
  usdc_size: 5.2,
  price: 0.5,
  token_id: '1000',
  side: 'BUY',
  is_combo: true,
  transaction_hash: '0xaa',
}
const LINE = { data: { points: [{ timestamp: 1_791_292_984, economic_pnl: -1.5, position_pnl: 2 }] } }
const LIST = {
  data: [POSITION, ACTIVITY],
  pagination: { limit: 500, offset: 0, has_more: true, next_cursor: 'abc' },
}

test('INV-40 rows of positions and activity', () => {
  let read = 0
  fc.assert(
    fc.property(bentValues([POSITION, ACTIVITY]), (row) => {
      const readRow = positionFromWire(row)
      const position = readRow.ok ? readRow.value : null
      if (position !== null) {
        read += 1
        assert.match(position.outcomeId, /^pm:\d+$/)
        assert.match(position.marketId, /^pm:0x(?:[0-9a-f]{62}|[0-9a-f]{64})$/)
        assert.ok(position.size >= 0n && (position.cost ?? 0n) >= 0n && (position.fees ?? 0n) >= 0n)
        assert.ok(['open', 'redeemable', 'closed'].includes(position.status))
      }
      const readActivity = activityFromWire(row)
      const activity = readActivity.ok ? readActivity.value : null
      if (activity === null) return
      read += 1
      assert.ok(new Date(activity.at).toISOString().length >= 24)
      assert.ok((activity.size ?? 0n) >= 0n && (activity.amount ?? 0n) >= 0n && (activity.price ?? 1n) > 0n)
      assert.ok(activity.id.length <= 300 && activity.venueKind.length <= 40)
    }),
    { numRuns: 3_000 },
  )
  assert.ok(read > 500)
})

test('INV-40 envelopes and profit lines', () => {
  fc.assert(
    fc.property(bentValues([LIST, LINE]), (json) => {
      assert.ok(dataPage(json).next !== '')
      const line = pnlFromWire(json)
      if (line === null) return
      const times = line.points.map(({ at }) => at)
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      )
    }),
    { numRuns: 2_000 },
  )
})
