// Rules shown here: PAGE-8.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POLITE_PAUSE_MS, createAnnouncer } from './messages.ts'

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
  const calls: string[] = []
  announcer.polite.subscribe(() => calls.push(announcer.polite.get()))
  announcer.say('one')
  announcer.say('older')
  clock.stand(POLITE_PAUSE_MS + 100)
  announcer.say('newer')
  clock.pass(0)
  assert.deepEqual(calls, ['one', 'newer'])
})

test('the same words again are a new message, and the regions do not wait for each other', () => {
  const clock = manualClock()
  const announcer = createAnnouncer(clock.now, clock.after)
  let calls = 0
  announcer.polite.subscribe(() => {
    calls += 1
  })
  announcer.say('filled')
  announcer.alert('armed')
  clock.pass(POLITE_PAUSE_MS)
  announcer.say('filled')
  assert.equal(calls, 2)
  assert.equal(announcer.polite.get().trim(), 'filled')
  assert.equal(announcer.assertive.get(), 'armed')
})

test('the outcome of orders is never lost: what waits is joined, of the same thing only the newest, what a key did last', () => {
  const clock = manualClock()
  const announcer = createAnnouncer(clock.now, clock.after)
  announcer.say('Place 1 of 3')
  announcer.say('Place 2 of 3')
  announcer.report('Order refused: BUY 10', 'order-1')
  announcer.report(() => `${clock.now() / 1_000} seconds`, 'fills')
  announcer.say('Place 3 of 3')
  announcer.report('Alert set')
  announcer.report('Alert set')
  announcer.report('BUY 10: found at the venue.', 'order-1')
  clock.pass(POLITE_PAUSE_MS)
  assert.equal(announcer.polite.get(), '2 seconds. Alert set. BUY 10: found at the venue. Place 3 of 3.')
})

test('an urgent message that waits is said with those that come after it', () => {
  const clock = manualClock()
  const announcer = createAnnouncer(clock.now, clock.after)
  announcer.alert('Armed.', 'mode')
  announcer.alert('Order unknown: BUY 10')
  announcer.alert('Cancel all not confirmed, checking', 'cancel_all')
  announcer.alert('Cancel all: 3 cancelled', 'cancel_all')
  assert.equal(announcer.assertive.get(), 'Armed.')
  clock.pass(5_000)
  assert.equal(announcer.assertive.get(), 'Order unknown: BUY 10. Cancel all: 3 cancelled.')
})

test('of more than can be listened to the newest are said, and how many there were before', () => {
  const clock = manualClock()
  const announcer = createAnnouncer(clock.now, clock.after)
  announcer.report('first')
  for (let n = 1; n <= 10; n += 1) announcer.report(`order ${n}`)
  clock.pass(POLITE_PAUSE_MS)
  assert.match(announcer.polite.get(), /^4 earlier messages\. order 5\. .*order 10\.$/)
})
