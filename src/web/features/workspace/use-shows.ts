/** Whether a panel is in front in the open workspace. */
import { useMedia } from '../../state/use-media.ts'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import type { PanelKind } from './panel-kinds.ts'
import { DOCKED } from './screen-class.ts'
import { allTabs } from './tree.ts'

/** True on screens without docking, where nothing can be put away. */
export function useShows(kind: PanelKind): boolean {
  const { workspace } = useTerminal()
  const isDocked = useMedia(DOCKED)
  useStore(workspace.state)
  const layout = workspace.layout()
  return !isDocked || allTabs(layout).some(({ active }) => layout.panels[active]?.kind === kind)
}
