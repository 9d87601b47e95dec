/** A panel's menu: everything that a drag could do, and more. */
import type { MarketData, Workspace } from '../../contexts/contexts.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import type { Dock } from '../../dock/dock-context.ts'
import { movedTo } from '../../dock/layout/neighbours.ts'
import { isKnownKind, isLinked, titleOfKind } from '../../layouts/panel-kinds.ts'
import { closePanel, groupsOf, movePanel } from '../../dock/layout/tree.ts'
import { follow, LINKS } from '../../layouts/panel.ts'
import type { Panel } from '../../layouts/panel.ts'
import { panelAddress } from '../../platform/page/route.ts'
import type { Side } from '../../dock/layout/tree.ts'

const SIDES: readonly (readonly [Side, string])[] = [
  ['left', 'Move left'],
  ['right', 'Move right'],
  ['above', 'Move up'],
  ['below', 'Move down'],
]

/** Room for the bar of the page, and the least that the bar needs. */
const BAR = 60
const MIN_WIDTH = 420

/** Context of the items beside the dock. */
type Parts = Pick<MarketData, 'events'> & Pick<Workspace, 'workspace'>

/** Items of a panel's menu. With an overlay panel open nothing can be arranged: the panels behind it are hidden. */
export function panelItems(dock: Dock, parts: Parts, id: string): readonly MenuItem[] {
  return !dock.hasOverlay
    ? ownItems(dock, parts, id)
    : [...linkItems(parts, id), ...windowItems(dock, parts, id), ...closeItems(dock, id)]
}

function closeItems({ change }: Dock, id: string): readonly MenuItem[] {
  return [{ key: 'close', part: '', text: 'Close', run: () => change((old) => closePanel(old, id)) }]
}

function ownItems(dock: Dock, parts: Parts, id: string): readonly MenuItem[] {
  const { change, focusLater } = dock
  const layout = parts.workspace.layout()
  const moves = SIDES.map(([side, text]) => ({
    key: side,
    text,
    run: () => {
      change((old) => movedTo(old, dock.arranged.groups, id, side))
      focusLater(id)
    },
  }))
  const others = groupsOf(layout.root).filter((tabs) => !tabs.panels.includes(id))
  return [
    ...linkItems(parts, id),
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
    ...windowItems(dock, parts, id),
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

/** A page of its own: a link that this page keeps no hold of. */
function windowItems(
  { arranged, room }: Dock,
  parts: Pick<Parts, 'events' | 'workspace'>,
  id: string,
): readonly MenuItem[] {
  const panel = parts.workspace.layout().panels[id]
  if (panel === undefined || !isKnownKind(panel.kind)) return []
  return [
    {
      key: 'window',
      part: '',
      text: 'Open in a window',
      run() {
        const { x, y, width, height } =
          arranged.groups.find(({ group }) => group.panels.includes(id))?.box ?? room
        const size = `width=${Math.max(width, MIN_WIDTH)},height=${height + BAR}`
        const place = `left=${window.screenX + x},top=${window.screenY + y}`
        window.open(addressOf(parts, panel), '_blank', `popup,noopener,${place},${size}`)
      },
    },
  ]
}

function addressOf(
  { events, workspace }: Pick<Parts, 'events' | 'workspace'>,
  { kind, link, pinned }: Panel,
): string {
  const { activeLink, chosen } = workspace.links.get()
  const shown = pinned === null ? (chosen[link ?? activeLink] ?? null) : null
  const at = pinned ?? (shown === null ? null : { eventId: shown.event.id, outcomeId: shown.outcome.id })
  const event = shown?.event ?? (at === null ? null : events.event(at.eventId).get())
  return panelAddress(
    kind,
    at === null || event === null ? null : { slug: event.slug, outcomeId: at.outcomeId },
  )
}
