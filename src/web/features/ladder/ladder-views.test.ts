import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLadderViews } from './ladder-views.ts'

function memory(text: string | null = null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  }
}

test('a ladder comes back with its rows and its side, each place for itself', () => {
  const storage = memory()
  const views = createLadderViews(storage)
  views.keep('ladders pm:1', { group: 5 })
  views.keep('ladders pm:1', { isFlipped: true })
  views.keep('ladder-2 pm:1', { group: 10 })
  const again = createLadderViews(storage)
  assert.deepEqual(again.at('ladders pm:1'), { group: 5, isFlipped: true })
  assert.deepEqual(again.at('ladder-2 pm:1'), { group: 10, isFlipped: false })
  assert.deepEqual(again.at('ladders pm:2'), { group: 1, isFlipped: false })
  again.keep('ladder-2 pm:1', { group: 1 })
  assert.equal(storage.getItem()?.includes('ladder-2'), false)
})

test('what cannot be read is passed over, and the oldest of too many are forgotten', () => {
  for (const text of ['{', '7', '{"a":1}', '[7,["a"],["b",{"group":3}],[1,{"group":2}]]']) {
    assert.deepEqual(createLadderViews(memory(text)).at('b'), { group: 1, isFlipped: false })
  }
  const storage = memory()
  const views = createLadderViews(storage)
  for (let at = 0; at <= 100; at += 1) views.keep(`page pm:${at}`, { group: 2 })
  const again = createLadderViews(storage)
  assert.equal(again.at('page pm:0').group, 1)
  assert.equal(again.at('page pm:1').group, 2)
  assert.equal(again.at('page pm:100').group, 2)
})
