/** Closes an overlay panel: back to the selected market. */
import { XIcon } from 'lucide-react'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { usePage } from '../../model/contexts/page.ts'
import { tradeAddress } from '../../model/markets/selection.ts'
import { useDock } from './dock-context.ts'
import { OVERLAY_PANEL, titleOfPanel } from '../../model/workspace/overlay-panel.ts'
import { tip } from '../../ui/overlays/tip.ts'

/** The button in its head. */
export function OverlayClose() {
  const { router } = usePage()
  const { selection } = useWorkspace()
  const { layout, overlay } = useDock()
  return (
    <button
      type="button"
      className="head-tool panel-menu"
      aria-label={`Close ${titleOfPanel(layout, overlay, OVERLAY_PANEL)}`}
      {...tip('Back to the workspace (Esc)')}
      onClick={() => router.go(tradeAddress(selection.get()))}
    >
      <XIcon />
    </button>
  )
}
