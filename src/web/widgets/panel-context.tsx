/** Place of a docked panel. Null outside the workspace: on the phone, on a tablet, on a page. */
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { useRequired } from '../platform/state/hooks.ts'
import type { Panel } from '../layouts/panel.ts'

export type DockedPanel = {
  readonly id: string
  readonly panel: Panel
  /** Its menu, for the panel's own head; null while the group's head carries them. */
  readonly tools: ReactNode
}

export const PanelContext = createContext<DockedPanel | null>(null)

/** The docked panel around a component. */
export function useDockedPanel(): DockedPanel {
  return useRequired(PanelContext)
}

/** The end of a panel's own head. */
export function PanelTools() {
  return useContext(PanelContext)?.tools ?? null
}
