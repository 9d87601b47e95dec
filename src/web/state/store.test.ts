import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFrame } from './frame.ts'
import { createStore } from './store.ts'

test('a store tells of changes only, after they are in place, until unsubscribed', () => {
  const store = createStore(1)
  const heard: number[] = []
  const stop = store.subscribe(() => heard.push(store.get()))
  store.set(1)
  store.set(2)
  store.update((n) => n + 1)
  stop()
  store.set(9)
  assert.deepEqual(heard, [2, 3])
})

test('a frame runs each marked task once, and tasks marked meanwhile in the next frame', () => {
  const requested: (() => void)[] = []
  const frame = createFrame((callback) => requested.push(callback))
  const ran: string[] = []
  const again = () => ran.push('again')
  const task = () => {
    ran.push('task')
    frame.mark(again)
  }
  frame.mark(task)
  frame.mark(task)
  assert.equal(requested.length, 1)
  requested[0]?.()
  assert.deepEqual(ran, ['task'])
  assert.equal(requested.length, 2)
  requested[1]?.()
  assert.deepEqual(ran, ['task', 'again'])
})
