import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '#contract/page-settings.ts'
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

test('the first fill moves no column, however wide the ladder', () => {
  for (const wanted of [DEFAULT_SETTINGS.ladder_columns, [], ['result'], ['my_bids', 'queue']] as const) {
    for (let width = 150; width < 600; width += 1) {
      const before = columnsOf(wanted, width, 60, false)
      const after = columnsOf(wanted, width, 60, true)
      assert.deepEqual(before.widths, after.widths)
      const others = after.shown.filter((column) => column !== 'result' || !after.isResultBehind)
      assert.deepEqual(before.shown, others)
      assert.equal(before.isResultBehind, false)
    }
  }
})

test('each column has its least width, by which rows are laid out', () => {
  assert.deepEqual(columnsOf(['my_bids', 'my_asks'], 300, 66, false).widths, {
    '--columns': 'minmax(50px, 1fr) minmax(40px, 1fr) 66px minmax(40px, 1fr) minmax(50px, 1fr)',
    '--width-my-bids': '50px',
    '--width-bid': '40px',
    '--width-price': '66px',
    '--width-ask': '40px',
    '--width-my-asks': '50px',
  })
})

test('a narrow ladder puts results behind my bids, then gives up the queue, then the volume', () => {
  assert.equal(columnsOf(DEFAULT_SETTINGS.ladder_columns, 418, 60, true).isResultBehind, false)
  const phone = columnsOf(DEFAULT_SETTINGS.ladder_columns, 374, 60, true)
  assert.deepEqual([phone.shown.length, phone.isResultBehind], [8, true])
  assert.deepEqual(columnsOf(DEFAULT_SETTINGS.ladder_columns, 340, 60, true).shown.slice(-2), [
    'my_asks',
    'volume',
  ])
  const narrow = columnsOf(DEFAULT_SETTINGS.ladder_columns, 270, 60, true)
  assert.deepEqual(narrow.shown, ['result', 'my_bids', 'bid', 'price', 'ask', 'my_asks'])
  assert.equal(narrow.isResultBehind, true)
  assert.equal(narrow.widths['--columns']?.split('px').length, 6)
  // Ranges of prices need more.
  assert.equal(columnsOf(DEFAULT_SETTINGS.ladder_columns, 330, 110, true).shown.includes('volume'), false)
})

test('a size has the room that its column is given, by which it is written short or whole', () => {
  assert.equal(columnsOf(DEFAULT_SETTINGS.ladder_columns, 284, 58, true).sizeLength, 5)
  assert.equal(
    columnsOf(DEFAULT_SETTINGS.ladder_columns, 60, 60, true).sizeLength,
    5,
    'never less than the least width',
  )
  assert.equal(columnsOf(['my_bids', 'my_asks'], 300, 60, false).sizeLength, 7)
  assert.equal(columnsOf([], 300, 60, false).sizeLength, 16)
})
