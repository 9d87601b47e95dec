/** The workspaces that come with the page (PAGE-2), fitted to the room there is. */
import { GAP } from './arrange.ts'
import type { PanelKind } from './panel-kinds.ts'
import { column, group, groupsOf, row } from './tree.ts'
import type { Layout, Node } from './tree.ts'

/** In CSS pixels. */
export type Room = { readonly width: number; readonly height: number }

type Preset = { readonly id: string; readonly name: string; readonly layout: (room: Room) => Layout }

/** From this width lists and tickets are wider. */
const ROOMY = 1_690
const MAX_LADDERS = 8
/** Below this width there are two columns. */
const NARROW = 1_080
/** A narrow screen lower than this has a workspace of twice its height: ladder and lists above, orders and ticket a scroll away. */
const LOW = 510

/** The room of the panels in a box of the page. */
export function roomIn(width: number, height: number): Room {
  return { width, height: width < NARROW && height < LOW ? 2 * Math.max(320, height) : height }
}

/** One panel of each kind, under the kind's own name. */
function layoutOf(root: Node): Layout {
  const panels = groupsOf(root).flatMap((one) => one.panels)
  return {
    root,
    panels: Object.fromEntries(panels.map((kind) => [kind, { kind, pinned: null }])),
  }
}

const one = (size: number, ...kinds: readonly PanelKind[]): Node => group(size, kinds)

/** How many ladders stand side by side before the event between them and the markets gets too narrow. */
function ladderCount(width: number): number {
  if (width < 1_350) return 1
  const [rest, ladder] = width >= ROOMY ? [1_004, 334] : [770, 290]
  return Math.min(MAX_LADDERS, Math.max(1, Math.floor((width - rest) / ladder)))
}

function laddersWidth({ width }: Room): number {
  return ladderCount(width) * ((width >= ROOMY ? 330 : 286) + GAP) - GAP
}

/** Lists over orders, the ladder over the ticket. */
function twoColumns({ width, height }: Room): Layout {
  const [trade, lists] = [340, 230]
  return layoutOf(
    row(1, [
      column(width - trade - GAP, [
        group(height - lists - GAP, ['discovery', 'event', 'chart'], 'event'),
        one(lists, 'orders', 'positions', 'fills', 'alerts'),
      ]),
      column(trade, [one(52, 'ladders'), one(48, 'ticket')]),
    ]),
  )
}

function ladderWorkspace(room: Room): Layout {
  if (room.width < NARROW) return twoColumns(room)
  const isRoomy = room.width >= ROOMY
  const ladders = laddersWidth(room)
  const rest = room.width - ladders - 3 * GAP
  const wanted = isRoomy ? { markets: 290, ticket: 320 } : { markets: 232, ticket: 272 }
  const short = Math.max(0, 300 - (rest - wanted.markets - wanted.ticket))
  const markets = Math.max(190, wanted.markets - short)
  const ticket = Math.max(250, wanted.ticket - Math.max(0, short - (wanted.markets - markets)))
  const event = Math.max(240, rest - markets - ticket)
  // Where the screen is low, the event and its chart need the room more than a list that is often empty.
  const lists = isRoomy ? 270 : room.height < 900 ? 164 : 230
  const above = Math.max(300, room.height - lists - GAP)
  return layoutOf(
    row(1, [
      column(markets + event + GAP, [
        row(above, [one(markets, 'discovery'), column(event, [one(50, 'event'), one(50, 'chart')])]),
        one(lists, 'orders', 'positions', 'fills', 'alerts'),
      ]),
      one(ladders, 'ladders'),
      one(ticket, 'ticket'),
    ]),
  )
}

function research(room: Room): Layout {
  const side = room.width >= ROOMY ? 320 : 272
  return layoutOf(
    row(1, [
      column(side, [one(64, 'discovery'), one(36, 'alerts', 'notifications')]),
      column(Math.max(400, room.width - 2 * side - 310 - 3 * GAP), [one(40, 'event'), one(60, 'chart')]),
      one(310, 'ladder'),
      one(side, 'ticket'),
    ]),
  )
}

function portfolio(room: Room): Layout {
  return layoutOf(
    row(1, [
      column(Math.max(400, room.width - 310 - 272 - 2 * GAP), [
        one(58, 'positions'),
        one(42, 'orders', 'fills', 'combos', 'notifications'),
      ]),
      one(310, 'ladder'),
      one(272, 'ticket'),
    ]),
  )
}

export const PRESETS: readonly [Preset, ...Preset[]] = [
  { id: 'ladder-desk', name: 'Ladder desk', layout: ladderWorkspace },
  { id: 'portfolio', name: 'Portfolio', layout: portfolio },
  { id: 'research', name: 'Research', layout: research },
]

/** The preset of an id; the ladder desk for any other. */
export function presetOf(id: string): Preset {
  return PRESETS.find((preset) => preset.id === id) ?? PRESETS[0]
}
