/** The panels of the workspace for the dock, which knows their ids alone. */
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { DockParts } from './dock-types.ts'
import { useMarketData, useWorkspace } from '../../contexts/contexts.ts'
import { canPin, factsOf, isLadder } from '../../layouts/panel-kinds.ts'
import type { Layout, Panel } from '../../layouts/panel.ts'
import { InPanelContext } from '../../ui/controls.tsx'
import { PanelContext } from '../../widgets/panel-context.tsx'
import { PanelContent, PanelTitle } from './panels.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { useDock } from './dock-context.ts'
import { panelItems } from './panel-menu.ts'
import styles from './workspace.module.css'

const NO_PANEL: Panel = { kind: '', pinned: null }

/** Shown in place of a panel that fails. */
export function failureOf(kind: string): string {
  return `${factsOf(kind).title} failed. Your orders are untouched.`
}

/** The parts; the same as long as the panels are. */
export function useDockParts({ panels }: Pick<Layout, 'panels'>): DockParts {
  const { followed } = useWorkspace().workspace
  return useMemo(() => {
    const panelOf = (id: string): Panel => panels[id] ?? NO_PANEL
    const kindOf = (id: string): string => panelOf(id).kind
    return {
      minSize: (id) => factsOf(kindOf(id)).least,
      failure: (id) => failureOf(kindOf(id)),
      title: (id) => <PanelTitle panel={panelOf(id)} />,
      hasHead: (id) => factsOf(kindOf(id)).hasHead,
      isFirst: (id) => isLadder(kindOf(id)),
      tools: (id) => <PanelToolsButton id={id} panel={panelOf(id)} />,
      body: (id, hasTools) => <Body id={id} panel={panelOf(id)} hasTools={hasTools} />,
      onUse(id) {
        const { kind, pinned } = panelOf(id)
        if (canPin(kind) || kind === 'event') followed.use(pinned !== null)
      },
    }
  }, [panels, followed])
}

function Body(props: { readonly id: string; readonly panel: Panel; readonly hasTools: boolean }): ReactNode {
  const { id, panel, hasTools } = props
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

function PanelToolsButton({ id, panel }: { readonly id: string; readonly panel: Panel }) {
  const dock = useDock()
  const { workspace } = useWorkspace()
  const { events } = useMarketData()
  const isPinned = panel.pinned !== null
  return (
    <MenuButton
      className={`head-tool ${styles.panelMenu}`}
      label={`Panel ${factsOf(panel.kind).title}${isPinned ? ', pinned on its outcome' : ''}`}
      tip={canPin(panel.kind) ? 'Pin, move or close this panel' : 'Move or close this panel'}
      items={() => panelItems(dock, { events, workspace }, id)}
    >
      <span aria-hidden="true">{isPinned ? '\u2022\u22ee' : '\u22ee'}</span>
    </MenuButton>
  )
}
