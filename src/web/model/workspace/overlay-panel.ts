/**
 * The page of the address as a panel of the workspace (PAGE-2): an overlay panel, which takes the room of the lists and
 * leaves the ladder and the ticket in place. It is not stored with the layout. Pure.
 */
import type { Route } from '../../platform/page/route.ts'
import { GAP, minSizeOf } from './arrange.ts'
import type { MinSize, PlacedGroup } from './arrange.ts'
import { ladderWidth, narrowed } from './ladder-rows.ts'
import { minSizeOfKind, titleOfKind } from './panel-kinds.ts'
import type { PanelKind } from './panel-kinds.ts'
import type { Room } from './presets.ts'
import { allTabs, groupsOf, tidy } from './tree.ts'
import type { Box, Group, Layout, Link, Node, Panel, Tabs } from './tree.ts'

export type OverlayPage = Exclude<Route['page'], 'trade'>

/** Of the panel in the layout that is shown; no kept layout can name a panel so. */
export const OVERLAY_PANEL = 'Overlay'

type Facts = {
  readonly title: string
  /** The panel that can be kept of it; null where there is none. */
  readonly kind: PanelKind | null
  /** Whether that panel shows the same page, so that the address goes to it where the workspace has one. */
  readonly isSame: boolean
}

const same = (title: string, kind: PanelKind): Facts => ({ title, kind, isSame: true })
const listed = (title: string, kind: PanelKind): Facts => ({ title, kind, isSame: false })
const passing = (title: string): Facts => ({ title, kind: null, isSame: false })

export const OVERLAY_PAGES: Readonly<Record<OverlayPage, Facts>> = {
  games: same('Games', 'games'),
  portfolio: same('Portfolio', 'portfolio'),
  fills: listed('Fills', 'fills'),
  activity: passing('Activity'),
  orders: listed('Orders', 'orders'),
  combos: same('Combos', 'combos'),
  alerts: listed('Alerts', 'alerts'),
  notifications: same('Notifications', 'notifications'),
  notification_settings: passing('Notification rules'),
  audit: same('Audit', 'audit'),
  health: same('Health', 'health'),
  risk: same('Risk limits', 'risk'),
  settings: passing('Settings'),
  help: passing('Help'),
  not_found: passing('No such page'),
}

/** What a page would like to have, and with how little of it ladders still stay beside it, in CSS pixels. */
const WANTED_WIDTH = 840
const MIN_WIDTH = 520
/** A ladder that gives way stays as wide as its sizes and tools need, unless it was narrower before. */
const LADDER = 286

/** The first panel of a kind, wherever it stands. */
export function panelOfKind({ panels }: Layout, kind: PanelKind): string | null {
  return Object.keys(panels).find((id) => panels[id]?.kind === kind) ?? null
}

/** The panel of the workspace that shows the page itself; null where the page is shown as an overlay panel. */
export function panelOfPage(layout: Layout, page: OverlayPage): string | null {
  const { kind, isSame } = OVERLAY_PAGES[page]
  return kind === null || !isSame ? null : panelOfKind(layout, kind)
}

/** The active link group, and whether a market is selected. */
export type ActiveLink = { readonly link: Link; readonly hasMarket: boolean }

/**
 * The layout with the overlay panel in it. Ladders and the ticket stay where they are if there is room; where there is
 * little, fewer ladders stay, the selected one and the ticket the longest. The other groups wait behind the overlay
 * panel.
 */
export function withOverlay(
  layout: Layout,
  groups: readonly PlacedGroup[],
  room: Room,
  { link, hasMarket }: ActiveLink,
): Layout {
  const panelOf = (tabs: Tabs): Panel | undefined => layout.panels[tabs.active]
  const trades = (tabs: Tabs): boolean => {
    const { kind = '', pinned = null } = panelOf(tabs) ?? {}
    return TRADING.includes(kind) && (hasMarket || pinned !== null)
  }
  const rank = (tabs: Tabs): number => {
    const panel = panelOf(tabs)
    if (panel?.kind === 'ticket') return 1
    return panel?.link === link ? 0 : 2
  }
  const boxes = new Map(groups.map(({ group, box }) => [group.panels[0] ?? '', box]))
  const least = (id: string): MinSize => {
    const { kind = '' } = layout.panels[id] ?? {}
    const needs = minSizeOfKind(kind)
    const now = groups.find(({ group }) => group.panels.includes(id))?.box.width ?? 0
    const one = kind === 'ladders' ? ladderWidth(now) : now
    return kind.startsWith('ladder')
      ? { ...needs, width: Math.max(needs.width, Math.min(LADDER, one)) }
      : needs
  }

  const shrink: Needs['shrink'] = (node, size, most) =>
    node.kind === 'group' && panelOf(node)?.kind === 'ladders' ? narrowed(size, most) : most

  let beside: Node | null = null
  const stays = new Set<Group>()
  for (const one of groupsOf(layout.root)
    .filter(trades)
    .toSorted((a, b) => rank(a) - rank(b))) {
    const tried = onlyOf(layout.root, new Set([...stays, one]), boxes)
    if (tried === null) continue
    const needs = minSizeOf(tried, least)
    if (needs.width + GAP + MIN_WIDTH > room.width || needs.height > room.height) continue
    stays.add(one)
    beside = tried
  }

  const overlay = (size: number): Group => ({
    kind: 'group',
    size,
    panels: [OVERLAY_PANEL],
    active: OVERLAY_PANEL,
  })
  return {
    root: beside === null ? overlay(1) : besideOverlay(beside, overlay, boxes, room, { least, shrink }),
    floating: layout.floating.filter(trades),
    windows: layout.windows,
    panels: { ...layout.panels, [OVERLAY_PANEL]: { kind: OVERLAY_PANEL, link: null, pinned: null } },
  }
}

const TRADING: readonly string[] = ['ladders', 'ladder', 'ticket']

type Boxes = ReadonlyMap<string, Box>

type Needs = {
  readonly least: (id: string) => MinSize
  /** How wide what was `size` wide becomes where it may have `most`. */
  readonly shrink: (node: Node, size: number, most: number) => number
}

/** The tree with these groups alone, its rows sized in pixels as they are on the screen. */
function onlyOf(node: Node | null, stays: ReadonlySet<Group>, boxes: Boxes): Node | null {
  if (node === null) return null
  if (node.kind === 'group') return stays.has(node) ? node : null
  const children = node.children.flatMap((child) => {
    const kept = onlyOf(child, stays, boxes)
    if (kept === null) return []
    return node.direction === 'row' ? { ...kept, size: extentOf(kept, boxes) } : kept
  })
  return tidy({ ...node, children })
}

/** How wide a node is on the screen without what lies between its groups. */
function extentOf(node: Node, boxes: Boxes): number {
  if (node.kind === 'group') return Math.max(1, boxes.get(node.panels[0] ?? '')?.width ?? 1)
  const extents = node.children.map((child) => extentOf(child, boxes))
  return node.direction === 'row'
    ? extents.reduce((sum, one) => sum + one, GAP * (extents.length - 1))
    : Math.max(...extents)
}

/** Places the overlay panel at the side that gave more room. */
function besideOverlay(
  beside: Node,
  overlay: (size: number) => Group,
  boxes: Boxes,
  room: Room,
  needs: Needs,
): Node {
  const needed = minSizeOf(beside, needs.least).width
  const most = Math.max(needed, Math.min(extentOf(beside, boxes), room.width - GAP - WANTED_WIDTH))
  const { node, width } = fit(beside, most, boxes, needs)
  const placed = groupsOf(beside).map(({ panels }) => boxes.get(panels[0] ?? ''))
  const left = Math.min(...placed.map((box) => box?.x ?? 0))
  const right = Math.max(...placed.map((box) => (box?.x ?? 0) + (box?.width ?? 0)))
  const isLeft = left >= room.width - right
  const rest = overlay(Math.max(1, room.width - GAP - width))
  const children = isLeft ? [rest, node] : [node, rest]
  return tidy({ kind: 'split', size: 1, direction: 'row', children }) ?? rest
}

/** Fits a row into a width, or a little less: ladders give way before the ticket does. Answers how wide it is with its gaps. */
function fit(
  node: Node,
  most: number,
  boxes: Boxes,
  { least, shrink }: Needs,
): { readonly node: Node; readonly width: number } {
  if (node.kind === 'group' || node.direction === 'column') {
    const width = shrink(node, extentOf(node, boxes), most)
    return { node: { ...node, size: width }, width }
  }
  const isTicket = (child: Node): boolean => child.kind === 'group' && child.active === 'ticket'
  let over = extentOf(node, boxes) - most
  const sizes = new Map<Node, number>(node.children.map((child) => [child, extentOf(child, boxes)]))
  for (const child of node.children.toSorted((a, b) => Number(isTicket(a)) - Number(isTicket(b)))) {
    const size = sizes.get(child) ?? 1
    const given = Math.min(Math.max(0, over), Math.max(0, size - minSizeOf(child, least).width))
    const left = given === 0 ? size : shrink(child, size, size - given)
    over -= size - left
    sizes.set(child, left)
  }
  const children = node.children.map((child) => ({ ...child, size: sizes.get(child) ?? child.size }))
  // What lies between its children is no part of a share.
  const size = children.reduce((sum, child) => sum + child.size, 0)
  return { node: { ...node, size, children }, width: size + GAP * (children.length - 1) }
}

/** Where an overlay panel goes that is kept: in front of the largest group of lists; null where there is none. */
export function placeToKeepOverlay(layout: Layout, groups: readonly PlacedGroup[]): string | null {
  const isList = (tabs: Tabs): boolean => !TRADING.includes(layout.panels[tabs.active]?.kind ?? '')
  const found = groups
    .filter(({ group }) => isList(group))
    .toSorted((one, other) => area(other.box) - area(one.box))
  return found[0]?.group.active ?? null
}

function area({ width, height }: Box): number {
  return width * height
}

/** What a panel of the shown layout is called. */
export function titleOfPanel({ panels }: Layout, overlay: OverlayPage | null, id: string): string {
  return id === OVERLAY_PANEL && overlay !== null
    ? OVERLAY_PAGES[overlay].title
    : titleOfKind(panels[id]?.kind ?? '')
}

/** Whether a panel is in front of its group. */
export function isActiveTab(layout: Layout, id: string): boolean {
  return allTabs(layout).some(({ active }) => active === id)
}

/** The panel kind under which an overlay panel can be kept, or why it cannot. */
export function keepingOf(
  layout: Layout,
  page: OverlayPage,
): { readonly kind: PanelKind } | { readonly refused: string } {
  const { kind } = OVERLAY_PAGES[page]
  if (kind === null) return { refused: 'It is looked at, not kept: there is no such panel' }
  return panelOfKind(layout, kind) === null ? { kind } : { refused: 'The workspace has this panel' }
}
