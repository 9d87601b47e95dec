import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { arrange } from './arrange.ts'
import { originOf, returnToOrigin } from './panel-origin.ts'
import { minSizeOfKind } from '../../model/workspace/panel-kinds.ts'
import { PRESETS } from '../../model/workspace/presets.ts'
import { activate, allTabs, group, groupsOf, movePanel, placeOf, row } from './tree.ts'
import type { Layout } from '../../model/workspace/panel.ts'

const DESKTOP = { width: 1_430, height: 808 }

function placed(layout: Layout) {
  return arrange(layout.root, { x: 0, y: 0, ...DESKTOP }, (id) =>
    minSizeOfKind(layout.panels[id]?.kind ?? ''),
  )
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
      const origin = originOf(layout, placed(layout).groups, id)
      const back = returnToOrigin(movePanel(layout, id, { to: 'window', box }), id, origin)
      assert.deepEqual(back.windows, [], name)
      assert.deepEqual(standing(back), standing(layout), name)
    }
  })

  test('tabs that came to the front meanwhile stay there', () => {
    const layout: Layout = {
      root: row(1, [group(1, ['one', 'two']), group(1, ['three'])]),
      windows: [],
      panels: Object.fromEntries(
        ['one', 'two', 'three'].map((id) => [id, { kind: 'orders', link: null, pinned: null }]),
      ),
    }
    const origin = originOf(layout, placed(layout).groups, 'three')
    const away = activate(movePanel(layout, 'three', { to: 'window', box }), 'two')
    const back = returnToOrigin(away, 'three', origin)
    assert.deepEqual(
      groupsOf(back.root).map(({ active }) => active),
      ['two', 'three'],
    )
  })

  test('what was arranged meanwhile is left alone: it goes beside its neighbour', () => {
    for (const { layout, id, name } of cases) {
      const origin = originOf(layout, placed(layout).groups, id)
      const away = movePanel(layout, id, { to: 'window', box })
      const other = Object.keys(layout.panels).find((one) => one !== id) ?? ''
      const changed = movePanel(away, other, { to: 'edge', side: 'right' })
      const back = returnToOrigin(changed, id, origin)
      assert.equal(placeOf(back, id), 'tree', name)
      assert.equal(placeOf(returnToOrigin(away, id, null), id), 'tree', name)
      const panels = allTabs(back).flatMap((tabs) => tabs.panels)
      assert.deepEqual(panels.toSorted(), Object.keys(layout.panels).toSorted(), name)
    }
  })
})
