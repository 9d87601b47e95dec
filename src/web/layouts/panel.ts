/** Content of a workspace's panel, and the layouts that hold such panels. */
import type { Layout as LayoutOf } from '../dock/layout/tree.ts'

/** The letters of the groups whose panels follow one market; each has a colour as well. */
export const LINKS = ['A', 'B', 'C', 'D'] as const
export type Link = (typeof LINKS)[number]

export type OutcomeAt = { readonly eventId: string; readonly outcomeId: string }

/** A kind that this page does not know becomes a placeholder. */
export type Panel = {
  readonly kind: string
  /** The group that it follows; null for a panel that follows none. */
  readonly link: Link | null
  /** Outcome on which a panel without a group is pinned. */
  readonly pinned: OutcomeAt | null
}

export type Layout = LayoutOf<Panel>

/** Links a panel to a group, or pins it on an outcome. */
export function follow(layout: Layout, id: string, link: Link | null, pinned: OutcomeAt | null): Layout {
  const panel = layout.panels[id]
  if (panel === undefined) return layout
  return { ...layout, panels: { ...layout.panels, [id]: { ...panel, link, pinned } } }
}
