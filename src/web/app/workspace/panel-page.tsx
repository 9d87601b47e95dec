/** One panel as a page of its own, such as on a second screen. */
import { useMemo } from 'react'
import { useSelected } from '../../platform/state/hooks.ts'
import { useWorkspace } from '../../contexts/contexts.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import { factsOf } from '../../layouts/panel-kinds.ts'
import { PanelBoundary } from './panel-boundary.tsx'
import { InPanelContext } from '../../ui/controls.tsx'
import { Link } from '../../widgets/link.tsx'
import { ModeChip, SimulatedChip } from '../../widgets/mode-chip.tsx'
import { PanelContext } from '../../widgets/panel-context.tsx'
import { CancelAll } from '../shell/cancel-all.tsx'
import { failureOf } from './docked-panel.tsx'
import { PanelContent } from './panels.tsx'
import { TradeContext, useRoutedEvent } from './use-routed-event.ts'
import { useSelectionInAddress } from './selection-in-address.ts'
import styles from './workspace.module.css'

/** The mode and Cancel All, above the panel. */
export function PanelBar({ kind }: { readonly kind: string }) {
  const address = useSelected(useWorkspace().selection, tradeAddress)
  return (
    <header className={styles.panelBar}>
      <ModeChip />
      <SimulatedChip />
      <b className="cut">{factsOf(kind).title}</b>
      <Link to={address}>Whole terminal</Link>
      <span className="push" />
      <CancelAll />
    </header>
  )
}

/** The panel; it shows the market in its address. */
export function PanelPage({ kind }: { readonly kind: string }) {
  const trade = useRoutedEvent()
  useSelectionInAddress()
  const docked = useMemo(() => ({ id: kind, panel: { kind, pinned: null }, tools: null }), [kind])
  return (
    <main className="workspace">
      <div className="fills relative">
        <div className="panel-host" role="group" aria-label={factsOf(kind).title}>
          <TradeContext value={trade}>
            <PanelContext value={docked}>
              <InPanelContext value>
                <PanelBoundary failure={failureOf(kind)}>
                  <PanelContent kind={kind} />
                </PanelBoundary>
              </InPanelContext>
            </PanelContext>
          </TradeContext>
        </div>
      </div>
    </main>
  )
}
