import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFrame } from '../page/frame.ts'
import { createStore } from './store.ts'

test('a store tells of changes only, after they are in place, until unsubscribed', () => {
  const store = createStore(1)
  const calls: number[] = []
  const stop = store.subscribe(() => calls.push(store.get()))
  store.set(1)
  store.set(2)
  store.update((n) => n + 1)
  stop()
  store.set(9)
  assert.deepEqual(calls, [2, 3])
})

test('a frame runs each marked task once, and tasks marked meanwhile in the next frame', () => {
  const requested: (() => void)[] = []
  const frame = createFrame(
    (callback) => requested.push(callback),
    () => 0,
  )
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

test('what a shared task marks is shown with it, in the same frame', () => {
  const requested: (() => void)[] = []
  const frame = createFrame(
    (callback) => requested.push(callback),
    () => 0,
  )
  const ran: string[] = []
  const end = () => void ran.push('end')
  frame.markShare(() => {
    ran.push('book')
    frame.mark(() => {
      ran.push('queue')
      frame.mark(end)
    })
  })
  requested.shift()?.()
  assert.deepEqual(ran.splice(0), ['book', 'queue'])
  requested.shift()?.()
  assert.deepEqual(ran.splice(0), ['end'], 'but no longer chain than that')
  assert.equal(requested.length, 0)
})

test('shared tasks of a screen are spread over frames, the longest waiting first, beside the others', () => {
  const requested: (() => void)[] = []
  const frame = createFrame(
    (callback) => requested.push(callback),
    () => 0,
  )
  const ran: number[] = []
  const tasks = Array.from({ length: 20 }, (_, at) => () => void ran.push(at))
  const mark = (from: number, to: number) => {
    for (const task of tasks.slice(from, to)) frame.markShare(task)
  }
  mark(0, 20)
  frame.mark(() => ran.push(99))
  requested.shift()?.()
  assert.deepEqual(ran.splice(0), [99, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  mark(0, 1)
  frame.mark(() => ran.push(99))
  requested.shift()?.()
  assert.deepEqual(ran.splice(0), [99], 'the frame after one with shared tasks has none')
  requested.shift()?.()
  assert.deepEqual(ran.splice(0), [10, 11, 12, 13, 14, 15])
  requested.shift()?.()
  requested.shift()?.()
  assert.deepEqual(ran.splice(0), [16, 17, 18, 19, 0])
  requested.shift()?.()
  assert.equal(requested.length, 0)
  mark(0, 1)
  requested.shift()?.()
  assert.deepEqual(ran.splice(0), [0], 'later, one that comes alone need not wait')
})

test('input comes first: shared tasks wait for as long as was asked, but never longer than 250 ms without any', () => {
  const requested: (() => void)[] = []
  let now = 0
  const frame = createFrame(
    (callback) => requested.push(callback),
    () => now,
  )
  const ran: string[] = []
  const book = () => void ran.push('book')
  const frameAt = (at: number) => {
    now = at
    requested.shift()?.()
    return ran.splice(0)
  }
  frame.giveWay(100)
  frame.markShare(book)
  frame.mark(() => ran.push('order'))
  assert.deepEqual(frameAt(10), ['order'])
  assert.deepEqual(frameAt(90), [])
  frame.giveWay(50)
  frame.giveWay(20)
  assert.deepEqual(frameAt(130), [], 'the longer one holds')
  assert.deepEqual(frameAt(141), ['book'])
  assert.deepEqual(frameAt(150), [], 'the free frame after it')
  assert.equal(requested.length, 0)

  frame.markShare(book)
  for (let at = 180; at < 400; at += 30) {
    now = at
    frame.giveWay(100)
    assert.deepEqual(frameAt(at), [])
  }
  frame.giveWay(100)
  assert.deepEqual(frameAt(410), ['book'])
})
