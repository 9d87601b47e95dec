/** Which workspace is open, and what can be done with it. */
import { useState } from 'react'
import { useStore } from '../../platform/state/hooks.ts'
import { useMarketData, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { tip } from '../../ui/controls.tsx'
import { later, soon } from '../../ui/later.tsx'
import styles from './workspace.module.css'

const load = soon(() => import('./workspace-items.tsx'))
const SaveDialog = later(() => load().then((module) => module.SaveDialog))

/** The picker, and the switch that lets dividers be dragged. */
export function WorkspaceMenu() {
  const { workspace, selection } = useWorkspace()
  const { router } = usePage()
  const { events } = useMarketData()
  const { active } = useStore(workspace.state)
  const isEditing = useStore(workspace.isEditing)
  const [isSaving, setSaving] = useState(false)
  const name = workspace.list().find(({ id }) => id === active)?.name ?? ''
  return (
    <span className={styles.workspaceMenu}>
      <MenuButton
        className="plain"
        label={`Workspace ${name}`}
        tip="Workspaces and their panels"
        items={async () =>
          (await load()).workspaceItems({ workspace, router, selection, events }, () => setSaving(true))
        }
      >
        {name} <span aria-hidden="true">{'\u25b4'}</span>
      </MenuButton>
      {isSaving && <SaveDialog onClose={() => setSaving(false)} />}
      {isEditing && (
        <button
          type="button"
          className="plain"
          aria-pressed
          {...tip('Dividers can be dragged. Press to lock the layout.')}
          onClick={() => workspace.isEditing.set(false)}
        >
          Editing layout
        </button>
      )}
    </span>
  )
}
