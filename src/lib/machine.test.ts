// The driver of all machines: one event at a time, state before effects.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runMachine, type Step } from './machine.ts'

/** Counts, and doubles each odd event into one more. */
const step = (state: number, event: number): Step<number, string> => ({
  state: state + event,
  effects: event === 0 ? [] : [`first ${state + event}`, `second ${state + event}`],
})

describe('machine driver', () => {
  test('an effect sees the stored state, and what it sends waits until its event is done', () => {
    const seen: string[] = []
    const machine = runMachine<number, number, string>({
      initial: 0,
      step,
      perform(effect, state) {
        seen.push(`${effect} at ${state}, now ${machine.state()}`)
        if (effect === 'first 1') machine.send(10)
      },
    })
    machine.send(1)
    assert.deepEqual(seen, [
      'first 1 at 1, now 1',
      'second 1 at 1, now 1',
      'first 11 at 11, now 11',
      'second 11 at 11, now 11',
    ])
  })

  test('an effect that throws leaves the machine usable', () => {
    const machine = runMachine<number, number, string>({
      initial: 0,
      step,
      perform() {
        throw new Error('bug')
      },
    })
    assert.throws(() => {
      machine.send(1)
    }, /bug/)
    machine.send(0)
    assert.equal(machine.state(), 1)
  })
})
