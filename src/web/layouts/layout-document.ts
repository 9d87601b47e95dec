/**
 * One workspace as the server keeps it. What comes back may be of an older page, of a newer one, or broken: it is read
 * piece by piece, and what cannot be read is reported, so that only that workspace is reset.
 */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { EDGE_SHARE, groupsOf, tidy } from '../dock/layout/tree.ts'
import { LINKS } from './panel.ts'
import type { Node, Tabs } from '../dock/layout/tree.ts'
import type { Layout, Panel } from './panel.ts'

/** The format that this page writes. A change of it needs a migration from the one before. */
export const FORMAT = 3

const MAX_PANELS = 40
/** Twelve that format 2 allowed, beside what floated or had a window. */
const MAX_DEPTH = 14
const MAX_PIXELS = 20_000
const MAX_ID = 200
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/

export type Kept = {
  readonly layout: Layout
  /** The preset that a reset goes back to. */
  readonly base: string
}

export type Unreadable = 'broken' | 'newer'

type Fields = Readonly<Record<string, unknown>>

/** From each older format to the next. */
const MIGRATIONS: Readonly<Record<number, (old: Fields) => Fields>> = {
  // Without links every ladder and chart followed the one selected market.
  1: (old) => ({
    ...old,
    panels: mapFields(old['panels'], (panel) => ({ ...panel, link: 'A', pinned: null })),
  }),
  // Groups could float or have a window: they are docked at the right, one below the other.
  2: ({ floating, windows, ...old }) => ({
    ...old,
    root: withDocked(withDocked(old['root'], floating), windows),
  }),
}

function mapFields(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isFields(one) ? change(one) : one]),
  )
}

function withDocked(root: unknown, groups: unknown): unknown {
  if (!Array.isArray(groups) || groups.length === 0) return root
  const column: Fields = {
    kind: 'split',
    size: EDGE_SHARE,
    direction: 'column',
    children: groups.map((one: unknown) => (isFields(one) ? { ...one, kind: 'group', size: 1 } : one)),
  }
  if (!isFields(root)) return column
  const rest = { ...root, size: 1 - EDGE_SHARE }
  return { kind: 'split', size: 1, direction: 'row', children: [rest, column] }
}

/** Stored content of a workspace. */
export function writeContent({ layout, base }: Kept): Fields {
  return { format: FORMAT, base, ...layout }
}

/** Reads what was kept, by this page or an older one. */
export function readContent(content: unknown): Result<Kept, Unreadable> {
  if (!isFields(content) || !Number.isInteger(content['format'])) return err('broken')
  let fields = content
  for (let format = Number(content['format']); format !== FORMAT; format += 1) {
    if (format > FORMAT) return err('newer')
    const migrate = MIGRATIONS[format]
    if (migrate === undefined) return err('broken')
    fields = migrate(fields)
  }
  return readPresent(fields)
}

function readPresent(fields: Fields): Result<Kept, Unreadable> {
  const base = fields['base']
  const panels = readPanels(fields['panels'])
  const root = fields['root'] === null ? null : readNode(fields['root'], 0)
  if (!isName(base) || panels === null || root === undefined) {
    return err('broken')
  }
  const layout = { root: tidy(root), panels }
  return isWhole(layout) ? ok({ layout, base }) : err('broken')
}

/** True if each panel is in exactly one place, and each place names a panel. */
function isWhole(layout: Layout): boolean {
  const placed = groupsOf(layout.root).flatMap((tabs) => tabs.panels)
  const known = Object.keys(layout.panels)
  return placed.length === known.length && new Set([...placed, ...known]).size === known.length
}

function readPanels(value: unknown): Readonly<Record<string, Panel>> | null {
  if (!isFields(value)) return null
  const entries = Object.entries(value)
  if (entries.length > MAX_PANELS) return null
  const panels: [string, Panel][] = []
  for (const [id, panel] of entries) {
    const read = isName(id) ? readPanel(panel) : null
    if (read === null) return null
    panels.push([id, read])
  }
  return Object.fromEntries(panels)
}

function readPanel(value: unknown): Panel | null {
  if (!isFields(value) || !isName(value['kind'])) return null
  const { kind, pinned } = value
  const link = value['link'] === null ? null : LINKS.find((one) => one === value['link'])
  if (link === undefined) return null
  if (pinned === null) return { kind, link, pinned }
  if (!isFields(pinned)) return null
  const { eventId, outcomeId } = pinned
  return isId(eventId) && isId(outcomeId) ? { kind, link, pinned: { eventId, outcomeId } } : null
}

/** Undefined for what is none. */
function readNode(value: unknown, depth: number): Node | undefined {
  if (!isFields(value) || depth > MAX_DEPTH) return undefined
  const { kind, size, direction, children } = value
  if (!isExtent(size)) return undefined
  if (kind === 'group') {
    const tabs = readTabs(value)
    return tabs === null ? undefined : { kind, size, ...tabs }
  }
  if (kind !== 'split' || (direction !== 'row' && direction !== 'column') || !Array.isArray(children)) {
    return undefined
  }
  const read: Node[] = []
  for (const child of children as readonly unknown[]) {
    const node = read.length > MAX_PANELS ? undefined : readNode(child, depth + 1)
    if (node === undefined) return undefined
    read.push(node)
  }
  return { kind, size, direction, children: read }
}

function readTabs({ panels, active }: Fields): Tabs | null {
  if (!Array.isArray(panels) || panels.length === 0 || panels.length > MAX_PANELS) return null
  const names = (panels as readonly unknown[]).filter(isName)
  if (names.length !== panels.length || !isName(active) || !names.includes(active)) return null
  return { panels: names, active }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_ID
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value)
}

function isExtent(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAX_PIXELS
}
