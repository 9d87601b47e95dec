import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floatingPlace } from './floating-place.ts'

const room = { x: 0, y: 0, width: 1_440, height: 740 }
const chart = { x: 240, y: 250, width: 336, height: 290 }

test('a panel floats a little off its place, the next one further, and inside the workspace', () => {
  assert.deepEqual(floatingPlace(chart, [], room, 1), { ...chart, x: 264, y: 274 })
  assert.deepEqual(floatingPlace(chart, [], room, 2), { ...chart, x: 288, y: 298 })
  const low = { x: 1_200, y: 600, width: 2_000, height: 900 }
  assert.deepEqual(floatingPlace(low, [], room, 1), { x: 32, y: 32, width: 1_400, height: 700 })
})

test('it leaves no menu of another group half covered', () => {
  const below = { x: 0, y: 545, width: 580, height: 200 }
  const place = floatingPlace(chart, [below], room, 1)
  assert.notDeepEqual(place, { ...chart, x: 264, y: 274 })
  const covered = Math.min(place.y + place.height, below.y + 34) - below.y
  assert.ok(covered <= 0 || covered === 34, `${covered} px of the menu's height are covered`)
})
