import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_LADDERS } from '../data/markets/ladder-choice.ts'
import { ladderRoom, ladderRows, ladderWidth, mostIn, narrowed } from './ladder-rows.ts'

/** Height beside the prices of a low ladder, and above all rows. */
const AROUND = 152
const DEFAULTS_BAR = 38

const panel = fc.record({
  width: fc.integer({ min: 0, max: 6_000 }),
  height: fc.integer({ min: 0, max: 3_000 }),
})
const price = fc.constantFrom(22, 26, 45)

test('never more than fit; no row is empty, none has more than one more than another, the fuller ones come first', () => {
  fc.assert(
    fc.property(panel, price, fc.nat(), ({ width, height }, one, n) => {
      const room = ladderRoom({ width, height }, one, 1)
      const most = mostIn(room)
      assert.ok(most >= 1 && most <= MAX_LADDERS)
      const count = 1 + (n % most)
      const rows = ladderRows(room, count)
      assert.equal(
        rows.reduce((sum, row) => sum + row, 0),
        count,
      )
      assert.deepEqual(
        rows,
        rows.toSorted((row, other) => other - row),
      )
      const [first = 0, last = 0] = [rows[0], rows.at(-1)]
      assert.ok(last >= 1 && first - last <= 1)
      // One ladder has all that there is, however little; beside others each has its width, and in rows its prices.
      if (first > 1) assert.ok((width - 4 * (first - 1)) / first >= 266)
      if (rows.length > 1) {
        assert.ok(first > 1)
        assert.ok((height - DEFAULTS_BAR - 4 * (rows.length - 1)) / rows.length >= AROUND + 11 * one)
        assert.ok((rows.length - 1) * room.across < count, 'fewer rows would not hold them')
      }
    }),
  )
})

test('rows come with eleven prices in each ladder, and go only when fewer than nine are left', () => {
  const high = (prices: number) => DEFAULTS_BAR + 2 * (AROUND + prices * 26) + 4
  const down = (height: number, before: number) => ladderRoom({ width: 1_700, height }, 26, before).down
  assert.deepEqual([down(high(11) - 1, 1), down(high(11), 1)], [1, 2])
  assert.deepEqual([down(high(9), 2), down(high(9) - 1, 2)], [2, 1])
  fc.assert(
    fc.property(panel, price, fc.integer({ min: 1, max: 3 }), (size, one, before) => {
      const room = ladderRoom(size, one, before)
      assert.deepEqual(ladderRoom(size, one, room.down), room, 'what stands stays as long as the size does')
    }),
  )
})

test('the ladders of a wide workspace have two rows at 1080 pixels and one at 900; one narrow ladder is never one of two', () => {
  assert.deepEqual(ladderRoom({ width: 1_628, height: 1_108 }, 26, 1), { across: 6, down: 2 })
  assert.deepEqual(ladderRoom({ width: 1_628, height: 988 }, 26, 1), { across: 6, down: 2 })
  assert.deepEqual(ladderRoom({ width: 576, height: 808 }, 26, 1), { across: 2, down: 1 })
  assert.deepEqual(ladderRoom({ width: 535, height: 2_000 }, 26, 1), { across: 1, down: 1 })
})

test('seven where six fit side by side are four and three, seven where three fit are three, two and two', () => {
  assert.deepEqual(ladderRows({ across: 6, down: 2 }, 6), [6])
  assert.deepEqual(ladderRows({ across: 6, down: 2 }, 7), [4, 3])
  assert.deepEqual(ladderRows({ across: 6, down: 2 }, 12), [6, 6])
  assert.deepEqual(ladderRows({ across: 3, down: 3 }, 7), [3, 2, 2])
  assert.deepEqual(ladderRows({ across: 6, down: 2 }, 0), [])
})

test('a panel that gives way keeps as many ladders as have room, each as wide as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 266, max: 5_000 }), fc.integer({ min: 1, max: 5_000 }), (panel, room) => {
      const width = narrowed(panel, room)
      const each = ladderWidth(panel)
      assert.ok(width <= room)
      if (room >= panel || room < each) assert.equal(width, room)
      else {
        assert.equal(ladderWidth(width), each)
        assert.ok(width + 4 + each > room, 'one more has no room')
      }
    }),
  )
})
