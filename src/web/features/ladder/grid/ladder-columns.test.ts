import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '#contract/page-settings.ts'
import { columnsOf } from './ladder-columns.ts'

test('the order is fixed, whatever was chosen', () => {
  assert.deepEqual(columnsOf(['queue', 'result', 'my_asks'], 900, 60).shown, [
    'result',
    'bid',
    'price',
    'ask',
    'my_asks',
    'queue',
  ])
  assert.deepEqual(columnsOf([], 900, 60).shown, ['bid', 'price', 'ask'])
})

test('INV-84 own orders have columns of their own at every width, and no other figure stands in them', () => {
  for (const wanted of [DEFAULT_SETTINGS.ladderColumns, ['result', 'my_bids', 'my_asks']] as const) {
    for (let width = 150; width < 600; width += 1) {
      const { shown, widths } = columnsOf(wanted, width, 60)
      assert.ok(shown.includes('my_bids') && shown.includes('my_asks'))
      assert.equal(new Set(shown).size, shown.length)
      assert.equal(widths['--columns']?.split('px').length, shown.length + 1, 'each shown column has a place')
    }
  }
})

test('each column has its least width, by which rows are laid out', () => {
  assert.deepEqual(columnsOf(['my_bids', 'my_asks'], 300, 66).widths, {
    '--columns': 'minmax(46px, 1fr) minmax(40px, 1fr) 66px minmax(40px, 1fr) minmax(46px, 1fr)',
    '--width-my-bids': '46px',
    '--width-bid': '40px',
    '--width-price': '66px',
    '--width-ask': '40px',
    '--width-my-asks': '46px',
  })
})

test('a narrow ladder gives up the queue, then the volume, then the results', () => {
  const chosen = DEFAULT_SETTINGS.ladderColumns
  assert.deepEqual(columnsOf(chosen, 418, 60).shown.slice(-2), ['volume', 'queue'])
  assert.deepEqual(columnsOf(chosen, 374, 60).shown.slice(-2), ['my_asks', 'volume'])
  // Two ladders beside each other on a screen of 1440 pixels.
  assert.deepEqual(columnsOf(chosen, 284, 58).shown, ['result', 'my_bids', 'bid', 'price', 'ask', 'my_asks'])
  assert.deepEqual(columnsOf(chosen, 270, 60).shown, ['my_bids', 'bid', 'price', 'ask', 'my_asks'])
  // Ranges of prices need more.
  assert.equal(columnsOf(chosen, 330, 110).shown.includes('result'), false)
})

test('a size has the room that its column is given, by which it is written short or whole', () => {
  assert.equal(columnsOf(DEFAULT_SETTINGS.ladderColumns, 284, 58).sizeLength, 5)
  assert.equal(
    columnsOf(DEFAULT_SETTINGS.ladderColumns, 60, 60).sizeLength,
    5,
    'never less than the least width',
  )
  assert.equal(columnsOf(['my_bids', 'my_asks'], 300, 60).sizeLength, 7)
  assert.equal(columnsOf([], 300, 60).sizeLength, 16)
})
