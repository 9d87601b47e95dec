/** Going from a panel to what lies beside it: what a drag does, for the keyboard. Pure. */
import type { PlacedGroup } from './arrange.ts'
import { movePanel } from './tree.ts'
import type { Box, Layout, Side } from './tree.ts'

/** The group beside another one at a side; the one that they share most border with. */
export function neighbourOf(groups: readonly PlacedGroup[], from: Box, side: Side): PlacedGroup | null {
  const isRow = side === 'left' || side === 'right'
  const near = groups
    .map((placed) => ({
      placed,
      distance: distanceTo(placed.box, from, side),
      shared: isRow
        ? overlap(from.y, from.height, placed.box.y, placed.box.height)
        : overlap(from.x, from.width, placed.box.x, placed.box.width),
    }))
    .filter(({ distance, shared }) => distance >= 0 && shared > 0)
    .toSorted((one, other) => one.distance - other.distance || other.shared - one.shared)
  return near[0]?.placed ?? null
}

/**
 * Moves a panel one step to a side: out of its group if it is not alone there, else past its neighbour; at the edge of
 * the workspace along it.
 */
export function movedTo<Panel>(
  layout: Layout<Panel>,
  groups: readonly PlacedGroup[],
  id: string,
  side: Side,
): Layout<Panel> {
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

/** From border to border; below 0 for a box that does not lie beyond. */
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
