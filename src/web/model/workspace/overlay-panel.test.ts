import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { arrange, GAP } from './arrange.ts'
import { readContent, writeContent } from './layout-document.ts'
import {
  OVERLAY_PANEL,
  OVERLAY_PAGES,
  placeToKeepOverlay,
  keepingOf,
  panelOfPage,
  withOverlay,
} from './overlay-panel.ts'
import type { OverlayPage } from './overlay-panel.ts'
import { ladderWidth } from './ladder-rows.ts'
import { minSizeOfKind } from './panel-kinds.ts'
import { presetOf, PRESETS } from './presets.ts'
import type { Room } from './presets.ts'
import { allTabs, closePanel, group, movePanel, row } from './tree.ts'
import type { Box, Layout } from './tree.ts'

const ROOMS: readonly Room[] = [
  { width: 1_090, height: 700 },
  { width: 1_430, height: 808 },
  { width: 1_910, height: 988 },
  { width: 2_550, height: 1_348 },
]
const ACTIVE = { link: 'A', hasMarket: true } as const

function boxes(layout: Layout, { width, height }: Room): ReadonlyMap<string, Box> {
  const { groups } = arrange(layout.root, { x: 0, y: 0, width, height }, (id) =>
    minSizeOfKind(layout.panels[id]?.kind ?? ''),
  )
  return new Map(groups.map((one) => [one.group.active, one.box]))
}

function visited(layout: Layout, room: Room, active = ACTIVE as { link: 'A'; hasMarket: boolean }): Layout {
  const { groups } = arrange(layout.root, { x: 0, y: 0, ...room }, (id) =>
    minSizeOfKind(layout.panels[id]?.kind ?? ''),
  )
  return withOverlay(layout, groups, room, active)
}

const seen = (layout: Layout): readonly string[] => allTabs(layout).map(({ active }) => active)

describe('a page as an overlay panel of the workspace', () => {
  test('on a large screen neither the ladders nor the ticket move by a pixel', () => {
    for (const room of ROOMS.slice(2)) {
      const layout = presetOf('ladder-desk').layout(room)
      const before = boxes(layout, room)
      const after = boxes(visited(layout, room), room)
      for (const id of ['ladders', 'ticket']) assert.deepEqual(after.get(id), before.get(id))
      assert.ok((after.get(OVERLAY_PANEL)?.width ?? 0) >= 840)
    }
  })

  test('on a small one ladders give way before the ticket does', () => {
    const room = { width: 1_430, height: 808 }
    const layout = presetOf('ladder-desk').layout(room)
    const before = boxes(layout, room)
    const after = boxes(visited(layout, room), room)
    assert.deepEqual(after.get('ticket'), before.get('ticket'))
    assert.ok((after.get('ladders')?.width ?? 0) < (before.get('ladders')?.width ?? 0))
    assert.ok((after.get(OVERLAY_PANEL)?.width ?? 0) >= 840)
    const least = { width: 1_090, height: 640 }
    const smallest = presetOf('ladder-desk').layout(least)
    assert.equal(
      boxes(visited(smallest, least), least).get('ladders')?.width,
      boxes(smallest, least).get('ladders')?.width,
    )
  })

  test('whatever the room and the workspace, it has room to be read and nothing is too small', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PRESETS),
        fc.integer({ min: 1_090, max: 5_000 }),
        fc.integer({ min: 600, max: 2_000 }),
        (preset, width, height) => {
          const room = { width, height }
          const after = visited(preset.layout(room), room)
          const placed = boxes(after, room)
          assert.ok((placed.get(OVERLAY_PANEL)?.width ?? 0) >= 520)
          for (const [id, box] of placed) {
            const kind = after.panels[id]?.kind ?? ''
            assert.ok(id === OVERLAY_PANEL || box.width >= minSizeOfKind(kind).width, `${id} at ${width}`)
          }
          const sum = [...placed.values()].reduce((all, box) => all + box.width + GAP, -GAP)
          assert.equal(sum, width)
        },
      ),
    )
  })

  test('ladders that stay are as wide as they were: none of them is laid out again', () => {
    const layout: Layout = {
      root: row(1, [group(400, ['event']), group(3_288, ['ladders'])]),
      floating: [],
      windows: [],
      panels: {
        event: { kind: 'event', link: 'A', pinned: null },
        ladders: { kind: 'ladders', link: 'A', pinned: null },
      },
    }
    fc.assert(
      fc.property(fc.integer({ min: 1_300, max: 5_000 }), (width) => {
        const room = { width, height: 1_120 }
        const before = boxes(layout, room).get('ladders')?.width ?? 0
        const after = boxes(visited(layout, room), room)
        const ladders = after.get('ladders')?.width ?? 0
        assert.ok(ladders < before && ladders >= 266)
        assert.ok((after.get(OVERLAY_PANEL)?.width ?? 0) >= 840)
        assert.equal(ladderWidth(ladders), ladderWidth(before))
      }),
    )
  })

  test('of many ladders those stay that have room, the selected one and the ticket first', () => {
    const room = { width: 1_430, height: 808 }
    const ladder = (link: 'A' | 'B') => ({ kind: 'ladder', link, pinned: null })
    const layout: Layout = {
      root: row(1, ['one', 'two', 'three', 'four'].map((id) => group(1, [id])).concat(group(1, ['ticket']))),
      floating: [],
      windows: [],
      panels: {
        one: ladder('B'),
        two: ladder('B'),
        three: ladder('B'),
        four: ladder('A'),
        ticket: { kind: 'ticket', link: 'A', pinned: null },
      },
    }
    assert.deepEqual(new Set(seen(visited(layout, room))), new Set([OVERLAY_PANEL, 'one', 'four', 'ticket']))
  })

  test('without a selected market it has the whole room, but for a ladder that is pinned on its own', () => {
    const [, room] = ROOMS
    assert.ok(room !== undefined)
    const none = { link: 'A', hasMarket: false } as const
    const layout = presetOf('ladder-desk').layout(room)
    assert.deepEqual(seen(visited(layout, room, none)), [OVERLAY_PANEL])
    const pinned = { kind: 'ladders', link: null, pinned: { eventId: 'pm:1', outcomeId: 'pm:2' } }
    const own = { ...layout, panels: { ...layout.panels, ladders: pinned } }
    assert.deepEqual(seen(visited(own, room, none)), [OVERLAY_PANEL, 'ladders'])
  })

  test('windows of their own stay, and so does a ladder that floats; lists that float wait', () => {
    const [, room] = ROOMS
    assert.ok(room !== undefined)
    const box = { x: 5, y: 5, width: 400, height: 400 }
    const layout = ['orders', 'chart', 'ladders'].reduce(
      (old, id, at) => movePanel(old, id, { to: at === 0 ? 'window' : 'floating', box }),
      presetOf('ladder-desk').layout(room),
    )
    const after = visited(layout, room)
    assert.deepEqual(after.windows, layout.windows)
    assert.deepEqual(
      after.floating.map(({ active }) => active),
      ['ladders'],
    )
  })

  test('it is never stored: no document names an overlay panel', () => {
    const [, room] = ROOMS
    assert.ok(room !== undefined)
    const after = visited(presetOf('ladder-desk').layout(room), room)
    const kept = readContent(JSON.parse(JSON.stringify(writeContent({ layout: after, base: 'ladder-desk' }))))
    assert.deepEqual(kept, { ok: false, error: 'broken' })
  })

  test('an address goes to the panel that shows the same page; a list is not the page of its name', () => {
    const [, room] = ROOMS
    assert.ok(room !== undefined)
    const games = presetOf('games-night').layout(room)
    assert.equal(panelOfPage(games, 'games'), 'games')
    assert.equal(panelOfPage(games, 'orders'), null)
    assert.equal(panelOfPage(closePanel(games, 'games'), 'games'), null)
  })

  test('it can be kept as a panel once, where there is such a panel', () => {
    const [, room] = ROOMS
    assert.ok(room !== undefined)
    const layout = presetOf('ladder-desk').layout(room)
    assert.deepEqual(keepingOf(layout, 'audit'), { kind: 'audit' })
    assert.ok('refused' in keepingOf(layout, 'orders'))
    assert.ok('refused' in keepingOf(layout, 'settings'))
    for (const page of Object.keys(OVERLAY_PAGES) as OverlayPage[]) assert.ok(keepingOf(layout, page))
    const { groups } = arrange(layout.root, { x: 0, y: 0, ...room }, (id) => minSizeOfKind(id))
    assert.ok(['chart', 'event', 'discovery', 'orders'].includes(placeToKeepOverlay(layout, groups) ?? ''))
  })
})
