import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Event } from '../../platform/api/client.ts'
import { chooseLadders, ladderRefusal } from './ladder-choice.ts'
import { findSelection } from './selection.ts'

const market = (name: string) => ({
  id: name,
  status: 'open',
  acceptingOrders: true,
  outcomes: [{ id: `${name}1` }, { id: `${name}2` }],
})

const event = {
  markets: ['a', 'b', 'c'].map(market),
} as unknown as Event

const selectionOf = (id: string) => {
  const selection = findSelection(event, id)
  assert.ok(selection !== null)
  return selection
}

test('with nothing chosen both outcomes stand in the order of the market, or the selected one', () => {
  const ids = (room: number) => chooseLadders(selectionOf('a2'), [], room).map((place) => place.outcome.id)
  assert.deepEqual(ids(2), ['a1', 'a2'])
  assert.deepEqual(ids(4), ['a1', 'a2'])
  assert.deepEqual(ids(1), ['a2'])
})

test('the selected one is always shown, never more than fit, and the order of choosing holds', () => {
  const id: fc.Arbitrary<string> = fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1', 'c2')
  fc.assert(
    fc.property(
      id,
      fc.uniqueArray(fc.oneof(id, fc.constant('gone'))),
      fc.integer({ min: 1, max: 4 }),
      (selected, chosen, room) => {
        const shown = chooseLadders(selectionOf(selected), chosen, room).map(
          (place): string => place.outcome.id,
        )
        assert.ok(shown.includes(selected))
        assert.ok(shown.length <= Math.max(room, 1))
        const order = chosen.filter((one) => shown.includes(one))
        if (order.length > 0)
          assert.deepEqual(
            shown.filter((one) => order.includes(one)),
            order,
          )
      },
    ),
  )
})

test('twelve ladders of one event are the most, and a further one is refused with the reason; those of other events count for nothing', () => {
  const large = { markets: Array.from({ length: 7 }, (_, at) => market(String(at))) } as unknown as Event
  const all = large.markets.flatMap(({ outcomes }) => outcomes.map(({ id }) => id))
  assert.equal(ladderRefusal(large, '61', [...all.slice(0, 11), 'a1', 'gone']), null)
  assert.equal(ladderRefusal(large, '01', all.slice(0, 12)), null)
  assert.match(ladderRefusal(large, '61', all.slice(0, 12)) ?? '', /^At most 12 ladders/)
})
