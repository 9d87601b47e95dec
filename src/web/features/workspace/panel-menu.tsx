/** A panel's menu: everything that a drag could do, and more. */
import { MenuButton } from '../../ui/pop-menu.tsx'
import type { MenuItem } from '../../ui/pop-menu.tsx'
import { useDock } from './dock-context.ts'
import type { Dock } from './dock-context.ts'
import { movedTo } from './neighbours.ts'
import { titleOfKind } from './panel-kinds.ts'
import { allTabs, closePanel, movePanel, placeOf } from './tree.ts'
import type { Box, Side } from './tree.ts'

const SIDES: readonly (readonly [Side, string])[] = [
  ['left', 'Move left'],
  ['right', 'Move right'],
  ['above', 'Move up'],
  ['below', 'Move down'],
]

/** The button with the menu. */
export function PanelMenu({ id }: { readonly id: string }) {
  const dock = useDock()
  const title = titleOfKind(dock.layout.panels[id]?.kind ?? '')
  return (
    <MenuButton
      className="head-tool panel-menu"
      label={`Panel ${title}`}
      title="Move, float or close this panel"
      items={() => panelItems(dock, id)}
    >
      <span aria-hidden="true">{'\u22ee'}</span>
    </MenuButton>
  )
}

function panelItems(dock: Dock, id: string): readonly MenuItem[] {
  const { layout, change, focusLater } = dock
  const place = placeOf(layout, id)
  const moves = SIDES.map(([side, text]) => ({
    key: side,
    text,
    run: () => {
      change((old) => movedTo(old, dock.arranged.groups, id, side))
      focusLater(id)
    },
  }))
  const others = allTabs(layout).filter((tabs) => !tabs.panels.includes(id))
  const isMaximised = dock.maximised === id
  return [
    ...(place === 'tree'
      ? [
          {
            key: 'maximise',
            text: isMaximised ? 'Back to its size' : 'Fill the workspace',
            run: () => dock.maximise(isMaximised ? null : id),
          },
        ]
      : []),
    ...moves.map((item, at) => (at === 0 ? { ...item, part: '' } : item)),
    ...(others.length > 0
      ? [
          {
            key: 'stack',
            text: 'Stack on\u2026',
            run: () =>
              others.map((tabs) => ({
                key: tabs.active,
                text: tabs.panels.map((one) => titleOfKind(layout.panels[one]?.kind ?? '')).join(', '),
                run: () => {
                  change((old) => movePanel(old, id, { to: 'tab', beside: tabs.active }))
                  focusLater(id)
                },
              })),
          },
        ]
      : []),
    ...(place === 'floating'
      ? []
      : [
          {
            key: 'float',
            text: 'Float',
            run: () => {
              change((old) => movePanel(old, id, { to: 'floating', box: floatingBox(dock, id) }))
              focusLater(id)
            },
          },
        ]),
    { key: 'close', part: '', text: 'Close', run: () => change((old) => closePanel(old, id)) },
  ]
}

/** As large as it is, a little off its place, inside the workspace. */
function floatingBox({ arranged, room, layout }: Dock, id: string): Box {
  const own = arranged.groups.find(({ group }) => group.panels.includes(id))?.box
  const width = Math.min(own?.width ?? 360, room.width - 40)
  const height = Math.min(own?.height ?? 420, room.height - 40)
  const step = 24 * (layout.floating.length + 1)
  return {
    x: Math.max(0, Math.min((own?.x ?? 0) + step, room.width - width - 8)),
    y: Math.max(0, Math.min((own?.y ?? 0) + step, room.height - height - 8)),
    width,
    height,
  }
}
