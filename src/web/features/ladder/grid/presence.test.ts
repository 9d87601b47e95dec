// Rules shown here: PAGE-4.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPresence } from './use-viewport.ts'

const isAway = (presence: ReturnType<typeof createPresence>, now: number): boolean =>
  presence.isAway(now, 600, 5_000)

test('a pointer that rests in the grid holds it still, whatever becomes of the focus', () => {
  const presence = createPresence()
  presence.set('pointer', true, 0)
  presence.set('focus', true, 10)
  presence.set('focus', false, 20)
  assert.equal(isAway(presence, 100_000), false)
  presence.set('pointer', false, 100_000)
  assert.equal(isAway(presence, 100_600), false)
  assert.equal(isAway(presence, 100_601), true)
})

test('a focus that stays holds it for some seconds after the last key', () => {
  const presence = createPresence()
  presence.set('focus', true, 0)
  assert.equal(isAway(presence, 5_000), false)
  assert.equal(isAway(presence, 5_001), true)
  presence.set('key', true, 6_000)
  assert.equal(isAway(presence, 11_000), false)
  assert.equal(isAway(presence, 11_001), true)
})

test('without pointer and focus nothing is waited for', () => {
  assert.equal(isAway(createPresence(), 0), true)
})
