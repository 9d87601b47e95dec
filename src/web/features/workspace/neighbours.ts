/** Going from a panel to what lies beside it: what a drag does, for the keyboard. Pure. */
import type { PlacedGroup } from './arrange.ts'
import { activate, allTabs, closePanel, movePanel, placeOf } from './tree.ts'
import type { Box, Layout, Side, Target } from './tree.ts'

/** The group beside another one at a side; the one that they share most border with. */
export function neighbourOf(groups: readonly PlacedGroup[], from: Box, side: Side): PlacedGroup | null {
  const isRow = side === 'left' || side === 'right'
  const near = groups
    .filter(({ box }) => isBeyond(box, from, side))
    .map((placed) => ({
      placed,
      distance: distanceTo(placed.box, from, side),
      shared: isRow
        ? overlap(from.y, from.height, placed.box.y, placed.box.height)
        : overlap(from.x, from.width, placed.box.x, placed.box.width),
    }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => one.distance - other.distance || other.shared - one.shared)
  return near[0]?.placed ?? null
}

/**
 * Moves a panel one step to a side: out of its group if it is not alone there, else past its neighbour; at the edge of
 * the workspace along it. A panel outside the tree goes to that edge.
 */
export function movedTo(layout: Layout, groups: readonly PlacedGroup[], id: string, side: Side): Layout {
  if (placeOf(layout, id) !== 'tree') return movePanel(layout, id, { to: 'edge', side })
  const own = groups.find(({ group }) => group.panels.includes(id))
  if (own === undefined) return layout
  if (own.group.panels.length > 1) return movePanel(layout, id, { to: 'side', beside: id, side })
  const beside = neighbourOf(groups, own.box, side)
  return movePanel(
    layout,
    id,
    beside === null ? { to: 'edge', side } : { to: 'side', beside: beside.group.active, side },
  )
}

/** Where a panel would go back to if it left: among its tabs, or beside its neighbour. */
function homeOf(groups: readonly PlacedGroup[], id: string): Target {
  const own = groups.find(({ group }) => group.panels.includes(id))
  const tab = own?.group.panels.find((one) => one !== id)
  if (own === undefined) return { to: 'edge', side: 'right' }
  if (tab !== undefined) return { to: 'tab', beside: tab }
  for (const [from, side] of [
    ['left', 'right'],
    ['right', 'left'],
    ['above', 'below'],
    ['below', 'above'],
  ] as const) {
    const beside = neighbourOf(groups, own.box, from)
    if (beside !== null) return { to: 'side', beside: beside.group.active, side }
  }
  return { to: 'edge', side: 'right' }
}

/** What a panel that leaves the workspace left. */
export type Home = { readonly layout: Layout; readonly target: Target }

/** Where a panel is that is about to leave: the layout as it stands, and the place beside its neighbour. */
export function homeIn(layout: Layout, groups: readonly PlacedGroup[], id: string): Home {
  return { layout, target: homeOf(groups, id) }
}

/**
 * Puts a panel back: where it was and as large as it was if nothing else has been arranged since, otherwise beside what was its
 * neighbour, and at the right without a home.
 */
export function putHome(layout: Layout, id: string, home: Home | null): Layout {
  const back = movePanel(layout, id, home?.target ?? { to: 'edge', side: 'right' })
  if (home === null || arrangementOf(layout.root) !== arrangementOf(closePanel(home.layout, id).root))
    return back
  // The tabs in front are those of now.
  const before: Layout = { ...back, root: home.layout.root }
  return allTabs(layout).reduce((old, { active }) => activate(old, active), before)
}

/** A tree as text, whatever tabs are in front. */
function arrangementOf(root: Layout['root']): string {
  return JSON.stringify(root, (key, value: unknown) => (key === 'active' ? undefined : value))
}

function isBeyond(box: Box, from: Box, side: Side): boolean {
  switch (side) {
    case 'left':
      return box.x + box.width <= from.x
    case 'right':
      return box.x >= from.x + from.width
    case 'above':
      return box.y + box.height <= from.y
    case 'below':
      return box.y >= from.y + from.height
  }
}

function distanceTo(box: Box, from: Box, side: Side): number {
  switch (side) {
    case 'left':
      return from.x - box.x - box.width
    case 'right':
      return box.x - from.x - from.width
    case 'above':
      return from.y - box.y - box.height
    case 'below':
      return box.y - from.y - from.height
  }
}

function overlap(from: number, length: number, otherFrom: number, otherLength: number): number {
  return Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)
}
