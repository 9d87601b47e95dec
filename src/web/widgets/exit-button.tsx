/** The way out of what is held of an outcome, beside news about it. */
import { useSelected } from '../platform/state/use-store.ts'
import { useAccount } from '../model/contexts/account.ts'
import { useWorkspace } from '../model/contexts/workspace.ts'

/** Opens the exit of the position; nothing where none is held. `onOpen` is called before. */
export function ExitButton(props: { readonly outcomeId: string | null; readonly onOpen?: () => void }) {
  const { positions } = useAccount()
  const { openedPosition } = useWorkspace()
  const held = useSelected(positions, ({ items }) =>
    items.find((one) => one.outcome_id === props.outcomeId && one.status === 'open'),
  )
  if (held === undefined) return null
  return (
    <button
      type="button"
      className="button small"
      aria-label={`Exit ${held.size} ${held.outcome_name}`}
      aria-haspopup="dialog"
      onClick={() => {
        props.onOpen?.()
        openedPosition.set({ position: held, view: 'walk' })
      }}
    >
      Exit{'\u2026'}
    </button>
  )
}
