import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scrollToShow } from './scroll-to-show.ts'

test('what is seen stays, what is above or below moves by as little as shows it, what is too tall shows its top', () => {
  const frame = { top: 100, bottom: 200 }
  assert.equal(scrollToShow({ top: 100, bottom: 200 }, frame), 0)
  assert.equal(scrollToShow({ top: 40, bottom: 70 }, frame), -60)
  assert.equal(scrollToShow({ top: 190, bottom: 230 }, frame), 30)
  assert.equal(scrollToShow({ top: 150, bottom: 400 }, frame), 50)
})
