import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialogSide } from './dialog-side.ts'

test('a dialog stands beside what it is about, in the middle where it covers nothing of it', () => {
  assert.equal(dialogSide({ left: 583, right: 868 }, 1_440, 560), 'left')
  assert.equal(dialogSide({ left: 300, right: 580 }, 1_440, 560), 'right')
  assert.equal(dialogSide({ left: 1_250, right: 1_500 }, 1_920, 560), 'middle')
})

test('where there is no room beside it, the side that covers least of it', () => {
  assert.equal(dialogSide({ left: 400, right: 700 }, 900, 560), 'left')
  assert.equal(dialogSide({ left: 0, right: 390 }, 390, 366), 'middle')
})
