/** What the parts of the dock share. */
import { createContext, useContext } from 'react'
import type { Arranged } from './layout/arrange.ts'
import type { DockParts } from './dock-parts.ts'
import type { Box, Change, Layout } from './layout/tree.ts'

export type Dock = {
  readonly layout: Layout
  readonly parts: DockParts
  /** Where its groups stand; those that wait behind what stands over them are not among them. */
  readonly arranged: Arranged
  /** Whether something stands over it: nothing can be arranged. */
  readonly hasOverlay: boolean
  readonly change: (change: Change) => void
  readonly isEditing: boolean
  /** The panel that has the whole room for a while. */
  readonly maximised: string | null
  readonly maximise: (id: string | null) => void
  /** The element that a panel lives in wherever it stands, so that moving it keeps what it shows. */
  readonly hostOf: (id: string) => HTMLElement
  readonly room: Box
  /** Focuses a panel once it stands where it was put. */
  readonly focusLater: (id: string) => void
}

export const DockContext = createContext<Dock | null>(null)

/** The dock around a part of it. */
export function useDock(): Dock {
  const dock = useContext(DockContext)
  if (dock === null) throw new Error('no dock in context')
  return dock
}
