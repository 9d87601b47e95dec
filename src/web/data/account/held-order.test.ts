import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { heldOrder, shownOrder } from './held-order.ts'

const same = (id: string) => id
const ids = fc.uniqueArray(fc.nat(20).map(String))

test('while held, rows keep their places whatever their order is now, and new ones come at the end', () => {
  fc.assert(
    fc.property(ids, ids, (sorted, before) => {
      const shown = heldOrder(sorted, before, same)
      const kept = before.filter((id) => sorted.includes(id))
      assert.deepEqual(shown.slice(0, kept.length), kept)
      assert.deepEqual(
        shown.slice(kept.length),
        sorted.filter((id) => !before.includes(id)),
      )
    }),
  )
})

test('a row that no longer passes the filter stays while held and goes once it is not', () => {
  const passes = (id: string) => id !== 'b'
  assert.deepEqual(shownOrder(['c', 'b', 'a'], passes, ['a', 'b'], same), ['a', 'b', 'c'])
  assert.deepEqual(shownOrder(['c', 'b', 'a'], passes, null, same), ['c', 'a'])
})
