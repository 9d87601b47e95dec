import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { arrange } from './arrange.ts'
import { homeIn, putHome } from './home.ts'
import { leastOfKind } from './panel-kinds.ts'
import { PRESETS } from './presets.ts'
import { activate, allTabs, group, groupsOf, movePanel, placeOf, row } from './tree.ts'
import type { Layout } from './tree.ts'

const DESKTOP = { width: 1_430, height: 808 }

function placed(layout: Layout) {
  return arrange(layout.root, { x: 0, y: 0, ...DESKTOP }, (id) => leastOfKind(layout.panels[id]?.kind ?? ''))
}

/** Who stands where, and how large. */
function standing(layout: Layout) {
  return placed(layout).groups.map(({ group: { panels }, box }) => ({ panels, box }))
}

describe('a panel that comes back from its own window', () => {
  const box = { x: 0, y: 0, width: 600, height: 500 }
  const cases = PRESETS.flatMap((preset) => {
    const layout = preset.layout(DESKTOP)
    return Object.keys(layout.panels).map((id) => ({ layout, id, name: `${preset.id}: ${id}` }))
  })

  test('stands where it was and is as large as it was', () => {
    for (const { layout, id, name } of cases) {
      const home = homeIn(layout, placed(layout).groups, id)
      const back = putHome(movePanel(layout, id, { to: 'window', box }), id, home)
      assert.deepEqual(back.windows, [], name)
      assert.deepEqual(standing(back), standing(layout), name)
    }
  })

  test('tabs that came to the front meanwhile stay there', () => {
    const layout: Layout = {
      root: row(1, [group(1, ['one', 'two']), group(1, ['three'])]),
      floating: [],
      windows: [],
      panels: Object.fromEntries(
        ['one', 'two', 'three'].map((id) => [id, { kind: 'orders', link: null, pinned: null }]),
      ),
    }
    const home = homeIn(layout, placed(layout).groups, 'three')
    const away = activate(movePanel(layout, 'three', { to: 'window', box }), 'two')
    const back = putHome(away, 'three', home)
    assert.deepEqual(
      groupsOf(back.root).map(({ active }) => active),
      ['two', 'three'],
    )
  })

  test('what was arranged meanwhile is left alone: it goes beside its neighbour', () => {
    for (const { layout, id, name } of cases) {
      const home = homeIn(layout, placed(layout).groups, id)
      const away = movePanel(layout, id, { to: 'window', box })
      const other = Object.keys(layout.panels).find((one) => one !== id) ?? ''
      const changed = movePanel(away, other, { to: 'edge', side: 'right' })
      const back = putHome(changed, id, home)
      assert.equal(placeOf(back, id), 'tree', name)
      assert.equal(placeOf(putHome(away, id, null), id), 'tree', name)
      const panels = allTabs(back).flatMap((tabs) => tabs.panels)
      assert.deepEqual(panels.toSorted(), Object.keys(layout.panels).toSorted(), name)
    }
  })
})
