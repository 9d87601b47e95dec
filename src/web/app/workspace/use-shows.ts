/** Whether a panel is in front in the open workspace. */
import { useMedia } from '../../platform/page/use-media.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import type { PanelKind } from '../../model/workspace/panel-kinds.ts'
import { DOCKED } from '../../platform/page/screen-class.ts'
import { allTabs } from '../../dock/layout/tree.ts'

/** True on screens without docking, where nothing can be put away. */
export function useShows(kind: PanelKind): boolean {
  const { workspace } = useWorkspace()
  const isDocked = useMedia(DOCKED)
  useStore(workspace.state)
  const layout = workspace.layout()
  return !isDocked || allTabs(layout).some(({ active }) => layout.panels[active]?.kind === kind)
}
