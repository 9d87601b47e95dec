import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOnTick, priceFromSteps, TICK_SIZES } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import {
  groupsOf,
  priceAtRow,
  priceFor,
  rangeOf,
  regrouped,
  rowCount,
  rowOfPrice,
  rowPriceOf,
} from './ladder-grid.ts'
import type { LadderGrid } from './ladder-grid.ts'

const grids: readonly LadderGrid[] = TICK_SIZES.flatMap((tick) =>
  groupsOf(tick).map((group) => ({ tick, group })),
)

function at(steps: number): Price {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return price
}

test('every price of the tick lies in exactly one row, whatever the grouping', () => {
  for (const grid of grids) {
    const seen: number[] = []
    for (let row = rowCount(grid) - 1; row >= 0; row -= 1) {
      const low = priceAtRow(row, grid)
      assert.ok(low !== null, `row ${row} of ${JSON.stringify(grid)}`)
      assert.equal(rowOfPrice(low, grid), row)
      const { high } = rangeOf(low, grid)
      for (let steps: number = low; steps <= high; steps += grid.tick) {
        assert.equal(rowPriceOf(steps, grid), low)
        seen.push(steps)
      }
    }
    const all = Array.from({ length: 10_000 / grid.tick - 1 }, (_, n) => (n + 1) * grid.tick)
    assert.deepEqual(seen, all, JSON.stringify(grid))
    assert.equal(priceAtRow(rowCount(grid), grid), null)
    assert.equal(priceAtRow(-1, grid), null)
  }
})

test('a grouped row means its highest price for a buy and its lowest for a sell, both on the tick', () => {
  const grid: LadderGrid = { tick: 10, group: 10 }
  assert.deepEqual(rangeOf(at(5_700), grid), { low: 5_700, high: 5_790 })
  assert.equal(priceFor(at(5_700), 'BUY', grid), 5_790)
  assert.equal(priceFor(at(5_700), 'SELL', grid), 5_700)
  assert.deepEqual(rangeOf(at(10), grid), { low: 10, high: 90 })
  assert.deepEqual(rangeOf(at(9_900), grid), { low: 9_900, high: 9_990 })
  assert.equal(priceFor(at(5_700), 'BUY', { tick: 100, group: 1 }), 5_700)
  fc.assert(
    fc.property(
      fc.constantFrom(...grids),
      fc.nat(9_999),
      fc.constantFrom('BUY', 'SELL'),
      (grid_, n, side) => {
        const row = priceAtRow(n % rowCount(grid_), grid_)
        assert.ok(row !== null)
        const price = priceFor(row, side, grid_)
        assert.ok(isOnTick(price, grid_.tick))
        assert.equal(rowPriceOf(price, grid_), row)
      },
    ),
  )
})

test('coarser and finer step through the groupings that leave ten rows, and stop at the ends', () => {
  assert.deepEqual(groupsOf(1), [1, 2, 5, 10, 50, 100])
  assert.deepEqual(groupsOf(100), [1, 2, 5, 10])
  assert.deepEqual(groupsOf(1_000), [1])
  let grid: LadderGrid = { tick: 100, group: 1 }
  assert.deepEqual(regrouped(grid, -1), grid)
  for (const group of [2, 5, 10, 10]) {
    grid = regrouped(grid, 1)
    assert.equal(grid.group, group)
  }
  assert.equal(regrouped(grid, -1).group, 5)
  for (const one of grids) if (one.group !== 1) assert.ok(rowCount(one) >= 10, JSON.stringify(one))
})
