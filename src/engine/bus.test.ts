// The bus: synchronous and in order; a listener's bug harms nobody else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBus } from './bus.ts'

describe('bus', () => {
  test('calls every listener of the topic, in order, before it returns', () => {
    const bus = createBus(() => assert.fail('no bug here'))
    const received: string[] = []
    bus.subscribe('catalog', ({ events }) => received.push(`first ${events}`))
    bus.subscribe('catalog', ({ events }) => received.push(`second ${events}`))
    bus.subscribe('disarmed', () => received.push('other topic'))
    bus.publish('catalog', { events: 1 })
    assert.deepEqual(received, ['first 1', 'second 1'])
  })

  test('a listener that throws is reported, and the others receive the fact', () => {
    const bugs: string[] = []
    const bus = createBus((topic, error) => bugs.push(`${topic}: ${String(error)}`))
    const received: number[] = []
    bus.subscribe('catalog', () => {
      throw new Error('bug')
    })
    bus.subscribe('catalog', ({ events }) => received.push(events))
    bus.publish('catalog', { events: 2 })
    assert.deepEqual(received, [2])
    assert.deepEqual(bugs, ['catalog: Error: bug'])
  })

  test('who has unsubscribed receives nothing more, even from within', () => {
    const bus = createBus(() => assert.fail('no bug here'))
    const received: number[] = []
    const stop = bus.subscribe('catalog', ({ events }) => {
      received.push(events)
      stop()
    })
    bus.publish('catalog', { events: 1 })
    bus.publish('catalog', { events: 2 })
    assert.deepEqual(received, [1])
  })
})
