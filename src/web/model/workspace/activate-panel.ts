/** Activates a panel of the workspace by kind. */
import type { Workspace } from '../contexts/workspace.ts'
import { isActiveTab } from '../../dock/layout/active-tabs.ts'
import { panelOfKind } from './overlay-panel.ts'
import type { PanelKind } from './panel-kinds.ts'
import { activate } from '../../dock/layout/tree.ts'

/** Brings the panel of a kind to the front and answers its id; null if there is no workspace on the screen, or none of the kind. */
export function activatePanel({ workspace }: Pick<Workspace, 'workspace'>, kind: PanelKind): string | null {
  const id = workspace.room.get() === null ? null : panelOfKind(workspace.layout(), kind)
  if (id !== null) workspace.change((old) => (isActiveTab(old, id) ? old : activate(old, id)))
  return id
}
