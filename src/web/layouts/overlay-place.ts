/**
 * Where the drawer of a view lies over the workspace: at the left, as wide as a page needs, with room for a ladder and the
 * ticket at the right. Pure; in CSS pixels.
 */
import { GAP } from './arrange.ts'
import type { PlacedGroup } from './arrange.ts'
import { ladderWidth, narrowed } from './ladder-rows.ts'
import { factsOf, isLadder, isTrading } from './panel-kinds.ts'
import type { Room } from './presets.ts'
import type { Layout } from './tree.ts'

const PAGE_WIDTH = 840
/** A ladder that gives way stays as wide as its sizes and tools need, unless it was narrower before. */
const LADDER = 286
/** A ladder and the ticket, with the gaps before them. */
const TRADE_WIDTH = GAP + LADDER + GAP + 272

/** The drawer, as far as the first group that stays beside it; some of those beside are narrower than before, all others wait. */
export function placeOverlay(layout: Layout, groups: readonly PlacedGroup[], room: Room) {
  const end = Math.min(PAGE_WIDTH, room.width - TRADE_WIDTH)
  const beside = groups.flatMap((placed) =>
    besideOf(layout.panels[placed.group.active]?.kind ?? '', placed, end),
  )
  const width = Math.min(room.width, ...beside.map(({ box }) => box.x - GAP))
  return { box: { x: 0, y: 0, width, height: room.height }, groups: beside }
}

/** The uncovered rest; of ladders and the ticket the right part, if their panel can do with it. */
function besideOf(kind: string, placed: PlacedGroup, end: number): readonly PlacedGroup[] {
  const { box } = placed
  if (box.x - GAP >= end) return [placed]
  if (!isTrading(kind)) return []
  const right = box.x + box.width
  const room = right - end - GAP
  const width = kind === 'ladders' ? narrowed(box.width, room) : room
  const one = kind === 'ladders' ? ladderWidth(box.width) : box.width
  const least = Math.max(factsOf(kind).least.width, isLadder(kind) ? Math.min(LADDER, one) : 0)
  return width < least ? [] : [{ ...placed, box: { ...box, x: right - width, width } }]
}
