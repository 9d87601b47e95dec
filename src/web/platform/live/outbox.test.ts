import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ClientFrame } from '#contract/live.ts'
import { createOutbox } from './outbox.ts'

function build() {
  let now = 0
  let tasks: { at: number; task: () => void }[] = []
  const sent: { at: number; frame: ClientFrame }[] = []
  const outbox = createOutbox(
    (frame) => sent.push({ at: now, frame }),
    () => now,
    (ms, task) => {
      const one = { at: now + ms, task }
      tasks.push(one)
      return () => {
        tasks = tasks.filter((other) => other !== one)
      }
    },
  )
  const pass = (ms: number) => {
    now += ms
    const due = tasks.filter((one) => one.at <= now)
    tasks = tasks.filter((one) => one.at > now)
    for (const one of due) one.task()
  }
  return { outbox, sent, pass }
}

test('what is asked in one turn goes out in one frame, and a subscription needs no resync', () => {
  const { outbox, sent, pass } = build()
  for (const topic of ['a', 'b', 'c']) outbox.ask('sub', topic)
  outbox.ask('resync', 'a')
  pass(0)
  assert.deepEqual(
    sent.map(({ frame }) => frame),
    [{ op: 'sub', topics: ['a', 'b', 'c'] }],
  )
})

test('what is forgotten is not sent, and what is asked later still is', () => {
  const { outbox, sent, pass } = build()
  outbox.ask('sub', 'a')
  outbox.clear()
  pass(1_000)
  assert.equal(sent.length, 0)
  outbox.ask('unsub', 'b')
  pass(0)
  assert.equal(sent.length, 1)
})

test('however fast rows come and go, no second holds more frames than the server takes, and nothing is lost', () => {
  const step = fc.record({
    op: fc.constantFrom('sub' as const, 'unsub' as const, 'resync' as const),
    topic: fc.nat(60),
    ms: fc.nat(50),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const { outbox, sent, pass } = build()
      const asked = new Set<string>()
      for (const { op, topic, ms } of steps) {
        outbox.ask(op, String(topic))
        if (op !== 'resync') asked.add(`${op} ${topic}`)
        pass(ms)
      }
      pass(1_000)
      for (const { at } of sent) {
        const inSecond = sent.filter((other) => other.at >= at && other.at < at + 1_000).length
        // One ping a second is sent besides.
        assert.ok(inSecond <= 19, `${inSecond} frames`)
      }
      const listed = new Set(
        sent.flatMap(({ frame }) =>
          'topics' in frame ? frame.topics.map((topic) => `${frame.op} ${topic}`) : [],
        ),
      )
      for (const one of asked) assert.ok(listed.has(one))
    }),
  )
})
