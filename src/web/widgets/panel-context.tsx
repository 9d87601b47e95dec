/** Place of a docked panel. Null outside the workspace: on the phone, on a page. */
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { contextOf } from '../platform/state/hooks.ts'
import type { Panel } from '../layouts/tree.ts'

export type DockedPanel = {
  readonly id: string
  readonly panel: Panel
  /** Its menu, for the panel's own head; null while the group's head carries them. */
  readonly tools: ReactNode
}

/** The docked panel around a component. */
export const [PanelContext, useDockedPanel] = contextOf<DockedPanel>()

/** Room inside the docked panel in CSS pixels, known before it is laid out. Null where the page's size decides. */
export const PanelRoomContext = createContext<{ readonly width: number; readonly height: number } | null>(
  null,
)

/** The end of a panel's own head. */
export function PanelTools() {
  return useContext(PanelContext)?.tools ?? null
}
