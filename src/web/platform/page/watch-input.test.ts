import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hearActs } from './watch-input.ts'

test('every press, release and key is seen at once; a key that is held down acts once', () => {
  const view = new EventTarget()
  let acts = 0
  hearActs(view, () => {
    acts += 1
  })
  for (const type of ['pointerdown', 'pointerup', 'keydown', 'focus']) view.dispatchEvent(new Event(type))
  assert.equal(acts, 3)
  view.dispatchEvent(Object.assign(new Event('keydown'), { repeat: true }))
  assert.equal(acts, 3)
})
