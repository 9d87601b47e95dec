import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LADDER_COLUMNS } from '../../state/settings.ts'
import { columnsOf } from './ladder-columns.ts'

test('the order is fixed, whatever was chosen', () => {
  assert.deepEqual(columnsOf(['queue', 'result', 'my_asks'], 900, 60, true).shown, [
    'result',
    'bid',
    'price',
    'ask',
    'my_asks',
    'queue',
  ])
  assert.deepEqual(columnsOf([], 900, 60, true).shown, ['bid', 'price', 'ask'])
})

test('without a position there is no column of results', () => {
  assert.equal(columnsOf(LADDER_COLUMNS, 900, 60, false).shown.includes('result'), false)
})

test('a narrow ladder gives up the queue, then the volume, then puts results behind my bids', () => {
  assert.equal(columnsOf(LADDER_COLUMNS, 418, 60, true).shown.length, 8)
  assert.deepEqual(columnsOf(LADDER_COLUMNS, 380, 60, true).shown.slice(-2), ['my_asks', 'volume'])
  const narrow = columnsOf(LADDER_COLUMNS, 290, 60, true)
  assert.deepEqual(narrow.shown, ['result', 'my_bids', 'bid', 'price', 'ask', 'my_asks'])
  assert.equal(narrow.isResultBehind, true)
  assert.equal(narrow.template.split('px').length - 1, 5)
  // Ranges of prices need more.
  assert.equal(columnsOf(LADDER_COLUMNS, 400, 110, true).shown.includes('queue'), false)
})
