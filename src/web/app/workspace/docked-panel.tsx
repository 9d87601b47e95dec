/** A panel of the workspace, and its menu. */
import { useMemo } from 'react'
import { useMarketData, useWorkspace } from '../../contexts/contexts.ts'
import { canPin, factsOf } from '../../layouts/panel-kinds.ts'
import type { Panel } from '../../layouts/tree.ts'
import { InPanelContext } from '../../ui/controls.tsx'
import { soon } from '../../ui/later.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { PanelContext } from '../../widgets/panel-context.tsx'
import { useDock } from './dock-context.ts'
import { PanelContent } from './panels.tsx'
import styles from './workspace.module.css'

const panelMenu = soon(() => import('./workspace-items.tsx'))

type Props = { readonly id: string; readonly panel: Panel }

/** Shown in place of a panel that fails. */
export function failureOf(kind: string): string {
  return `${factsOf(kind).title} failed. Your orders are untouched.`
}

/** The panel; its tools are in its own head where the group has none. */
export function DockedPanel({ id, panel, hasTools }: Props & { readonly hasTools: boolean }) {
  const docked = useMemo(
    () => ({ id, panel, tools: hasTools ? <PanelToolsButton id={id} panel={panel} /> : null }),
    [id, panel, hasTools],
  )
  return (
    <PanelContext value={docked}>
      <InPanelContext value>
        <PanelContent kind={panel.kind} />
      </InPanelContext>
    </PanelContext>
  )
}

/** Pinning, moving, closing. */
export function PanelToolsButton({ id, panel }: Props) {
  const dock = useDock()
  const { workspace } = useWorkspace()
  const { events } = useMarketData()
  const isPinned = panel.pinned !== null
  return (
    <MenuButton
      className={`head-tool ${styles.panelMenu}`}
      label={`Panel ${factsOf(panel.kind).title}${isPinned ? ', pinned on its outcome' : ''}`}
      tip={canPin(panel.kind) ? 'Pin, move or close this panel' : 'Move or close this panel'}
      items={async () => (await panelMenu()).panelItems(dock, { events, workspace }, id)}
    >
      <span aria-hidden="true">{isPinned ? '\u2022\u22ee' : '\u22ee'}</span>
    </MenuButton>
  )
}
