/** The page of the address over the workspace, until it is closed. It is no part of the layout. */
import type { ReactNode } from 'react'
import { XIcon } from 'lucide-react'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import { OVERLAY_PAGES } from '../../layouts/overlay-panel.ts'
import type { OverlayPage } from '../../layouts/overlay-panel.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import type { Box } from '../../layouts/tree.ts'
import { Button, InPanelContext, tip } from '../../ui/controls.tsx'
import { PanelBoundary } from './panel-boundary.tsx'
import dockStyles from './dock.module.css'
import workspaceStyles from './workspace.module.css'

export const OVERLAY_ID = 'panel-Overlay'

/** Fills the box that the dock gives it. */
export function OverlayPanel(props: {
  readonly page: OverlayPage
  readonly body: ReactNode
  readonly box: Box
}) {
  const { page, body } = props
  const { router } = usePage()
  const { selection } = useWorkspace()
  const [title] = OVERLAY_PAGES[page]
  const { x, y, width, height } = props.box
  return (
    <div
      className={`${dockStyles.dockGroup} ${workspaceStyles.overlayPanel}`}
      data-headed=""
      style={{ left: x, top: y, width, height }}
    >
      <header className="panel-head">
        <span className="cut">{title}</span>
        <span className="push" />
        <Button
          className={`head-tool ${workspaceStyles.panelMenu}`}
          aria-label={`Close ${title}`}
          {...tip('Back to the workspace (Esc)')}
          onClick={() => router.go(tradeAddress(selection.get()))}
        >
          <XIcon />
        </Button>
      </header>
      <div className="fills relative">
        <div
          id={OVERLAY_ID}
          className="panel-host"
          tabIndex={-1}
          role="group"
          aria-label={title}
          data-headed=""
          data-routed={page}
        >
          <InPanelContext value>
            <PanelBoundary failure={`${title} failed. Your orders are untouched.`}>{body}</PanelBoundary>
          </InPanelContext>
        </div>
      </div>
    </div>
  )
}
