/** A panel's menu: to pin, move, open in a window or close it. */
import type { MarketData, Workspace } from '../../contexts/contexts.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import type { Dock } from './dock-context.ts'
import { canPin, factsOf, isKnownKind } from '../../layouts/panel-kinds.ts'
import { closePanel, groupsOf, movePanel, pin } from '../../layouts/tree.ts'
import type { Panel, Side, Target } from '../../layouts/tree.ts'
import { panelAddress } from '../../platform/page/route.ts'

const SIDES: readonly (readonly [Side, string])[] = [
  ['left', 'Left of it'],
  ['right', 'Right of it'],
  ['above', 'Above it'],
  ['below', 'Below it'],
]

/** Room for the bar of the page, and the least that the bar needs. */
const BAR = 60
const MIN_WIDTH = 420

/** Context of the items beside the dock. */
type Parts = Pick<MarketData, 'events'> & Pick<Workspace, 'workspace'>

/** Items of a panel's menu. With an overlay panel open nothing can be arranged: the panels behind it are hidden. */
export function panelItems(dock: Dock, parts: Parts, id: string): readonly MenuItem[] {
  const panel = dock.panels[id]
  if (panel === undefined) return []
  return [
    ...(canPin(panel.kind) ? [pinItem(parts, id, panel)] : []),
    ...(dock.hasOverlay
      ? []
      : [{ key: 'move', text: 'Move to\u2026', run: () => moveItems(dock, parts, id) }]),
    ...(isKnownKind(panel.kind)
      ? [{ key: 'window', text: 'Open in a window', run: () => openWindow(id, parts, panel) }]
      : []),
    { key: 'close', text: 'Close', run: () => parts.workspace.change((old) => closePanel(old, id)) },
  ]
}

function moveItems(dock: Dock, { workspace }: Parts, id: string): readonly MenuItem[] {
  const { root, panels } = workspace.layout()
  const place = (text: string, target: Target): MenuItem => ({
    key: text,
    text,
    run: () => {
      workspace.change((old) => movePanel(old, id, target))
      dock.focusLater(id)
    },
  })
  const sides = (targetAt: (side: Side) => Target) => SIDES.map(([side, text]) => place(text, targetAt(side)))
  const groups = groupsOf(root).filter((tabs) => tabs.panels.length > 1 || tabs.active !== id)
  return [
    ...groups.map((tabs) => {
      const isOwn = tabs.panels.includes(id)
      const beside = isOwn ? id : tabs.active
      return {
        key: beside,
        text: tabs.panels.map((one) => factsOf(panels[one]?.kind ?? '').title).join(', '),
        run: () => [
          ...(isOwn ? [] : [place('As a tab', { to: 'tab', beside })]),
          ...sides((side) => ({ to: 'side', beside, side })),
        ],
      }
    }),
    {
      key: 'edge',
      part: '',
      text: 'The whole workspace',
      run: () => sides((side) => ({ to: 'edge', side })),
    },
  ]
}

function pinItem({ events, workspace }: Parts, id: string, { pinned }: Panel): MenuItem {
  const { change, followed } = workspace
  const now = followed.get()
  if (pinned !== null) {
    return {
      key: 'pin',
      text: 'Follow the selected market',
      run() {
        change((old) => pin(old, id, null))
        followed.use(false)
      },
    }
  }
  return {
    key: 'pin',
    text: 'Pin on this outcome',
    refused: now === null ? 'No outcome to pin yet' : null,
    run() {
      if (now === null) return
      events.put(now.event)
      change((old) => pin(old, id, { eventId: now.event.id, outcomeId: now.outcome.id }))
    },
  }
}

/** A page of its own: a link that this page keeps no hold of. */
function openWindow(id: string, { events, workspace }: Parts, { kind, pinned }: Panel): void {
  const host = document.getElementById(`panel-${id}`)
  const { x, y, width, height } = host?.getBoundingClientRect() ?? new DOMRect()
  const followed = workspace.followed.get()
  const outcomeId = pinned?.outcomeId ?? followed?.outcome.id
  const event = pinned === null ? followed?.event : events.event(pinned.eventId).get()
  const at = event && outcomeId !== undefined ? { slug: event.slug, outcomeId } : null
  const size = `width=${Math.round(Math.max(width, MIN_WIDTH))},height=${Math.round(height) + BAR}`
  const place = `left=${Math.round(window.screenX + x)},top=${Math.round(window.screenY + y)}`
  window.open(panelAddress(kind, at), '_blank', `popup,noopener,${place},${size}`)
}
