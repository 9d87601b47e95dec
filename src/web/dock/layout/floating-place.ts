/** Where a panel begins to float. */
import type { Box } from './tree.ts'

/** In pixels. */
const STEP = 24
const EDGE = 8
/** The corner of a group in which the button of its menu stands. */
const CORNER = { width: 44, height: 34 }

/**
 * As large as it is, a little off its place and inside the workspace. Of the places near to that it takes the first which
 * leaves no group's menu half covered (WCAG 2.5.8: what is left to press would be too small); `nth` counts what floats.
 */
export function floatingPlace(own: Box, groups: readonly Box[], room: Box, nth: number): Box {
  const width = Math.min(own.width, room.width - 40)
  const height = Math.min(own.height, room.height - 40)
  const most = { x: Math.max(0, room.width - width - EDGE), y: Math.max(0, room.height - height - EDGE) }
  const tried = (shift: number): Box => ({
    x: Math.max(0, Math.min(own.x + shift, most.x)),
    y: Math.max(0, Math.min(own.y + shift, most.y)),
    width,
    height,
  })
  const steps = Array.from({ length: 6 }, (_, more) => STEP * (nth + more))
  const places = [...steps, ...steps.map((shift) => -shift)].map(tried)
  return places.find((place) => groups.every((group) => !cutsCorner(place, group))) ?? tried(STEP * nth)
}

function cutsCorner(place: Box, group: Box): boolean {
  const corner = { ...CORNER, x: group.x + group.width - CORNER.width, y: group.y }
  const across = Math.min(place.x + place.width, corner.x + corner.width) - Math.max(place.x, corner.x)
  const down = Math.min(place.y + place.height, corner.y + corner.height) - Math.max(place.y, corner.y)
  const isCovered = across === corner.width && down === corner.height
  return across > 0 && down > 0 && !isCovered
}
