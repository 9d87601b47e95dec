import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPresence } from './presence.ts'

test('a pointer that rests in the grid holds it still though the focus goes, and the key cursor though the pointer goes', () => {
  for (const [stays, goes] of [
    ['pointer', 'focus'],
    ['focus', 'pointer'],
  ] as const) {
    const presence = createPresence()
    presence.set(stays, true, 0)
    presence.set(goes, true, 10)
    presence.set(goes, false, 20)
    assert.equal(presence.isAway(10_000, 600), false)
    presence.set(stays, false, 10_000)
    assert.equal(presence.isAway(10_600, 600), false)
    assert.equal(presence.isAway(10_601, 600), true)
  }
})

test('without pointer and focus nothing is waited for', () => {
  assert.equal(createPresence().isAway(0, 600), true)
})
