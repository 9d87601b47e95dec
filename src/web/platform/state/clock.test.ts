import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from './clock.ts'

function build(periodMs: number) {
  let now = 12_345
  const due: { at: number; task: () => void }[] = []
  const clock = createClock(periodMs, {
    now: () => now,
    after(ms, task) {
      const one = { at: now + ms, task }
      due.push(one)
      return () => due.splice(due.indexOf(one), 1)
    },
  })
  const until = (at: number) => {
    now = at
    for (const one of due.filter((each) => each.at <= at)) due.splice(due.indexOf(one), 1)[0]?.task()
  }
  return { clock, due, until }
}

test('one timer tells all listeners at the start of each period, and none runs without a listener', () => {
  const { clock, due, until } = build(1_000)
  const calls: string[] = []
  const stops = ['a', 'b'].map((name) => clock.subscribe(() => calls.push(`${name} ${clock.get()}`)))
  assert.equal(due.length, 1)
  until(12_999)
  assert.deepEqual([calls, clock.get()], [[], 12_345])
  until(13_000)
  assert.deepEqual(calls.splice(0), ['a 13000', 'b 13000'])
  stops[0]?.()
  until(14_000)
  assert.deepEqual(calls, ['b 14000'])
  stops[1]?.()
  assert.equal(due.length, 0)
})

test('a clock at rest tells the time of the period that it is', () => {
  const { clock, until } = build(1_000)
  assert.equal(clock.get(), 12_345)
  until(12_900)
  assert.equal(clock.get(), 12_345)
  until(20_500)
  assert.equal(clock.get(), 20_500)
})
