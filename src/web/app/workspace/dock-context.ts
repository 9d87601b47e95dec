/** State of the dock, for the panels in it. */
import { contextOf } from '../../platform/state/hooks.ts'
import { NO_PANEL } from '../../layouts/tree.ts'
import type { Layout, Panel } from '../../layouts/tree.ts'

export type Dock = Pick<Layout, 'panels'> & {
  /** True if an overlay is above it: nothing can be arranged. */
  readonly hasOverlay: boolean
  /** Focuses a panel once it is in its place. */
  readonly focusLater: (id: string) => void
  /** Brings a panel to the front; an empty one gets its room until its tab is pressed again. */
  readonly pressTab: (id: string, isActive: boolean) => void
}

export const [DockContext, useDock] = contextOf<Dock>()

/** A panel of the dock. */
export function panelIn({ panels }: Pick<Layout, 'panels'>, id: string): Panel {
  return panels[id] ?? NO_PANEL
}
