/** Content of the dock, unknown to it: panels, by their ids. */
import type { ReactNode } from 'react'
import type { MinSize, PlacedGroup } from '../../layouts/arrange.ts'
import type { Box } from '../../layouts/tree.ts'

export type DockParts = {
  readonly minSize: (id: string) => MinSize
  /** Text in place of a panel that fails. */
  readonly failure: (id: string) => string
  /** On its tab. */
  readonly title: (id: string) => ReactNode
  /** True if it has a head of its own, so that a group of it alone needs none. */
  readonly hasHead: (id: string) => boolean
  /** True if it belongs into the first picture; all others come with the next one. */
  readonly isFirst: (id: string) => boolean
  /** At the end of its group's head. */
  readonly tools: (id: string) => ReactNode
  /** The panel; its tools stand in its own head where the group has none. */
  readonly body: (id: string, hasTools: boolean) => ReactNode
  readonly onUse: (id: string) => void
}

/** A temporary overlay above the panels. */
export type DockOverlay = {
  readonly place: (
    groups: readonly PlacedGroup[],
    room: Box,
  ) => { readonly box: Box; readonly groups: readonly PlacedGroup[] }
  readonly body: (box: Box) => ReactNode
}
