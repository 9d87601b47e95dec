/**
 * Where an overlay panel stands over the workspace: as wide as a page needs, and beside the ladder of the active link
 * group and the ticket wherever there is room for them. Pure; in CSS pixels.
 */
import { GAP } from '../../dock/layout/arrange.ts'
import type { PlacedGroup } from '../../dock/layout/arrange.ts'
import { ladderWidth, narrowed } from './ladder-rows.ts'
import { isLadder, isTrading, minSizeOfKind } from './panel-kinds.ts'
import type { Room } from './presets.ts'
import type { Box, Tabs } from '../../dock/layout/tree.ts'
import type { Layout, Link, Panel } from './panel.ts'

/** What a page would like to have, and with how little of it ladders still stay beside it. */
const WANTED_WIDTH = 840
const MIN_WIDTH = 520
/** A ladder that gives way stays as wide as its sizes and tools need, unless it was narrower before. */
const LADDER = 286

/** The active link group, and whether a market is selected. */
export type ActiveLink = { readonly link: Link; readonly hasMarket: boolean }

export type OverlayPlace = {
  readonly box: Box
  /** What stays beside it, some of it narrower than before; all other groups wait. */
  readonly groups: readonly PlacedGroup[]
}

/** From `start` to before `end`, across the workspace. */
type Extent = { readonly start: number; readonly end: number }

/** Whether a panel is there to trade in now: a ladder or the ticket, of a selected market or of the one it is pinned on. */
function staysBeside(layout: Layout, { active }: Tabs, { hasMarket }: ActiveLink): boolean {
  const { kind = '', pinned = null } = layout.panels[active] ?? {}
  return isTrading(kind) && (hasMarket || pinned !== null)
}

/** The place that keeps most: the ladder of the active link group before the ticket, that before a wide page, that before other ladders. */
export function placeOverlay(
  layout: Layout,
  groups: readonly PlacedGroup[],
  room: Room,
  active: ActiveLink,
): OverlayPlace {
  const trading = groups.filter(({ group }) => staysBeside(layout, group, active))
  const panelOf = ({ group }: PlacedGroup) => layout.panels[group.active]
  const places = extentsOf(trading, room.width).map((extent): OverlayPlace => {
    const kept = groups.flatMap((placed) => besideOf(panelOf(placed)?.kind ?? '', placed, extent))
    const ends = kept.map(({ box }) => box.x + box.width + GAP).filter((x) => x <= extent.start + GAP)
    const starts = kept.map(({ box }) => box.x - GAP).filter((x) => x >= extent.end - GAP)
    const x = Math.max(0, ...ends)
    return {
      box: { x, y: 0, width: Math.min(room.width, ...starts) - x, height: room.height },
      groups: kept,
    }
  })
  const rank = ({ box, groups: kept }: OverlayPlace): readonly number[] => {
    const stay = kept.filter(({ group }) => staysBeside(layout, group, active))
    const kinds = stay.map((one) => (isLadderOf(panelOf(one), active.link) ? 'selected' : panelOf(one)?.kind))
    return [
      Number(kinds.includes('selected')),
      Number(kinds.includes('ticket')),
      Math.min(box.width, WANTED_WIDTH),
      stay.reduce((sum, one) => sum + one.box.width, 0),
      box.width,
    ]
  }
  const best = places.toSorted((one, other) => compare(rank(other), rank(one)))[0]
  return best ?? { box: { x: 0, y: 0, ...room }, groups: [] }
}

function isLadderOf(panel: Panel | undefined, link: Link): boolean {
  return panel !== undefined && isLadder(panel.kind) && panel.link === link
}

/** Every gap between groups that trade, as it is and as wide as a page wants it or can do with, to either side. */
function extentsOf(trading: readonly PlacedGroup[], width: number): readonly Extent[] {
  const gaps: Extent[] = []
  let start = 0
  for (const { box } of trading.toSorted((one, other) => one.box.x - other.box.x)) {
    gaps.push({ start, end: box.x - GAP })
    start = Math.max(start, box.x + box.width + GAP)
  }
  gaps.push({ start, end: width })
  return gaps
    .flatMap((gap) => [
      gap,
      ...[WANTED_WIDTH, MIN_WIDTH].flatMap((wanted) => [
        { start: gap.start, end: gap.start + wanted },
        { start: gap.end - wanted, end: gap.end },
      ]),
    ])
    .filter(({ start: from, end }) => from >= 0 && end <= width && end - from >= MIN_WIDTH)
}

/** What is left of a group beside the overlay panel: none if it is less than its panel needs. */
function besideOf(kind: string, placed: PlacedGroup, { start, end }: Extent): readonly PlacedGroup[] {
  const { box } = placed
  const right = box.x + box.width
  if (right + GAP <= start || box.x - GAP >= end) return [placed]
  const room = Math.max(start - GAP - box.x, right - end - GAP)
  const width = kind === 'ladders' ? narrowed(box.width, room) : room
  const one = kind === 'ladders' ? ladderWidth(box.width) : box.width
  const least = Math.max(minSizeOfKind(kind).width, isLadder(kind) ? Math.min(LADDER, one) : 0)
  if (width < least) return []
  const x = start - GAP - box.x === room ? box.x : right - width
  return [{ ...placed, box: { ...box, x, width } }]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
