import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { arrange, GAP, moveSash, share } from './arrange.ts'
import { factsOf } from './panel-kinds.ts'
import { PRESETS, roomIn } from './presets.ts'
import { bringBefore, group, isActiveTab, resize, row } from './tree.ts'
import type { Layout } from './tree.ts'

const DESKTOP = { width: 1_430, height: 808 }

function placed(layout: Layout, { width, height }: { readonly width: number; readonly height: number }) {
  return arrange(
    layout.root,
    { x: 0, y: 0, width, height },
    (id) => factsOf(layout.panels[id]?.kind ?? '').least,
  )
}

function boxOf(layout: Layout, id: string, room = DESKTOP) {
  const found = placed(layout, room).groups.find((one) => one.group.panels.includes(id))
  assert.ok(found !== undefined, id)
  return found.box
}

describe('pixels of the panels', () => {
  test('shares add up to the whole, and no group is below its minimum if there is enough', () => {
    const part = fc.record({ size: fc.double({ min: 0.01, max: 1_000, noNaN: true }), least: fc.nat(200) })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.nat(3_000), (parts, total) => {
        const least = parts.map((one) => one.least)
        const given = share(
          total,
          parts.map((one) => one.size),
          least,
        )
        assert.equal(
          given.reduce((sum, one) => sum + one, 0),
          total,
        )
        if (least.reduce((sum, one) => sum + one, 0) < total) {
          for (const [at, one] of given.entries())
            assert.ok(one >= (least[at] ?? 0) - 1, `${one} of ${least[at]}`)
        }
      }),
      { examples: [[[{ size: 1, least: 0 }], 0]] },
    )
  })

  test('panels touch nothing but their gaps, in every preset and at every size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PRESETS),
        fc.integer({ min: 1_090, max: 3_800 }),
        fc.integer({ min: 560, max: 2_000 }),
        (preset, width, height) => {
          const { groups } = placed(preset.layout({ width, height }), { width, height })
          for (const [at, one] of groups.entries()) {
            assert.ok(one.box.x >= 0 && one.box.x + one.box.width <= width)
            assert.ok(one.box.y >= 0 && one.box.y + one.box.height <= height)
            for (const other of groups.slice(at + 1)) assert.ok(areApart(one.box, other.box))
          }
        },
      ),
    )
  })

  test('the ladder desk at 1440 has its markets, two ladders and the ticket at their widths', () => {
    const layout = PRESETS[0].layout(DESKTOP)
    assert.deepEqual(
      ['discovery', 'ladders', 'ticket'].map((id) => boxOf(layout, id).width),
      [232, 576, 272],
    )
    assert.deepEqual(boxOf(layout, 'ladders').height, 808)
    assert.equal(boxOf(layout, 'orders').height, 164)
  })

  test('a tablet has lists over orders and the ladder over the ticket; on its side they are a scroll away', () => {
    const room = roomIn(810, 1_086)
    const layout = PRESETS[0].layout(room)
    assert.deepEqual(
      ['event', 'orders', 'ladders', 'ticket'].map((id) => boxOf(layout, id, room)),
      [
        { x: 0, y: 0, width: 466, height: 852 },
        { x: 0, y: 856, width: 466, height: 230 },
        { x: 470, y: 0, width: 340, height: 563 },
        { x: 470, y: 567, width: 340, height: 519 },
      ],
    )
    const low = roomIn(834, 290)
    assert.ok(boxOf(PRESETS[0].layout(low), 'ladders', low).height >= 320)
    assert.deepEqual(roomIn(1_430, 290), { width: 1_430, height: 290 })
    const markets = bringBefore(layout, 'discovery', 'event')
    assert.ok(isActiveTab(markets, 'discovery'))
    assert.ok(isActiveTab(bringBefore(markets, 'event', 'discovery'), 'event'))
    assert.equal(bringBefore(layout, 'event', 'discovery'), layout)
  })

  test('a divider moves both neighbours by the same, and neither under its least', () => {
    const layout: Layout = {
      root: row(1, [group(1, ['a']), group(1, ['b']), group(2, ['c'])]),
      panels: {},
    }
    const least = () => ({ width: 50, height: 10 })
    const [sash] = arrange(layout.root, { x: 0, y: 0, width: 408, height: 100 }, least).sashes
    assert.ok(sash !== undefined)
    assert.deepEqual(sash.extents, [100, 100, 200])
    assert.deepEqual(moveSash(sash, 30), [130, 70, 200])
    assert.deepEqual(moveSash(sash, 3_000), [150, 50, 200])
    assert.deepEqual(moveSash(sash, -3_000), [50, 150, 200])
    const moved = resize(layout, sash.path, moveSash(sash, 30))
    assert.deepEqual(
      arrange(moved.root, { x: 0, y: 0, width: 408, height: 100 }, least).groups.map(({ box }) => box.width),
      [130, 70, 200],
    )
  })
})

type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function areApart(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x + one.width + GAP <= other.x ||
    other.x + other.width + GAP <= one.x ||
    one.y + one.height + GAP <= other.y ||
    other.y + other.height + GAP <= one.y
  )
}
