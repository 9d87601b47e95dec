/** Lets a guest go: back to the market in hand. */
import { useTerminal } from '../../model/terminal-context.ts'
import { CrossIcon } from '../../ui/icons.tsx'
import { tradeAddress } from '../../model/markets/selection.ts'
import { useDock } from './dock-context.ts'
import { GUEST, titleOfPanel } from '../../model/workspace/guest.ts'

/** The button in its head. */
export function GuestClose() {
  const { router, selection } = useTerminal()
  const { layout, guest } = useDock()
  return (
    <button
      type="button"
      className="head-tool panel-menu"
      aria-label={`Close ${titleOfPanel(layout, guest, GUEST)}`}
      title="Back to the workspace (Esc)"
      onClick={() => router.go(tradeAddress(selection.get()))}
    >
      <CrossIcon />
    </button>
  )
}
