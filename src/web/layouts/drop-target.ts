/** Where a dragged panel would go. Pure: the view draws the result and moves the panel on release. */
import type { PlacedGroup } from './arrange.ts'
import { EDGE_SHARE } from './tree.ts'
import type { Box, Side, Target } from './tree.ts'

export type Drop = {
  readonly target: Target
  /** Area that the panel would cover. */
  readonly box: Box
}

const HEAD = 28
const EDGE = 14
/** Share of a group's width or height, from its border inwards. */
const SIDE_SHARE = 0.26

/** The drop at a point of the dock; null where there is none. */
export function dropAt(
  x: number,
  y: number,
  room: Box,
  groups: readonly PlacedGroup[],
  dragged: string,
): Drop | null {
  if (x < 0 || y < 0 || x > room.width || y > room.height) return null
  const edge = sideWithin(x, y, room, (distance) => distance < EDGE)
  if (edge !== null) return { target: { to: 'edge', side: edge }, box: part(room, edge, EDGE_SHARE) }
  const over = groups.find(({ box }) => isIn(x, y, box))
  if (over === undefined) return null
  const { group, box } = over
  const beside = group.active
  const isAlone = group.panels.length === 1 && group.panels[0] === dragged
  if (isAlone) return null
  const side =
    y < box.y + HEAD ? null : sideWithin(x, y, box, (distance, extent) => distance < extent * SIDE_SHARE)
  return side === null
    ? { target: { to: 'tab', beside }, box }
    : { target: { to: 'side', beside, side }, box: part(box, side, 0.5) }
}

function isIn(x: number, y: number, box: Box): boolean {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
}

/** The nearest side among those that are near enough. */
function sideWithin(
  x: number,
  y: number,
  box: Box,
  isNear: (distance: number, extent: number) => boolean,
): Side | null {
  const sides: readonly (readonly [Side, number, number])[] = [
    ['left', x - box.x, box.width],
    ['right', box.x + box.width - x, box.width],
    ['above', y - box.y, box.height],
    ['below', box.y + box.height - y, box.height],
  ]
  const near = sides.filter(([, distance, extent]) => isNear(distance, extent))
  const nearest = near.toSorted((one, other) => one[1] / one[2] - other[1] / other[2])[0]
  return nearest?.[0] ?? null
}

function part(box: Box, side: Side, share: number): Box {
  const width = Math.round(box.width * share)
  const height = Math.round(box.height * share)
  switch (side) {
    case 'left':
      return { ...box, width }
    case 'right':
      return { ...box, x: box.x + box.width - width, width }
    case 'above':
      return { ...box, height }
    case 'below':
      return { ...box, y: box.y + box.height - height, height }
  }
}
