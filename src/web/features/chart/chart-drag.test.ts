import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineNear } from './chart-drag.ts'

test('a press takes the nearest line within reach, and none beyond it', () => {
  const lines = [
    { line: 'a', y: 100 },
    { line: 'b', y: 107 },
  ]
  assert.equal(lineNear(lines, 103), 'a')
  assert.equal(lineNear(lines, 104), 'b')
  assert.equal(lineNear(lines, 112), 'b')
  assert.equal(lineNear(lines, 113), null)
  assert.equal(lineNear(lines, 94), null)
  assert.equal(lineNear([], 100), null)
})
