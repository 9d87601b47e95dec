import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableLayout } from '../../data/settings/settings.ts'
import { PLAIN_LAYOUT } from './use-table-layout.ts'
import type { Column } from './column.ts'
import { tableMenuItems } from './table-menu.ts'

const columns: readonly Column<object>[] = [
  { id: 'side', head: 'Side', value: () => 'BUY', cell: () => null },
  { id: 'state', head: 'State', isFixed: true, cell: () => null },
  { id: 'cancel', head: 'Cancel', isHeadHidden: true, cell: () => null },
]

function openMenu() {
  let layout: TableLayout = PLAIN_LAYOUT
  const menu = {
    columns,
    now: () => layout,
    keep: (part: Partial<TableLayout> | null) => {
      layout = part === null ? PLAIN_LAYOUT : { ...layout, ...part }
    },
  }
  const press = (text: string) => {
    const item = tableMenuItems(menu).find((one) => one.text === text)
    assert.ok(item !== undefined, text)
    item.run()
    return layout
  }
  return { texts: () => tableMenuItems(menu).map(({ text }) => text), press }
}

test('the state and what one acts by cannot be left out', () => {
  assert.deepEqual(openMenu().texts(), ['Side', 'Default layout'])
})

test('a column is left out and taken back, and the default layout takes all of it back', () => {
  const { press, texts } = openMenu()
  assert.deepEqual(press('Side').hidden, ['side'])
  assert.deepEqual(texts(), ['Side', 'Default layout'])
  assert.deepEqual(press('Side').hidden, [])
  press('Side')
  assert.deepEqual(press('Default layout'), PLAIN_LAYOUT)
})
