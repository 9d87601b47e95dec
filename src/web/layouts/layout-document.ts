/** Workspaces as the server keeps them. What comes back may be of another version, or broken: it is checked as a whole. */
import { fieldsOf, rowsOf } from '../platform/state/store.ts'
import { groupsOf, tidy } from './tree.ts'
import type { Layout, Node, Panel } from './tree.ts'

/** The one format that is read. */
const FORMAT = 3
const MAX_PANELS = 40
const MAX_DEPTH = 14
const MAX_PIXELS = 20_000
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/

export type Entry = { readonly id: string; readonly name: string; readonly layout: Layout }
type Kept = { readonly id: string; readonly name: string; readonly content: unknown }

export function writeEntries(entries: readonly Entry[]): Kept[] {
  return entries.map(({ id, name, layout }) => ({ id, name, content: writeContent(layout) }))
}

/** Those that can be read. */
export function readEntries(kept: readonly Kept[]): readonly Entry[] {
  return kept.flatMap(({ id, name, content }) => {
    const layout = readContent(content)
    return layout === null ? [] : [{ id, name, layout }]
  })
}

/** Stored content of a workspace. */
export function writeContent(layout: Layout): ReturnType<typeof fieldsOf> {
  return { format: FORMAT, ...layout }
}

/** The layout of a content; null where it cannot be read. */
export function readContent(content: unknown): Layout | null {
  const fields = fieldsOf(content)
  if (fields['format'] !== FORMAT) return null
  const panels = readPanels(fields['panels'])
  const root = fields['root'] === null ? null : readNode(fields['root'], 0)
  if (panels === null || root === undefined) return null
  const placed = groupsOf(root).flatMap((tabs) => tabs.panels)
  const known = Object.keys(panels)
  // Each panel is in exactly one place, and each place names a panel.
  const isWhole = placed.length === known.length && new Set([...placed, ...known]).size === known.length
  return isWhole ? { root: tidy(root), panels } : null
}

function readPanels(value: unknown): Layout['panels'] | null {
  const entries = Object.entries(fieldsOf(value))
  const panels = entries.map(([id, panel]) => [id, isName(id) ? readPanel(panel) : null] as const)
  if (typeof value !== 'object' || value === null || entries.length > MAX_PANELS) return null
  return panels.every((one): one is readonly [string, Panel] => one[1] !== null)
    ? Object.fromEntries(panels)
    : null
}

function readPanel(value: unknown): Panel | null {
  const { kind, pinned } = fieldsOf(value)
  if (!isName(kind) || pinned === undefined) return null
  if (pinned === null) return { kind, pinned }
  const { eventId, outcomeId } = fieldsOf(pinned)
  const isKnown = typeof eventId === 'string' && typeof outcomeId === 'string'
  return isKnown ? { kind, pinned: { eventId, outcomeId } } : null
}

/** Undefined for what is none. */
function readNode(value: unknown, depth: number): Node | undefined {
  const { kind, size, direction, children, panels, active } = fieldsOf(value)
  if (typeof size !== 'number' || !(size > 0 && size <= MAX_PIXELS) || depth > MAX_DEPTH) return undefined
  if (kind === 'group') {
    const names = rowsOf(panels).filter(isName)
    return isName(active) && names.includes(active) ? { kind, size, panels: names, active } : undefined
  }
  if (kind !== 'split' || (direction !== 'row' && direction !== 'column')) return undefined
  const nodes = rowsOf(children)
    .slice(0, MAX_PANELS)
    .map((child) => readNode(child, depth + 1))
  const isRead = nodes.every((node) => node !== undefined)
  return isRead ? { kind, size, direction, children: nodes } : undefined
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value)
}
