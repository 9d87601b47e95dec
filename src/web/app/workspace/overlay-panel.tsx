/** The page of the address over the workspace, until it is closed. It is no part of the layout. */
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { XIcon } from 'lucide-react'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import type { DockOverlay } from '../../dock/dock-parts.ts'
import type { OverlayPage } from '../../layouts/overlay-panel.ts'
import { placeOverlay } from '../../layouts/overlay-place.ts'
import type { Layout } from '../../layouts/panel.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import type { PlacedGroup } from '../../dock/layout/arrange.ts'
import { keepingOf, OVERLAY_PAGES, placeToKeepOverlay } from '../../layouts/overlay-panel.ts'
import { addPanel, freeId } from '../../dock/layout/tree.ts'
import type { Box, Target } from '../../dock/layout/tree.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { InPanelContext, tip } from '../../ui/controls.tsx'
import { useDock } from '../../dock/dock-context.ts'
import { PanelBoundary } from '../../dock/panel-boundary.tsx'
import dockStyles from '../../dock/dock.module.css'
import workspaceStyles from './workspace.module.css'

export const OVERLAY_ID = 'panel-Overlay'

/** Overlay for the dock; null while there is none. */
export function useOverlayOf(page: OverlayPage | null, body: ReactNode, layout: Layout): DockOverlay | null {
  return useMemo(() => {
    if (page === null) return null
    return {
      name: page,
      place: (groups, room) => placeOverlay(layout, groups, room),
      body: (box, groups) => <OverlayPanel key={page} page={page} body={body} box={box} groups={groups} />,
    }
  }, [page, body, layout])
}

/** The panel, at its place or over the whole workspace. */
function OverlayPanel(props: {
  readonly page: OverlayPage
  readonly body: ReactNode
  readonly box: Box
  /** Groups of the workspace without it: its place when it is kept. */
  readonly groups: readonly PlacedGroup[]
}) {
  const { page, body } = props
  const { room } = useDock()
  const [isFull, setFull] = useState(false)
  const { items, close } = useItems(props)
  const { title } = OVERLAY_PAGES[page]
  const { x, y, width, height } = isFull ? room : props.box
  const fill: MenuItem = {
    key: 'maximise',
    text: isFull ? 'Back to its size' : 'Fill the workspace',
    run: () => setFull(!isFull),
  }
  return (
    <div
      className={`${dockStyles.dockGroup} ${workspaceStyles.overlayPanel}`}
      data-headed=""
      style={{ left: x, top: y, width, height }}
    >
      <header className="panel-head">
        <span className="cut">{title}</span>
        <span className="push" />
        <MenuButton
          className={`head-tool ${workspaceStyles.panelMenu}`}
          label={`Panel ${title}`}
          tip="Keep or close this panel"
          items={() => [fill, ...items()]}
        >
          <span aria-hidden="true">{'\u22ee'}</span>
        </MenuButton>
        <button
          type="button"
          className={`head-tool ${workspaceStyles.panelMenu}`}
          aria-label={`Close ${title}`}
          {...tip('Back to the workspace (Esc)')}
          onClick={close}
        >
          <XIcon />
        </button>
      </header>
      <div className={dockStyles.dockBody}>
        <div
          id={OVERLAY_ID}
          className="panel-host"
          tabIndex={-1}
          role="group"
          aria-label={title}
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

function useItems({
  page,
  groups,
}: {
  readonly page: OverlayPage
  readonly groups: readonly PlacedGroup[]
}): {
  readonly items: () => readonly MenuItem[]
  readonly close: () => void
} {
  const { router } = usePage()
  const { selection, workspace } = useWorkspace()
  const { focusLater } = useDock()
  const close = (): void => router.go(tradeAddress(selection.get()))

  function keep(target: Target): void {
    const keeping = keepingOf(workspace.layout(), page)
    if ('refused' in keeping) return
    const id = freeId(workspace.layout(), keeping.kind)
    const panel = { kind: keeping.kind, link: workspace.links.get().activeLink, pinned: null }
    workspace.change((old) => addPanel(old, id, panel, target))
    close()
    focusLater(id)
  }

  function items(): readonly MenuItem[] {
    const keeping = keepingOf(workspace.layout(), page)
    const refused = 'refused' in keeping ? keeping.refused : null
    const beside = placeToKeepOverlay(workspace.layout(), groups)
    return [
      {
        key: 'keep',
        part: '',
        text: 'Keep in this workspace',
        refused,
        run: () => keep(beside === null ? { to: 'edge', side: 'right' } : { to: 'tab', beside }),
      },
      { key: 'close', part: '', text: 'Close', hint: 'Esc', run: close },
    ]
  }
  return { items, close }
}
