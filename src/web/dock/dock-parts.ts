/** What the dock shows and does not know: panels, by their ids. */
import type { ReactNode } from 'react'
import type { MinSize, PlacedGroup } from './layout/arrange.ts'
import type { Box } from './layout/tree.ts'

export type DockParts = {
  readonly minSize: (id: string) => MinSize
  /** As text. */
  readonly name: (id: string) => string
  /** What it says in place of itself when it fails. */
  readonly failure: (id: string) => string
  /** On its tab. */
  readonly title: (id: string) => ReactNode
  /** Whether it has a head of its own, so that a group of it alone needs none. */
  readonly hasHead: (id: string) => boolean
  /** Whether it belongs into the first picture; all others come with the next one. */
  readonly isFirst: (id: string) => boolean
  /** At the end of its group's head. */
  readonly tools: (id: string) => ReactNode
  /** The panel; its tools stand in its own head where the group has none. */
  readonly body: (id: string, hasTools: boolean) => ReactNode
  readonly onUse: (id: string) => void
}

/** What stands over the panels for a while. */
export type DockOverlay = {
  readonly name: string
  readonly place: (
    groups: readonly PlacedGroup[],
    room: Box,
  ) => { readonly box: Box; readonly groups: readonly PlacedGroup[] }
  readonly body: (box: Box, groups: readonly PlacedGroup[]) => ReactNode
}
