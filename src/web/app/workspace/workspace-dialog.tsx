/** Asks for the name of a workspace, or whether one shall go. */
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWorkspace } from '../../contexts/workspace.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import styles from './workspace.module.css'

export type Asked = 'save_as' | 'rename' | 'remove'

const MAX_CHARACTERS = 40

/** The dialog. */
export function WorkspaceDialog({ about, onClose }: { readonly about: Asked; readonly onClose: () => void }) {
  const { workspace } = useWorkspace()
  const { active } = workspace.state.get()
  const present = workspace.list().find(({ id }) => id === active)?.name ?? ''
  const [name, setName] = useState(about === 'rename' ? present : '')
  const [refusal, setRefusal] = useState('')

  function submit(submitted: FormEvent): void {
    submitted.preventDefault()
    const given = name.trim()
    if (about === 'remove') {
      workspace.remove()
      onClose()
      return
    }
    const isTaken = workspace.list().some((one) => one.id !== active && one.name === given)
    if (given === '') setRefusal('Give it a name.')
    else if (isTaken || (about === 'save_as' && given === present))
      setRefusal('Another workspace has this name.')
    else if (about === 'rename') {
      workspace.rename(given)
      onClose()
    } else if (workspace.saveAs(given)) onClose()
    else setRefusal('There is no room for one more: delete or reset another one first.')
  }

  return (
    <Dialog
      title={
        about === 'save_as'
          ? 'Save workspace as'
          : about === 'rename'
            ? 'Rename workspace'
            : `Delete ${present}?`
      }
      onClose={onClose}
    >
      <form onSubmit={submit}>
        {about === 'remove' ? (
          <p>Deletes the layout; can be undone. Orders and positions are not touched.</p>
        ) : (
          <label className={styles.workspaceName}>
            Name{' '}
            <input
              className="field"
              data-first-focus
              maxLength={MAX_CHARACTERS}
              value={name}
              aria-describedby="workspace-name-refusal"
              onChange={(event) => {
                setName(event.target.value)
                setRefusal('')
              }}
            />
          </label>
        )}
        <p id="workspace-name-refusal" className="danger" role="status">
          {refusal}
        </p>
        <div className="dialog-foot">
          <button type="button" className="button" onClick={onClose}>
            Keep as it is
          </button>
          <button type="submit" className="button" data-first-focus={about === 'remove' ? '' : undefined}>
            {about === 'save_as' ? 'Save' : about === 'rename' ? 'Rename' : 'Delete'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
