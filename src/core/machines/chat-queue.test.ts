import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { NotificationId } from '../ids.ts'
import { CHAT_QUEUE_START, stepChatQueue } from './chat-queue.ts'
import type { ChatBatch, ChatEffect, ChatOutcome, ChatQueue } from './chat-queue.ts'

const id = (n: number): NotificationId => `n${n}` as NotificationId

type Sent = { readonly at: number; readonly batch: ChatBatch }

/** A queue on a clock of its own, whose wakes are kept. */
function createFixture() {
  let queue: ChatQueue = CHAT_QUEUE_START
  let at = 0
  let wakeAt: number | null = null
  const sent: Sent[] = []
  const ended: { readonly ids: readonly NotificationId[]; readonly failure: string | null }[] = []

  function step(event: Parameters<typeof stepChatQueue>[1]): void {
    wakeAt = null
    const { state, effects } = stepChatQueue(queue, event)
    queue = state
    for (const effect of effects) note(effect)
  }

  function note(effect: ChatEffect): void {
    if (effect.type === 'send') sent.push({ at, batch: effect.batch })
    if (effect.type === 'ended') ended.push({ ids: effect.batch.ids, failure: effect.failure })
    if (effect.type === 'wake') wakeAt = effect.at
  }

  return {
    sent,
    ended,
    queue: () => queue,
    now: () => at,
    add: (n: number, isUrgent = false) => step({ type: 'added', id: id(n), isUrgent, at }),
    /** Answers what is under way; all of it unless an outcome of one lane is wanted. */
    answer(outcome: ChatOutcome = { kind: 'sent' }) {
      for (const batch of queue.sending) step({ type: 'answered', batch, outcome, at })
    },
    /** Lets time pass, waking whenever asked to. */
    pass(ms: number) {
      const until = at + ms
      while (wakeAt !== null && wakeAt <= until) {
        at = Math.max(at, wakeAt)
        step({ type: 'clock', at })
      }
      at = until
    },
  }
}

const idsOf = (sent: readonly Sent[]): readonly (readonly string[])[] => sent.map(({ batch }) => batch.ids)

describe('chat queue', () => {
  test('the first message leaves at once; those that wait for its answer leave together', () => {
    const fixture = createFixture()
    for (const n of [1, 2, 3]) fixture.add(n)
    assert.deepEqual(idsOf(fixture.sent), [['n1']])
    fixture.answer()
    assert.deepEqual(idsOf(fixture.sent), [['n1'], ['n2', 'n3']])
  })

  test('urgent messages leave one by one, next to an ordinary one that gets no answer', () => {
    const fixture = createFixture()
    fixture.add(1)
    fixture.add(2, true)
    fixture.add(3, true)
    assert.deepEqual(idsOf(fixture.sent), [['n1'], ['n2']])
    fixture.answer()
    assert.deepEqual(idsOf(fixture.sent), [['n1'], ['n2'], ['n3']])
  })

  test('15 ordinary messages a minute, 5 more for urgent ones, and a summary once a minute has passed', () => {
    const fixture = createFixture()
    for (let n = 1; n <= 18; n += 1) {
      fixture.add(n)
      fixture.answer()
    }
    assert.equal(fixture.sent.length, 15)
    for (let n = 21; n <= 26; n += 1) {
      fixture.add(n, true)
      fixture.answer()
    }
    assert.equal(fixture.sent.length, 20)
    fixture.pass(59_999)
    assert.equal(fixture.sent.length, 20)
    fixture.pass(1)
    fixture.answer()
    assert.deepEqual(idsOf(fixture.sent).slice(20), [['n26'], ['n16', 'n17', 'n18']])
  })

  test('429 with a wait of at most a minute is repeated once; nothing leaves meanwhile', () => {
    const fixture = createFixture()
    fixture.add(1)
    fixture.answer({ kind: 'limited', retryAfterMs: 10_000 })
    fixture.add(2)
    fixture.add(3, true)
    fixture.pass(9_999)
    assert.equal(fixture.sent.length, 1)
    fixture.pass(1)
    assert.deepEqual(idsOf(fixture.sent), [['n1'], ['n1'], ['n3']])
    fixture.answer({ kind: 'limited', retryAfterMs: 10_000 })
    assert.deepEqual(fixture.ended, [
      { ids: ['n1'], failure: 'the chat service accepts no more messages for 10 s' },
    ])
  })

  test('429 with a longer wait ends the message and holds the others, which leave as one afterwards', () => {
    const fixture = createFixture()
    fixture.add(1)
    fixture.answer({ kind: 'limited', retryAfterMs: 300_000 })
    assert.deepEqual(fixture.ended, [
      { ids: ['n1'], failure: 'the chat service accepts no more messages for 300 s' },
    ])
    fixture.add(2)
    fixture.add(3)
    fixture.pass(299_999)
    assert.equal(fixture.sent.length, 1)
    fixture.pass(1)
    assert.deepEqual(idsOf(fixture.sent), [['n1'], ['n2', 'n3']])
  })

  test('a failed message is never sent again', () => {
    const fixture = createFixture()
    fixture.add(1)
    fixture.answer({ kind: 'failed', reason: 'the chat service refused (401)' })
    fixture.pass(600_000)
    assert.equal(fixture.sent.length, 1)
    assert.deepEqual(fixture.ended, [{ ids: ['n1'], failure: 'the chat service refused (401)' }])
  })

  test('whatever happens: 20 and 15 a minute, each message ends once, and none is sent more than twice', () => {
    const happening = fc.oneof(
      { weight: 6, arbitrary: fc.constant('ordinary' as const) },
      { weight: 3, arbitrary: fc.constant('urgent' as const) },
      { weight: 5, arbitrary: fc.constant('sent' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('failed' as const, 'limited' as const, 'limited_long' as const),
      },
      { weight: 3, arbitrary: fc.constantFrom('second' as const, 'half_minute' as const) },
    )
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 150 }), (happenings) => {
        const fixture = createFixture()
        let added = 0
        for (const one of happenings) {
          if (one === 'ordinary' || one === 'urgent') fixture.add((added += 1), one === 'urgent')
          else if (one === 'second') fixture.pass(1_000)
          else if (one === 'half_minute') fixture.pass(30_000)
          else fixture.answer(OUTCOMES[one])
        }
        for (
          let round = 0;
          round < 200 && fixture.ended.flatMap(({ ids }) => ids).length < added;
          round += 1
        ) {
          fixture.answer()
          fixture.pass(10_000)
        }
        assert.equal(new Set(fixture.ended.flatMap(({ ids }) => ids)).size, added)
        assert.equal(fixture.ended.flatMap(({ ids }) => ids).length, added)
        for (const [index, { at, batch }] of fixture.sent.entries()) {
          const minute = fixture.sent.slice(0, index).filter((other) => other.at > at - 60_000)
          assert.ok(minute.length < (batch.isUrgent ? 20 : 15))
          assert.ok(!batch.isUrgent || batch.ids.length === 1)
        }
        for (let n = 1; n <= added; n += 1) {
          const times = fixture.sent.filter(({ batch }) => batch.ids.includes(id(n)))
          assert.ok(times.length <= 2)
          assert.equal(times.filter(({ batch }) => !batch.isRetry).length, 1)
        }
      }),
    )
  })
})

const OUTCOMES = {
  sent: { kind: 'sent' },
  failed: { kind: 'failed', reason: 'down' },
  limited: { kind: 'limited', retryAfterMs: 10_000 },
  limited_long: { kind: 'limited', retryAfterMs: 300_000 },
} as const satisfies Record<string, ChatOutcome>
