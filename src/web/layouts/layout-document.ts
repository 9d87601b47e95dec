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

/** The layout of a content; null where it cannot be read. What of it is no panel or no place is left out, and then misses. */
export function readContent(content: unknown): Layout | null {
  const { format, panels: kept, root: top } = fieldsOf(content)
  if (format !== FORMAT) return null
  const panels = Object.fromEntries(
    Object.entries(fieldsOf(kept)).flatMap(([id, value]) => readPanel(value).map((panel) => [id, panel])),
  )
  const [root = null] = readNode(top, 0)
  const placed = groupsOf(root).flatMap((tabs) => tabs.panels)
  const known = Object.keys(panels)
  // Each panel is in exactly one place, and each place names a panel.
  const isWhole =
    known.length <= MAX_PANELS &&
    placed.length === known.length &&
    new Set([...placed, ...known]).size === known.length
  return isWhole && (root === null) === (top === null) ? { root: tidy(root), panels } : null
}

function readPanel(value: unknown): readonly Panel[] {
  const { kind, pinned } = fieldsOf(value)
  if (!isName(kind) || pinned === undefined) return []
  if (pinned === null) return [{ kind, pinned }]
  const { eventId, outcomeId } = fieldsOf(pinned)
  const isKnown = typeof eventId === 'string' && typeof outcomeId === 'string'
  return isKnown ? [{ kind, pinned: { eventId, outcomeId } }] : []
}

function readNode(value: unknown, depth: number): readonly Node[] {
  const { kind, size, direction, children, panels, active } = fieldsOf(value)
  if (typeof size !== 'number' || !(size > 0 && size <= MAX_PIXELS) || depth > MAX_DEPTH) return []
  if (kind === 'group') {
    const names = rowsOf(panels).filter(isName)
    return isName(active) && names.includes(active) ? [{ kind, size, panels: names, active }] : []
  }
  if (kind !== 'split' || (direction !== 'row' && direction !== 'column')) return []
  return [
    { kind, size, direction, children: rowsOf(children).flatMap((child) => readNode(child, depth + 1)) },
  ]
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value)
}
