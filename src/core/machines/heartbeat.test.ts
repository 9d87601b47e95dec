// Rules shown here: VEN-17.
// One chain of ids, one beat at a time, no gap over six seconds, health from answers alone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { replay } from '../testing/replay.ts'
import { HEARTBEAT_START, isHeartbeatHealthy, LAPSE_MS, stepHeartbeat } from './heartbeat.ts'
import type { HeartbeatEffect, HeartbeatEvent, HeartbeatState } from './heartbeat.ts'
import type { Moment } from './trading-mode.ts'

const at = (ms: number): Moment => ({ wall: 1_000_000 + ms, monotonic: ms })
const due = (ms: number): HeartbeatEvent => ({ type: 'due', now: at(ms) })
const taken = (nextId: string, ms: number): HeartbeatEvent => ({ type: 'taken', nextId, now: at(ms) })
const expected = (id: string, ms: number): HeartbeatEvent => ({ type: 'expected', id, now: at(ms) })
const failed: HeartbeatEvent = { type: 'failed' }

const run = (...events: HeartbeatEvent[]): { state: HeartbeatState; effects: readonly HeartbeatEffect[] } =>
  replay(stepHeartbeat, HEARTBEAT_START, events)

const ids = (effects: readonly HeartbeatEffect[]): readonly string[] =>
  effects.flatMap((effect) => (effect.type === 'send' ? [effect.id] : []))

describe('INV-44 the heartbeat', () => {
  test('begins with an empty id, and each beat carries the id of the answer before it', () => {
    const { effects } = run(due(0), taken('a', 100), due(5_000), taken('b', 5_100), due(10_000))
    assert.deepEqual(effects, [
      { type: 'send', id: '' },
      { type: 'wait', afterMs: 4_900 },
      { type: 'send', id: 'a' },
      { type: 'wait', afterMs: 4_900 },
      { type: 'send', id: 'b' },
    ])
  })

  test('takes the id that is asked for at once, and only once', () => {
    const { state, effects } = run(due(0), expected('x', 50), expected('y', 90))
    assert.deepEqual(effects, [
      { type: 'send', id: '' },
      { type: 'send', id: 'x' },
      { type: 'wait', afterMs: 500 },
    ])
    assert.equal(isHeartbeatHealthy(state, at(100)), false)
    assert.deepEqual(ids(run(due(0), expected('x', 50), expected('y', 90), due(1_090)).effects), [
      '',
      'x',
      'y',
    ])
  })

  test('tries again after half a second when no answer came, with the id that it has', () => {
    const { effects } = run(due(0), taken('a', 10), due(5_000), failed, due(10_000 - 1))
    assert.deepEqual(effects.slice(2), [
      { type: 'send', id: 'a' },
      { type: 'wait', afterMs: 500 },
      { type: 'send', id: 'a' },
    ])
  })

  test('restarts after a lapse, says so once, by whichever clock went on', () => {
    const slept: HeartbeatEvent = { type: 'due', now: { wall: at(60_000).wall, monotonic: 5_000 } }
    for (const late of [due(LAPSE_MS), slept]) {
      const { effects } = run(due(0), taken('a', 10), late, failed, due(80_000))
      assert.deepEqual(
        effects.filter(({ type }) => type !== 'wait'),
        [{ type: 'send', id: '' }, { type: 'lapsed' }, { type: 'send', id: '' }, { type: 'send', id: '' }],
      )
    }
  })

  test('is healthy from a good answer on until a bad one, or until it is too old', () => {
    const before = run(due(0)).state
    const good = run(due(0), taken('a', 10)).state
    const bad = run(due(0), taken('a', 10), due(5_000), failed).state
    assert.equal(isHeartbeatHealthy(before, at(10)), false)
    assert.equal(isHeartbeatHealthy(good, at(LAPSE_MS - 1)), true)
    assert.equal(isHeartbeatHealthy(good, at(LAPSE_MS)), false)
    assert.equal(isHeartbeatHealthy(good, { wall: at(LAPSE_MS).wall, monotonic: 20 }), false)
    assert.equal(isHeartbeatHealthy(bad, at(5_001)), false)
    assert.equal(bad.lastOkAt, at(10).wall)
  })

  test('sends nothing once stopped', () => {
    const { effects } = run(due(0), { type: 'stop' }, taken('a', 10), due(5_000), expected('x', 5_001))
    assert.deepEqual(effects, [{ type: 'send', id: '' }])
  })

  test('never has two under way, and is always either waiting for an answer or for its time', () => {
    const anyEvent = fc.oneof(
      fc.constant('due' as const),
      fc.constant('taken' as const),
      fc.constant('expected' as const),
      fc.constant('failed' as const),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, fc.nat(12_000)), { maxLength: 40 }), (history) => {
        let state = HEARTBEAT_START
        let now = 0
        let isUnderWay = false
        for (const [kind, passed] of history) {
          now += passed
          const event =
            kind === 'due'
              ? due(now)
              : kind === 'failed'
                ? failed
                : { type: kind, id: 'i', nextId: 'n', now: at(now) }
          if (kind !== 'due') isUnderWay = false
          const step = stepHeartbeat(state, event)
          const wasWaiting = state.phase.kind === 'waiting'
          state = step.state
          const sends = ids(step.effects).length
          assert.ok(sends <= 1)
          if (sends === 1) {
            assert.equal(isUnderWay, false)
            isUnderWay = true
          }
          if (wasWaiting && kind !== 'due') {
            assert.equal(step.effects.filter(({ type }) => type !== 'lapsed').length, 1)
          }
          if (wasWaiting && kind === 'due') isUnderWay = true
        }
      }),
    )
  })
})
