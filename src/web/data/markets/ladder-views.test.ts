import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLadderViews } from './ladder-views.ts'

function memory(initial: Record<string, string> = {}) {
  const kept = { ...initial }
  return {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value
    },
  }
}

test('a ladder comes back with its rows, each place for itself', () => {
  const storage = memory()
  const views = createLadderViews(storage)
  views.keepGroup('ladders pm:1', 5)
  views.keepGroup('ladder-2 pm:1', 10)
  const again = createLadderViews(storage)
  assert.equal(again.groupAt('ladders pm:1'), 5)
  assert.equal(again.groupAt('ladder-2 pm:1'), 10)
  assert.equal(again.groupAt('ladders pm:2'), 1)
  again.keepGroup('ladder-2 pm:1', 1)
  assert.equal(storage.getItem('sesame.ladder_views')?.includes('ladder-2'), false)
})

test('an outcome seen from the other side stays so until it is flipped back', () => {
  const storage = memory()
  const views = createLadderViews(storage)
  let calls = 0
  views.flipped.subscribe(() => (calls += 1))
  views.flip('pm:1', true)
  views.flip('pm:1', true)
  views.flip('pm:2', true)
  assert.equal(calls, 2)
  assert.deepEqual([...createLadderViews(storage).flipped.get()], ['pm:1', 'pm:2'])
  views.flip('pm:1', false)
  assert.deepEqual([...createLadderViews(storage).flipped.get()], ['pm:2'])
})

test('what cannot be read is passed over, and the oldest of too many are forgotten', () => {
  for (const text of ['{', '7', '{"a":1}', '[7,["a"],["b",3],[1,2],["b",{"group":5}]]']) {
    const views = createLadderViews(memory({ 'sesame.ladder_views': text, 'sesame.flipped': text }))
    assert.equal(views.groupAt('b'), 1)
    assert.equal(views.flipped.get().size, 0)
  }
  const storage = memory()
  const views = createLadderViews(storage)
  for (let at = 0; at <= 100; at += 1) {
    views.keepGroup(`page pm:${at}`, 2)
    views.flip(`pm:${at}`, true)
  }
  const again = createLadderViews(storage)
  assert.equal(again.groupAt('page pm:0'), 1)
  assert.equal(again.groupAt('page pm:1'), 2)
  assert.equal(again.groupAt('page pm:100'), 2)
  assert.equal(again.flipped.get().has('pm:0'), false)
  assert.equal(again.flipped.get().has('pm:100'), true)
})
