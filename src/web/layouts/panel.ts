/** Content of a workspace's panel, and the layouts that hold such panels. */
import type { Layout as LayoutOf } from './tree.ts'

export type OutcomeAt = { readonly eventId: string; readonly outcomeId: string }

/** A kind that this page does not know becomes a placeholder. */
export type Panel = {
  readonly kind: string
  /** Outcome on which it stays; null for a panel that follows the selected market. */
  readonly pinned: OutcomeAt | null
}

export type Layout = LayoutOf<Panel>

/** Pins a panel on an outcome, or lets it follow the selected market. */
export function pin(layout: Layout, id: string, pinned: OutcomeAt | null): Layout {
  const panel = layout.panels[id]
  if (panel === undefined) return layout
  return { ...layout, panels: { ...layout.panels, [id]: { ...panel, pinned } } }
}
