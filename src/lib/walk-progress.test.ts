import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWalkProgress } from './walk-progress.ts'

test('INV-86 a walk goes on while its pages bring something new under a new cursor', () => {
  const walk = createWalkProgress()
  assert.equal(walk.page(['a', 'b'], '1'), null)
  assert.equal(walk.page(['b', 'c'], '2'), null)
  assert.match(walk.page(['a', 'c'], '3') ?? '', /without a row that is new/)
  assert.match(walk.page(['d'], '1') ?? '', /repeated cursor/)
  assert.match(createWalkProgress().page([], '1') ?? '', /without a row that is new/)
})
