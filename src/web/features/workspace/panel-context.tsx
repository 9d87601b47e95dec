/** What a docked panel knows of its place. Null outside the workspace: on the phone, on a tablet, on a page. */
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

export type DockedPanel = {
  readonly id: string
  /** Link mark and menu, for the panel's own head; null while the group's head carries them. */
  readonly tools: ReactNode
}

export const PanelContext = createContext<DockedPanel | null>(null)

/** The end of a panel's own head. */
export function PanelTools() {
  return useContext(PanelContext)?.tools ?? null
}
