import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TICK_SIZES } from '#core/price.ts'
import { groupsOf, rowCount, rowOfPrice } from '../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'
import {
  AT_REST,
  SCROLLED,
  centredTop,
  drawnRows,
  hasLeftMiddle,
  middlePrice,
  middleSteps,
  resizedTop,
  revealingTop,
  stillCovers,
  ticksOutOfView,
} from './grid/use-viewport.ts'

const CENTS: LadderGrid = { tick: 100, group: 1 }
const MILLS: LadderGrid = { tick: 10, group: 1 }
const VIEW = { top: 0, height: 520, rowHeight: 26 }

test('the drawn rows cover the view wherever it is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TICK_SIZES.flatMap((tick) => groupsOf(tick).map((group) => ({ tick, group })))),
      fc.nat(300_000),
      fc.integer({ min: 26, max: 2_000 }),
      fc.constantFrom(AT_REST, SCROLLED),
      (grid, n, height, beyond) => {
        const most = Math.max(0, rowCount(grid) * 26 - height)
        const view = { top: Math.min(n, most), height, rowHeight: 26 }
        const drawn = drawnRows(view, grid, beyond)
        assert.ok(drawn.first * 26 <= view.top)
        assert.ok(drawn.first + drawn.count >= Math.min(rowCount(grid), Math.ceil((view.top + height) / 26)))
        assert.ok(stillCovers(drawn, view, grid))
      },
    ),
  )
})

test('rows drawn for another place or another tick do not cover', () => {
  const drawn = drawnRows(VIEW, MILLS, SCROLLED)
  assert.equal(stillCovers(drawn, { ...VIEW, top: 26 * 4 }, MILLS), true)
  assert.equal(stillCovers(drawn, { ...VIEW, top: 26 * 200 }, MILLS), false)
  assert.equal(stillCovers(drawnRows({ ...VIEW, top: 26 * 500 }, MILLS, AT_REST), VIEW, CENTS), false)
})

test('centring puts the price into the middle, on a whole row, and stops at the ends', () => {
  assert.equal(centredTop(5_000, CENTS, VIEW), (rowOfPrice(5_000, CENTS) - 10) * 26)
  assert.equal(centredTop(9_900, CENTS, VIEW), 0)
  assert.equal(centredTop(100, CENTS, VIEW), 99 * 26 - 520)
  assert.equal(hasLeftMiddle(5_000, CENTS, { ...VIEW, top: centredTop(5_000, CENTS, VIEW) }), false)
  assert.equal(hasLeftMiddle(5_800, CENTS, { ...VIEW, top: centredTop(5_000, CENTS, VIEW) }), true)
})

test('a price out of sight is counted in ticks from the edge', () => {
  const view = { ...VIEW, top: centredTop(5_000, CENTS, VIEW) }
  assert.equal(ticksOutOfView(5_000, CENTS, view), 0)
  assert.equal(ticksOutOfView(6_400, CENTS, view), 4)
  assert.equal(ticksOutOfView(3_700, CENTS, view), -4)
})

test('revealing a row in sight changes nothing; otherwise it comes in with two to spare', () => {
  const view = { ...VIEW, top: 26 * 40 }
  assert.equal(revealingTop(50, view), view.top)
  assert.equal(revealingTop(30, view), 28 * 26)
  assert.equal(revealingTop(70, view), 73 * 26 - 520)
})

test('the middle falls back to what there is', () => {
  assert.equal(middleSteps(5_600, 5_800, null), 5_700)
  assert.equal(middleSteps(5_600, null, 100), 5_600)
  assert.equal(middleSteps(null, 5_800, 100), 5_800)
  assert.equal(middleSteps(null, null, 100), 100)
  assert.equal(middleSteps(null, null, null), 5_000)
})

test('the price in the middle of the view stays there when rows are grouped', () => {
  const view = { ...VIEW, top: centredTop(5_000, MILLS, VIEW) }
  const coarse: LadderGrid = { tick: 10, group: 10 }
  const price = middlePrice(MILLS, view)
  assert.equal(price, 5_000)
  const after = { ...VIEW, top: centredTop(price, coarse, VIEW) }
  assert.equal(middlePrice(coarse, after), 5_000)
  assert.equal(ticksOutOfView(9_900, coarse, after), 390)
})

test('a ladder that becomes far lower or higher keeps the price in its middle; lines that come above the rows move none', () => {
  const view = { ...VIEW, height: 910, top: centredTop(5_000, CENTS, { ...VIEW, height: 910 }) }
  const low = { ...view, height: 332 }
  const after = { ...low, top: resizedTop(view, low, CENTS, 0) }
  assert.equal(middlePrice(CENTS, after), middlePrice(CENTS, view))
  assert.equal(ticksOutOfView(5_000, CENTS, after), 0)
  assert.equal(middlePrice(CENTS, { ...view, top: resizedTop(after, view, CENTS, 0) }), 5_000)
  assert.equal(resizedTop(view, { ...view, height: 910 - 4 * 26 }, CENTS, 0), view.top)
})

test('a strip above the ladder moves no row on the screen, neither when it comes nor when it goes', () => {
  const view = { ...VIEW, top: centredTop(5_000, CENTS, VIEW) }
  const pressed = { ...view, height: VIEW.height - 32 }
  const top = resizedTop(view, pressed, CENTS, 32)
  assert.equal(top, view.top + 32)
  assert.equal(resizedTop({ ...pressed, top }, { ...view, top }, CENTS, -32), view.top)
})

test('at the end of its rows a ladder moves with a strip, and never beyond', () => {
  assert.equal(resizedTop({ ...VIEW, top: 0 }, { ...VIEW, top: 0, height: VIEW.height + 32 }, CENTS, -32), 0)
})

test('a ladder that becomes lower draws fewer rows', () => {
  const drawn = drawnRows({ ...VIEW, height: 910 }, MILLS, SCROLLED)
  assert.equal(stillCovers(drawn, { ...VIEW, height: 884 }, MILLS), true)
  assert.equal(stillCovers(drawn, { ...VIEW, height: 332 }, MILLS), false)
})
