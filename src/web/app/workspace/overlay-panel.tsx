/** The page of the address over the workspace, until it is closed. It is no part of the layout. */
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { XIcon } from 'lucide-react'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import type { DockOverlay } from './dock-types.ts'
import { OVERLAY_PAGES } from '../../layouts/overlay-panel.ts'
import type { OverlayPage } from '../../layouts/overlay-panel.ts'
import { placeOverlay } from '../../layouts/overlay-place.ts'
import type { Layout } from '../../layouts/panel.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import type { Box } from '../../layouts/tree.ts'
import { Button, InPanelContext, tip } from '../../ui/controls.tsx'
import { PanelBoundary } from './panel-boundary.tsx'
import dockStyles from './dock.module.css'
import workspaceStyles from './workspace.module.css'

export const OVERLAY_ID = 'panel-Overlay'

/** Overlay for the dock; null while there is none. */
export function useOverlayOf(page: OverlayPage | null, body: ReactNode, layout: Layout): DockOverlay | null {
  return useMemo(() => {
    if (page === null) return null
    return {
      place: (groups, room) => placeOverlay(layout, groups, room),
      body: (box) => <OverlayPanel key={page} page={page} body={body} box={box} />,
    }
  }, [page, body, layout])
}

function OverlayPanel(props: { readonly page: OverlayPage; readonly body: ReactNode; readonly box: Box }) {
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
