import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Alert, AlertTarget } from '../alert/alert.ts'
import type { AlertReading } from '../alert/alert-reading.ts'
import type { GameStatus } from '../market/game.ts'
import type { AlertId, GameId, OutcomeId } from '../ids.ts'
import { firesByHindsight } from '../testing/alert-reference.ts'
import { stepAlert, type AlertEvent } from './alert.ts'

const OUTCOME = 'pm:1' as OutcomeId
const GAME = 'pm:9' as GameId
const TICK = 100

function alertOn(target: AlertTarget, repeat: boolean): Alert {
  return {
    id: '01890a5d-ac96-774b-bcce-b302099a8057' as AlertId,
    target,
    repeat,
    note: '',
    state: 'active',
    phase: 'new',
    baseline: null,
    createdAt: 0,
    armedAt: null,
    lastFiredAt: null,
  }
}

const above = (threshold: number): AlertTarget => ({
  kind: 'price',
  outcomeId: OUTCOME,
  direction: 'above',
  threshold,
})
const value = (steps: number): AlertReading => ({ type: 'value', value: steps, tick: TICK })
const stale: AlertReading = { type: 'blocked', reason: 'feed_down' }
const scored = (score: string): AlertReading => ({ type: 'score', score })
const stands = (status: GameStatus): AlertReading => ({ type: 'game', status })

/** Feeds readings one by one; answers at which of them (from 0) it fired, and how it ended. */
function run(
  alert: Alert,
  events: readonly (AlertReading | 'pause' | 'resume' | 'restart')[],
): { readonly fired: readonly number[]; readonly alert: Alert } {
  let state = alert
  const fired: number[] = []
  for (const [index, one] of events.entries()) {
    if (one === 'restart') {
      // A new process knows only the state on disk.
      state = JSON.parse(JSON.stringify(state)) as Alert
      continue
    }
    const event: AlertEvent =
      typeof one === 'string' ? { type: one } : { type: 'read', reading: one, at: index }
    const step = stepAlert(state, event)
    if (step.effects.length > 0) fired.push(index)
    assert.ok(step.effects.length <= 1)
    state = step.state
  }
  return { fired, alert: state }
}

const fires = (target: AlertTarget, repeat: boolean, ...events: Parameters<typeof run>[1][number][]) =>
  run(alertOn(target, repeat), events).fired

describe('alert machine', () => {
  test('INV-27 an alert fires when the value reaches the threshold, not before and only once', () => {
    assert.deepEqual(fires(above(5000), false, value(4900), value(4999), value(5000), value(5100)), [2])
    const below: AlertTarget = { kind: 'price', outcomeId: OUTCOME, direction: 'below', threshold: 3000 }
    assert.deepEqual(fires(below, false, value(3100), value(3000), value(2900)), [1])
  })

  test('INV-27 what held when the alert was set does not fire; a tick back and forth does', () => {
    assert.deepEqual(fires(above(5000), false, value(5200), value(5000), value(4900), value(5000)), [3])
  })

  test('a repeating alert re-arms one tick back, and not within a tick', () => {
    const path = [4900, 5000, 4950, 5000, 4900, 5000].map(value)
    assert.deepEqual(fires(above(5000), true, ...path), [1, 5])
    assert.deepEqual(fires(above(5000), false, ...path), [1])
  })

  test('INV-27 nothing fires on stale data; what was crossed meanwhile fires with the first live reading', () => {
    assert.deepEqual(fires(above(5000), true, value(4900), stale, stale, value(5000)), [3])
    assert.deepEqual(fires(above(5000), true, stale, value(5000), stale, value(5000)), [])
  })

  test('INV-27 an alert survives a restart: it fires on the first snapshot only when newly reached', () => {
    assert.deepEqual(fires(above(5000), false, value(4900), 'restart', value(5000)), [2])
    assert.deepEqual(fires(above(5000), true, value(4900), value(5000), 'restart', value(5000)), [1])
    assert.deepEqual(
      fires(above(5000), false, value(4900), value(5000), 'restart', value(4900), value(5000)),
      [1],
    )
  })

  test('a crossing while paused is not reported; resuming restarts', () => {
    assert.deepEqual(fires(above(5000), true, value(4900), 'pause', value(5000), 'resume', value(5000)), [])
    const undisturbed = [value(4900), 'pause', 'resume', value(4900), value(5000)] as const
    assert.deepEqual(fires(above(5000), true, ...undisturbed), [4])
  })

  test('a fired alert that is set again restarts', () => {
    const path = [value(4900), value(5000), 'resume', value(5000), value(4900), value(5000)] as const
    assert.deepEqual(fires(above(5000), false, ...path), [1, 5])
  })

  test('a new threshold restarts, a new note does not', () => {
    const armed = run(alertOn(above(5000), false), [value(4900)]).alert
    const moved = stepAlert(armed, { type: 'change', target: above(4800), repeat: false, note: '' }).state
    assert.deepEqual(run(moved, [value(4900)]).fired, [])
    const noted = stepAlert(armed, { type: 'change', target: above(5000), repeat: false, note: 'x' }).state
    assert.deepEqual(run(noted, [value(5000)]).fired, [0])
  })

  test('any change of the score: each once, not the first one received', () => {
    const target: AlertTarget = { kind: 'score', gameId: GAME, threshold: null }
    const path = ['0-0', '0-0', '1-0', '1-0', '1-1'].map(scored)
    assert.deepEqual(fires(target, true, ...path), [2, 4])
    assert.deepEqual(fires(target, false, ...path), [2])
    assert.deepEqual(fires(target, true, scored('0-0'), 'restart', stale, scored('1-0')), [3])
  })

  test('the total of a score reaches its threshold', () => {
    const target: AlertTarget = { kind: 'score', gameId: GAME, threshold: 3 }
    const points = (total: number): AlertReading => ({ type: 'value', value: total, tick: 1 })
    assert.deepEqual(
      fires(target, true, points(0), points(2), points(4), points(3), points(2), points(3)),
      [2, 5],
    )
  })

  test('a game starts once and ends once; one that is over has started too', () => {
    const start: AlertTarget = { kind: 'game_start', gameId: GAME }
    const end: AlertTarget = { kind: 'game_end', gameId: GAME }
    const game = (['scheduled', 'live', 'paused', 'live', 'ended', 'ended'] as const).map(stands)
    assert.deepEqual(fires(start, false, ...game), [1])
    assert.deepEqual(fires(end, false, ...game), [4])
    assert.deepEqual(fires(start, false, stands('live'), stands('ended')), [])
    assert.deepEqual(fires(start, false, stands('scheduled'), stale, stands('ended')), [2])
  })

  test('INV-27 any path, stale spell, restart and pause: what a simple reference counts, and nothing while blocked', () => {
    const happening = fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 46, max: 54 }).map((tick) => value(tick * TICK)) },
      { weight: 2, arbitrary: fc.integer({ min: 4850, max: 5150 }).map(value) },
      { weight: 2, arbitrary: fc.constant(stale) },
      { weight: 1, arbitrary: fc.constantFrom('pause' as const, 'resume' as const) },
      { weight: 1, arbitrary: fc.constant('restart' as const) },
    )
    fc.assert(
      fc.property(
        fc.array(happening, { maxLength: 60 }),
        fc.boolean(),
        fc.constantFrom('above' as const, 'below' as const),
        (events, repeat, direction) => {
          const target: AlertTarget = { kind: 'price', outcomeId: OUTCOME, direction, threshold: 5000 }
          const { fired } = run(alertOn(target, repeat), events)
          assert.deepEqual(
            fired,
            firesByHindsight(events, { repeat, direction, threshold: 5000, tick: TICK }),
          )
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
