import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MOST_LADDERS } from '../event/ladder-choice.ts'
import { ladderRoom, ladderRows, mostIn } from './ladder-rows.ts'

const AROUND = 200
const PRICE = 26

const panel = fc.record({
  width: fc.integer({ min: 0, max: 6_000 }),
  height: fc.integer({ min: 0, max: 3_000 }),
})

test('never more than fit; no row is empty, none has more than one more than another, the fuller ones come first', () => {
  fc.assert(
    fc.property(panel, fc.nat(), ({ width, height }, n) => {
      const room = ladderRoom({ width, height }, AROUND, PRICE)
      const most = mostIn(room)
      assert.ok(most >= 1 && most <= MOST_LADDERS)
      const count = 1 + (n % most)
      const rows = ladderRows(room, count)
      assert.equal(
        rows.reduce((sum, one) => sum + one, 0),
        count,
      )
      assert.deepEqual(
        rows,
        rows.toSorted((one, other) => other - one),
      )
      const [first = 0, last = 0] = [rows[0], rows.at(-1)]
      assert.ok(last >= 1 && first - last <= 1)
      // One ladder has all that there is, however little; beside others each has its width, and in rows its prices.
      if (first > 1) assert.ok((width - 4 * (first - 1)) / first >= 266)
      if (rows.length > 1) {
        assert.ok((height - 4 * (rows.length - 1)) / rows.length >= AROUND + 12 * PRICE)
        assert.ok((rows.length - 1) * room.across < count, 'fewer rows would not hold them')
      }
    }),
  )
})

test('a panel that is not high enough for two rows keeps one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6_000 }), (width) => {
      const room = ladderRoom({ width, height: 2 * (AROUND + 12 * PRICE) + 3 }, AROUND, PRICE)
      assert.deepEqual(ladderRows(room, mostIn(room)).length, 1)
    }),
  )
})

test('seven where six fit side by side are four and three, seven where three fit are three, two and two', () => {
  assert.deepEqual(ladderRows({ across: 6, down: 2 }, 6), [6])
  assert.deepEqual(ladderRows({ across: 6, down: 2 }, 7), [4, 3])
  assert.deepEqual(ladderRows({ across: 6, down: 2 }, 12), [6, 6])
  assert.deepEqual(ladderRows({ across: 3, down: 3 }, 7), [3, 2, 2])
  assert.deepEqual(ladderRows({ across: 6, down: 2 }, 0), [])
})
