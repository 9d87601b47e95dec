/**
 * Places of panels: a tree of rows, columns and tab groups. Pure: every change answers a new layout in which each panel
 * is in exactly one place.
 */
export type Direction = 'row' | 'column'
export type Side = 'left' | 'right' | 'above' | 'below'

/** In CSS pixels. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Panels one behind the other; never empty, and the active one is among them. */
export type Tabs = { readonly panels: readonly string[]; readonly active: string }

/** `size` is the share among the siblings: any positive number. */
export type Group = Tabs & { readonly kind: 'group'; readonly size: number }
export type Split = {
  readonly kind: 'split'
  readonly size: number
  readonly direction: Direction
  /** At least two, none a split of the same direction. */
  readonly children: readonly Node[]
}
export type Node = Group | Split

export type OutcomeAt = { readonly eventId: string; readonly outcomeId: string }

/** A kind that this page does not know becomes a placeholder. */
export type Panel = {
  readonly kind: string
  /** Outcome on which it stays; null for a panel that follows the selected market. */
  readonly pinned: OutcomeAt | null
}

export const NO_PANEL: Panel = { kind: '', pinned: null }

export type Layout = { readonly root: Node | null; readonly panels: Readonly<Record<string, Panel>> }

export type Target =
  | { readonly to: 'tab'; readonly beside: string }
  | { readonly to: 'side'; readonly beside: string; readonly side: Side }
  | { readonly to: 'edge'; readonly side: Side }

/** Share of the whole for a panel at its edge. */
const EDGE_SHARE = 0.28

/** A group of one or more panels, the first one active. */
export function group(size: number, panels: readonly string[], active = panels[0] ?? ''): Group {
  return { kind: 'group', size, panels, active }
}

/** A row of nodes. */
export function row(size: number, children: readonly Node[]): Split {
  return { kind: 'split', size, direction: 'row', children }
}

/** A column of nodes. */
export function column(size: number, children: readonly Node[]): Split {
  return { kind: 'split', size, direction: 'column', children }
}

/** The groups of the tree in reading order. */
export function groupsOf(node: Node | null): readonly Group[] {
  if (node === null) return []
  return node.kind === 'group' ? [node] : node.children.flatMap(groupsOf)
}

/** The group that holds a panel. */
function groupOf(layout: Layout, id: string): Group | undefined {
  return groupsOf(layout.root).find(({ panels }) => panels.includes(id))
}

/** Takes out what is empty or superfluous; null if nothing is left. */
export function tidy(node: Node | null): Node | null {
  if (node === null) return null
  if (node.kind === 'group') return tidyGroup(node)
  const children: Node[] = []
  for (const child of node.children) {
    const kept = tidy(child)
    if (kept === null) continue
    if (kept.kind === 'split' && kept.direction === node.direction) {
      const sum = kept.children.reduce((total, one) => total + one.size, 0)
      for (const one of kept.children) children.push({ ...one, size: (kept.size * one.size) / sum })
    } else children.push(kept)
  }
  const [only] = children
  if (only === undefined) return null
  return children.length === 1 ? { ...only, size: node.size } : { ...node, children }
}

function tidyGroup(tabs: Group): Group | null {
  const [first] = tabs.panels
  if (first === undefined) return null
  return tabs.panels.includes(tabs.active) ? tabs : { ...tabs, active: first }
}

function changeTabs(layout: Layout, change: (tabs: Group) => Group): Layout {
  const inTree = (node: Node): Node =>
    node.kind === 'group' ? change(node) : { ...node, children: node.children.map(inTree) }
  return {
    ...layout,
    root: layout.root === null ? null : tidy(inTree(layout.root)),
  }
}

/** The neighbour takes over from an active panel that leaves. */
function without(tabs: Group, id: string): Group {
  const at = tabs.panels.indexOf(id)
  if (at < 0) return tabs
  const panels = tabs.panels.filter((one) => one !== id)
  return {
    ...tabs,
    panels,
    active: tabs.active === id ? (panels[Math.min(at, panels.length - 1)] ?? '') : tabs.active,
  }
}

/** Brings a panel to the front of its group. */
export function activate(layout: Layout, id: string): Layout {
  return changeTabs(layout, (tabs) => (tabs.panels.includes(id) ? { ...tabs, active: id } : tabs))
}

/** True if a panel is in front of its group. */
export function isActiveTab({ root }: Layout, id: string): boolean {
  return groupsOf(root).some(({ active }) => active === id)
}

/** Brings a panel to the front of its group where another one is in front. */
export function bringBefore(layout: Layout, id: string, other: string): Layout {
  const isBehind = groupOf(layout, id)?.active === other
  return isBehind ? activate(layout, id) : layout
}

/** Brings panels to the front; the same layout if they are there. */
export function withActiveTabs(layout: Layout, ids: readonly string[]): Layout {
  return ids.reduce((old, id) => (isActiveTab(old, id) ? old : activate(old, id)), layout)
}

/** Arrangement of a layout as text, whatever tabs are in front. */
export function arrangementOf(layout: Layout): string {
  return JSON.stringify(layout, (key, one: unknown) => (key === 'active' ? undefined : one))
}

export function closePanel(layout: Layout, id: string): Layout {
  const { [id]: _closed, ...panels } = layout.panels
  return { ...changeTabs(layout, (tabs) => without(tabs, id)), panels }
}

/** Puts a panel without a place. A target that does not exist any more puts it at the right edge. */
export function addPanel(layout: Layout, id: string, panel: Panel, target: Target): Layout {
  const known = { ...layout, panels: { ...layout.panels, [id]: panel } }
  const placed = put(known, id, target)
  return groupOf(placed, id) === undefined ? put(known, id, { to: 'edge', side: 'right' }) : placed
}

/** Moves a panel; beside itself it stays where it is. */
export function movePanel(layout: Layout, id: string, target: Target): Layout {
  const panel = layout.panels[id]
  if (panel === undefined) return layout
  if (target.to === 'tab' && target.beside === id) return layout
  if (target.to === 'side' && target.beside === id) {
    const beside = groupOf(layout, id)?.panels.find((one) => one !== id)
    return beside === undefined ? layout : movePanel(layout, id, { ...target, beside })
  }
  return addPanel(closePanel(layout, id), id, panel, target)
}

function put(layout: Layout, id: string, target: Target): Layout {
  switch (target.to) {
    case 'tab':
      return changeTabs(layout, (tabs) => {
        const at = tabs.panels.indexOf(target.beside)
        return at < 0 ? tabs : { ...tabs, panels: tabs.panels.toSpliced(at + 1, 0, id), active: id }
      })
    case 'side':
      return layout.root === null
        ? layout
        : { ...layout, root: tidy(putBeside(layout.root, id, target.beside, target.side)) }
    case 'edge':
      return {
        ...layout,
        root: layout.root === null ? group(1, [id]) : tidy(putAtEdge(layout.root, id, target.side)),
      }
  }
}

function pair(size: number, side: Side, old: Node, added: Node): Split {
  const children = side === 'left' || side === 'above' ? [added, old] : [old, added]
  return { kind: 'split', size, direction: side === 'left' || side === 'right' ? 'row' : 'column', children }
}

function putBeside(node: Node, id: string, beside: string, side: Side): Node {
  if (node.kind === 'split') {
    return { ...node, children: node.children.map((child) => putBeside(child, id, beside, side)) }
  }
  if (!node.panels.includes(beside)) return node
  return pair(node.size, side, { ...node, size: 1 }, group(1, [id]))
}

function putAtEdge(root: Node, id: string, side: Side): Node {
  return pair(root.size, side, { ...root, size: 1 - EDGE_SHARE }, group(EDGE_SHARE, [id]))
}

/** Gives the children of the split at a path of child numbers new sizes, one for each; anything else changes nothing. */
export function resize(layout: Layout, path: readonly number[], sizes: readonly number[]): Layout {
  const set = (node: Node, [first, ...rest]: readonly number[]): Node => {
    if (node.kind === 'group') return node
    const { children } = node
    if (first !== undefined)
      return { ...node, children: children.map((child, at) => (at === first ? set(child, rest) : child)) }
    if (children.length !== sizes.length || sizes.some((size) => !(size > 0))) return node
    return { ...node, children: children.map((child, at) => ({ ...child, size: sizes[at] ?? child.size })) }
  }
  return layout.root === null ? layout : { ...layout, root: set(layout.root, path) }
}

/** An id for one more panel of a kind. */
export function freeId({ panels }: Layout, kind: string): string {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? kind : `${kind}-${n}`
    if (panels[id] === undefined) return id
  }
}

/** Pins a panel on an outcome, or lets it follow the selected market. */
export function pin(layout: Layout, id: string, pinned: OutcomeAt | null): Layout {
  const panel = layout.panels[id]
  if (panel === undefined) return layout
  return { ...layout, panels: { ...layout.panels, [id]: { ...panel, pinned } } }
}
