/** Faults of the layouts, and their remedies. */
import { useStore } from '../../platform/state/use-store.ts'
import { useWorkspace } from '../../contexts/workspace.ts'

/** Nothing while all is well. */
export function WorkspaceNotes() {
  const { workspace } = useWorkspace()
  const { status } = useStore(workspace.state)
  const unreadable = workspace.unreadable()
  if (status === 'unread') {
    return (
      <div className="strip" role="status">
        The server did not give the saved layouts. What you arrange holds in this tab until it answers.
      </div>
    )
  }
  return unreadable === null ? null : (
    <div className="strip" role="status">
      {unreadable === 'newer'
        ? 'This workspace was saved by a newer version; its default is shown. A change here replaces it.'
        : 'The saved layout cannot be read: the default is shown. The others are untouched.'}
      <button type="button" className="button small" onClick={workspace.reset}>
        Reset it
      </button>
    </div>
  )
}
