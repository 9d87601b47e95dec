/** A panel's menu: everything that a drag could do, and more. */
import type { MarketData } from '../../model/contexts/market-data.ts'
import type { Workspace } from '../../model/contexts/workspace.ts'
import type { Page } from '../../model/contexts/page.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import type { Dock } from '../../dock/dock-context.ts'
import { movedTo } from '../../dock/layout/neighbours.ts'
import { openWindow } from '../../dock/own-window.ts'
import { isLinked, titleOfKind } from '../../model/workspace/panel-kinds.ts'
import { allTabs, closePanel, movePanel, placeOf } from '../../dock/layout/tree.ts'
import { follow, LINKS } from '../../model/workspace/panel.ts'
import type { Box, Side } from '../../dock/layout/tree.ts'

const SIDES: readonly (readonly [Side, string])[] = [
  ['left', 'Move left'],
  ['right', 'Move right'],
  ['above', 'Move up'],
  ['below', 'Move down'],
]

/** What the items act on beside the dock. */
type Parts = Pick<MarketData, 'events'> & Pick<Workspace, 'workspace'> & Pick<Page, 'toasts'>

/** What the menu of a panel offers. With an overlay panel open nothing can be arranged: the panels behind it are hidden. */
export function panelItems(dock: Dock, parts: Parts, id: string): readonly MenuItem[] {
  return !dock.hasOverlay
    ? ownItems(dock, parts, id)
    : [...linkItems(parts, id), ...fillItems(dock, id), ...closeItems(dock, id)]
}

function fillItems(dock: Dock, id: string): readonly MenuItem[] {
  if (placeOf(dock.layout, id) !== 'tree') return []
  const isMaximised = dock.maximised === id
  return [
    {
      key: 'maximise',
      part: '',
      text: isMaximised ? 'Back to its size' : 'Fill the workspace',
      run: () => dock.maximise(isMaximised ? null : id),
    },
  ]
}

function closeItems({ change }: Dock, id: string): readonly MenuItem[] {
  return [{ key: 'close', part: '', text: 'Close', run: () => change((old) => closePanel(old, id)) }]
}

function ownItems(dock: Dock, parts: Parts, id: string): readonly MenuItem[] {
  const { change, focusLater } = dock
  const layout = parts.workspace.layout()
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
  return [
    ...linkItems(parts, id),
    ...fillItems(dock, id),
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
    ...(place === 'window'
      ? []
      : [
          {
            key: 'window',
            text: 'Pop out',
            run: () => {
              const box = windowBox(dock, id)
              const opened = openWindow(id, box)
              if (opened === null) {
                const text = 'The browser blocked the window. Allow windows for this address.'
                parts.toasts.show({
                  tone: 'warn',
                  title: 'Pop out',
                  text,
                  sticky: false,
                  group: 'window',
                })
                return
              }
              dock.windows.set(id, opened)
              dock.rememberOrigin(id)
              change((old) => movePanel(old, id, { to: 'window', box }))
            },
          },
        ]),
    ...closeItems(dock, id),
  ]
}

/** Which group it follows, or that it stays on what it shows now. */
function linkItems(parts: Pick<Parts, 'events' | 'workspace'>, id: string): readonly MenuItem[] {
  const { change } = parts.workspace
  const panel = parts.workspace.layout().panels[id]
  if (panel === undefined || !isLinked(panel.kind)) return []
  const { chosen } = parts.workspace.links.get()
  const now = panel.link === null ? null : (chosen[panel.link] ?? null)
  const links = LINKS.map((link, at) => ({
    key: `link ${link}`,
    ...(at === 0 ? { part: 'Shows the market of' } : {}),
    text: `Group ${link}`,
    hint: chosen[link]?.outcome.name ?? 'nothing yet',
    isChosen: panel.link === link,
    run: () => {
      change((old) => follow(old, id, link, null))
      parts.workspace.links.use(link)
    },
  }))
  return [
    ...links,
    {
      key: 'pin',
      text: 'Pin on this outcome',
      isChosen: panel.link === null,
      refused: panel.link === null || now !== null ? null : 'It shows no outcome yet',
      run: () => {
        if (now === null) return
        parts.events.put(now.event)
        change((old) => follow(old, id, null, { eventId: now.event.id, outcomeId: now.outcome.id }))
      },
    },
  ]
}

/** As large as it is, with room for the window's own bar. */
function windowBox({ arranged, room }: Dock, id: string): Box {
  const own = arranged.groups.find(({ group }) => group.panels.includes(id))?.box ?? { ...room, width: 360 }
  return { ...own, x: own.x + window.screenX, y: own.y + window.screenY, height: own.height + 60 }
}
