import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { createHostClock, createManualClock } from './clock.ts'
import { createRandom } from './random.ts'

test('the manual clock runs what falls due in order of time, each at its own time', () => {
  const clock = createManualClock(1_000)
  const seen: [string, number][] = []
  clock.after(30, () => seen.push(['late', clock.now()]))
  clock.after(10, () => {
    seen.push(['early', clock.now()])
    clock.after(5, () => seen.push(['nested', clock.now()]))
  })
  const cancel = clock.after(20, () => seen.push(['cancelled', clock.now()]))
  cancel()
  clock.advance(100)
  assert.deepEqual(seen, [
    ['early', 1_010],
    ['nested', 1_015],
    ['late', 1_030],
  ])
  assert.equal(clock.now(), 1_100)
})

test('an interval repeats until it is cancelled', () => {
  const clock = createManualClock(0)
  const seen: number[] = []
  const cancel = clock.every(10, () => seen.push(clock.now()))
  clock.advance(35)
  cancel()
  clock.advance(100)
  assert.deepEqual(seen, [10, 20, 30])
})

test('timers of equal time keep their order, whatever the history of the queue', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 60 }), (plan) => {
      const clock = createManualClock(0)
      const seen: number[] = []
      for (const [index, [delay, cancelled]] of plan.entries()) {
        const cancel = clock.after(delay, () => seen.push(index))
        if (cancelled) cancel()
      }
      clock.advance(20)
      const expected = plan
        .map(([delay, cancelled], index) => ({ delay, cancelled, index }))
        .filter((entry) => !entry.cancelled)
        .sort((left, right) => left.delay - right.delay || left.index - right.index)
        .map((entry) => entry.index)
      assert.deepEqual(seen, expected)
    }),
  )
})

test('skew and a backward jump change the reported time, not when timers run', () => {
  const clock = createManualClock(50_000)
  let ran = 0
  clock.after(100, () => (ran += 1))
  clock.setSkew(-7_000)
  clock.jump(-1_000)
  assert.equal(clock.now(), 42_000)
  clock.advance(99)
  assert.equal(ran, 0)
  clock.advance(1)
  assert.equal(ran, 1)
})

test('the host clock scales and steps the host’s time and runs what a jump passes over', () => {
  let monotonic = 0
  const clock = createHostClock({ host: { now: () => 1_000_000, monotonic: () => monotonic }, speed: 10 })
  const seen: number[] = []
  clock.after(5_000, () => seen.push(clock.now()))
  monotonic = 100
  assert.equal(clock.now(), 1_001_000)
  clock.jump(10_000)
  assert.equal(seen.length, 1)
  assert.equal(clock.now(), 1_011_000)
  clock.setSpeed(1)
  monotonic = 200
  assert.equal(clock.now(), 1_011_100)
  clock.setSkew(60_000)
  assert.equal(clock.now(), 1_071_100)
  clock.advance(1_000)
  assert.equal(clock.now(), 1_072_100)
  clock.stop()
})

test('a host that slept or whose clock was set takes the venue’s clock along, and what fell due meanwhile runs', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const host = { wall: 1_000_000, monotonic: 0 }
  const clock = createHostClock({ host: { now: () => host.wall, monotonic: () => host.monotonic } })
  const passes = (ms: number): void => {
    host.wall += ms
    host.monotonic += ms
    t.mock.timers.tick(ms)
  }
  let ran = 0
  clock.after(3_600_000, () => (ran += 1))
  host.wall += 8 * 3_600_000
  passes(3_000)
  assert.equal(clock.now(), host.wall)
  assert.equal(ran, 1)
  clock.after(60_000, () => (ran += 1))
  host.wall -= 10_000
  passes(3_000)
  assert.equal(clock.now(), host.wall)
  passes(56_000)
  assert.equal(ran, 1)
  passes(1_000)
  assert.equal(ran, 2)
  clock.stop()
})

test('a venue that runs faster than its host takes no part in the steps of the host’s clock', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const host = { wall: 1_000_000, monotonic: 0 }
  const clock = createHostClock({
    host: { now: () => host.wall, monotonic: () => host.monotonic },
    speed: 10,
  })
  clock.after(3_600_000, () => undefined)
  host.wall += 3_600_000
  host.monotonic += 3_000
  t.mock.timers.tick(3_000)
  assert.equal(clock.now(), 1_030_000)
  clock.setSpeed(1)
  host.wall += 3_000
  host.monotonic += 3_000
  t.mock.timers.tick(3_000)
  assert.equal(clock.now(), 1_033_000)
  clock.stop()
})

test('the same seed gives the same stream, and a fork does not hang on what was drawn before', () => {
  const one = createRandom('seed')
  const two = createRandom('seed')
  assert.deepEqual(
    [one.next(), one.integer(1, 6), one.bytes(4)],
    [two.next(), two.integer(1, 6), two.bytes(4)],
  )
  one.next()
  assert.deepEqual(one.fork('crowd').bytes(8), two.fork('crowd').bytes(8))
  assert.notDeepEqual(one.fork('crowd').bytes(8), one.fork('world').bytes(8))
})

test('integers cover their whole range and stay in it', () => {
  const random = createRandom('range')
  const counts = new Map<number, number>()
  for (let draw = 0; draw < 6_000; draw += 1) {
    const value = random.integer(-2, 3)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  assert.deepEqual(
    [...counts.keys()].sort((left, right) => left - right),
    [-2, -1, 0, 1, 2, 3],
  )
  for (const count of counts.values()) assert.ok(count > 800 && count < 1_200)
})
