import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnnouncer, POLITE_PAUSE_MS } from './announcer.ts'

function manualClock() {
  let now = 0
  let tasks: { at: number; task: () => void }[] = []
  return {
    now: () => now,
    after: (ms: number, task: () => void) => {
      tasks.push({ at: now + ms, task })
    },
    /** Time goes by, and no timer comes. */
    stand: (ms: number) => {
      now += ms
    },
    pass: (ms: number) => {
      now += ms
      const due = tasks.filter((one) => one.at <= now)
      tasks = tasks.filter((one) => one.at > now)
      for (const one of due) one.task()
    },
  }
}

test('the first message is said at once; of those in the pause only the newest is said, at its end', () => {
  const clock = manualClock()
  const announcer = createAnnouncer(clock.now, clock.after)
  announcer.say('one')
  assert.equal(announcer.polite.get(), 'one')
  announcer.say('two')
  announcer.say('three')
  clock.pass(POLITE_PAUSE_MS - 1)
  assert.equal(announcer.polite.get(), 'one')
  clock.pass(1)
  assert.equal(announcer.polite.get(), 'three')
})

test('while a timer is late, what is said meanwhile takes the place of what waits for it', () => {
  const clock = manualClock()
  const announcer = createAnnouncer(clock.now, clock.after)
  const told: string[] = []
  announcer.polite.subscribe(() => told.push(announcer.polite.get()))
  announcer.say('one')
  announcer.say('older')
  clock.stand(POLITE_PAUSE_MS + 100)
  announcer.say('newer')
  clock.pass(0)
  assert.deepEqual(told, ['one', 'newer'])
})

test('the same words again are a new message, and the regions do not wait for each other', () => {
  const clock = manualClock()
  const announcer = createAnnouncer(clock.now, clock.after)
  let told = 0
  announcer.polite.subscribe(() => {
    told += 1
  })
  announcer.say('filled')
  announcer.alert('armed')
  clock.pass(POLITE_PAUSE_MS)
  announcer.say('filled')
  assert.equal(told, 2)
  assert.equal(announcer.polite.get().trim(), 'filled')
  assert.equal(announcer.assertive.get(), 'armed')
})
