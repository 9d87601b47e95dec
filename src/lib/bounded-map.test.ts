// A map and a set that drop the oldest, against a plain list of the same calls.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { BoundedMap, BoundedSet } from './bounded-map.ts'

const key = fc.nat(6)
const calls = fc.array(fc.record({ key, isSet: fc.boolean(), value: fc.nat(9) }))

describe('bounded map and set', () => {
  test('hold what came last, each entry in its first place, and no more than their size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), calls, (max, list) => {
        const map = new BoundedMap<number, number>(max)
        const set = new BoundedSet<number>(max)
        let model: (readonly [number, number])[] = []
        for (const call of list) {
          const others = model.filter(([held]) => held !== call.key)
          if (call.isSet) {
            map.set(call.key, call.value)
            set.add(call.key)
            model =
              others.length === model.length
                ? [...model, [call.key, call.value] as const].slice(-max)
                : model.map(([held, value]) => [held, held === call.key ? call.value : value] as const)
          } else {
            map.delete(call.key)
            set.delete(call.key)
            model = others
          }
          assert.deepEqual([...map], model)
          assert.deepEqual(
            [...set],
            model.map(([held]) => held),
          )
        }
      }),
    )
  })

  test('what must stay stays beyond the size; the oldest that may go goes for it', () => {
    const map = new BoundedMap<string, 'open' | 'done'>(2, (value) => value === 'done')
    map.set('a', 'open').set('b', 'done').set('c', 'open')
    assert.deepEqual([...map.keys()], ['a', 'c'])
    map.set('d', 'open')
    assert.deepEqual([...map.keys()], ['a', 'c', 'd'])
  })
})
