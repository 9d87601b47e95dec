import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { arrange, GAP } from './arrange.ts'
import { panelOfPage } from './overlay-panel.ts'
import { placeOverlay } from './overlay-place.ts'
import { ladderWidth } from './ladder-rows.ts'
import { factsOf } from './panel-kinds.ts'
import { presetOf, PRESETS } from './presets.ts'
import type { Room } from './presets.ts'
import { closePanel, group, row } from './tree.ts'
import type { Box, Layout } from './tree.ts'

const ROOMS: readonly Room[] = [
  { width: 1_090, height: 700 },
  { width: 1_430, height: 808 },
  { width: 1_910, height: 988 },
  { width: 2_550, height: 1_348 },
]

function boxes(layout: Layout, { width, height }: Room): ReadonlyMap<string, Box> {
  const { groups } = arrange(
    layout.root,
    { x: 0, y: 0, width, height },
    (id) => factsOf(layout.panels[id]?.kind ?? '').least,
  )
  return new Map(groups.map((one) => [one.group.active, one.box]))
}

function placed(layout: Layout, room: Room) {
  const { groups } = arrange(
    layout.root,
    { x: 0, y: 0, ...room },
    (id) => factsOf(layout.panels[id]?.kind ?? '').least,
  )
  const { box, groups: beside } = placeOverlay(layout, groups, room)
  return { box, beside: new Map(beside.map((one) => [one.group.active, one.box])) }
}

describe('a page as an overlay panel over the workspace', () => {
  test('on a large screen neither the ladders nor the ticket move by a pixel', () => {
    for (const room of ROOMS.slice(2)) {
      const layout = presetOf('ladder-desk').layout(room)
      const before = boxes(layout, room)
      const { box, beside } = placed(layout, room)
      for (const id of ['ladders', 'ticket']) assert.deepEqual(beside.get(id), before.get(id))
      assert.ok(box.width >= 840)
    }
  })

  test('on a small one ladders give way before the ticket does', () => {
    const room = { width: 1_430, height: 808 }
    const layout = presetOf('ladder-desk').layout(room)
    const before = boxes(layout, room)
    const { box, beside } = placed(layout, room)
    assert.deepEqual(beside.get('ticket'), before.get('ticket'))
    assert.ok((beside.get('ladders')?.width ?? 0) < (before.get('ladders')?.width ?? 0))
    assert.ok(box.width >= 840)
  })

  test('whatever the room and the workspace, it has room to be read, covers nothing that is shown, and nothing is too small', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PRESETS),
        fc.integer({ min: 1_090, max: 5_000 }),
        fc.integer({ min: 600, max: 2_000 }),
        (preset, width, height) => {
          const room = { width, height }
          const layout = preset.layout(room)
          const before = boxes(layout, room)
          const { box, beside } = placed(layout, room)
          assert.ok(box.width >= 500 && box.x >= 0 && box.x + box.width <= width)
          for (const [id, one] of beside) {
            assert.ok(
              one.x + one.width + GAP <= box.x || box.x + box.width + GAP <= one.x,
              `${id} at ${width}`,
            )
            const least = factsOf(layout.panels[id]?.kind ?? '').least.width
            assert.ok(one.width >= Math.min(least, before.get(id)?.width ?? 0), `${id} at ${width}`)
          }
          const sum = [...beside.values()].reduce((all, one) => all + one.width + GAP, box.width)
          assert.equal(sum, width, 'the shipped workspaces leave no gap beside it')
        },
      ),
    )
  })

  test('ladders that stay are as wide as they were: none of them is laid out again', () => {
    const layout: Layout = {
      root: row(1, [group(400, ['event']), group(3_288, ['ladders'])]),
      panels: {
        event: { kind: 'event', pinned: null },
        ladders: { kind: 'ladders', pinned: null },
      },
    }
    fc.assert(
      fc.property(fc.integer({ min: 1_300, max: 5_000 }), (width) => {
        const room = { width, height: 1_120 }
        const before = boxes(layout, room).get('ladders')?.width ?? 0
        const { box, beside } = placed(layout, room)
        const ladders = beside.get('ladders')?.width ?? 0
        assert.ok(ladders < before && ladders >= 266)
        // A ladder and the ticket keep their room, some pixels of which are a gap.
        assert.ok(box.width >= Math.min(840, width - 570), `${box.width} at ${width}`)
        assert.equal(ladderWidth(ladders), ladderWidth(before))
      }),
    )
  })

  test('what stands at the left waits, ladders too', () => {
    const room = { width: 1_430, height: 808 }
    const ids = ['one', 'two', 'three', 'four', 'ticket']
    const layout: Layout = {
      root: row(
        1,
        ids.map((id) => group(1, [id])),
      ),
      panels: Object.fromEntries(
        ids.map((id) => [id, { kind: id === 'ticket' ? 'ticket' : 'ladder', pinned: null }]),
      ),
    }
    assert.deepEqual([...placed(layout, room).beside.keys()], ['four', 'ticket'])
  })

  test('an address goes to the panel that shows the same page; a list is not the page of its name', () => {
    const [, room] = ROOMS
    assert.ok(room !== undefined)
    const combos = presetOf('portfolio').layout(room)
    assert.equal(panelOfPage(combos, 'combos'), 'combos')
    assert.equal(panelOfPage(combos, 'orders'), null)
    assert.equal(panelOfPage(closePanel(combos, 'combos'), 'combos'), null)
  })
})
