/** Context of the dock's parts. */
import { contextOf } from '../../platform/state/hooks.ts'
import type { DockParts } from './dock-types.ts'
import type { Change } from '../../layouts/tree.ts'

export type Dock = {
  readonly parts: DockParts
  /** True if an overlay is above it: nothing can be arranged. */
  readonly hasOverlay: boolean
  readonly change: (change: Change) => void
  readonly isEditing: boolean
  /** Focuses a panel once it is in its place. */
  readonly focusLater: (id: string) => void
  /** Brings a panel to the front; an empty one gets its room until its tab is pressed again. */
  readonly pressTab: (id: string, isActive: boolean) => void
}

/** The dock around a part of it. */
export const [DockContext, useDock] = contextOf<Dock>()
