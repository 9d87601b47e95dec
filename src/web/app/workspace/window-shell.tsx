/** The page around panels in a window of their own: each has the mode and Cancel all. */
import type { ReactNode } from 'react'
import { useSelected } from '../../platform/state/use-store.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { usePage } from '../../model/contexts/page.ts'
import { ViewportFrame } from '../../ui/viewport-frame.tsx'
import { ModeChip, SimulatedChip } from '../../widgets/mode-chip.tsx'
import { CancelAll } from '../shell/cancel-all.tsx'
import { LiveRegions } from '../shell/live-regions.tsx'
import { Toasts } from '../shell/toasts.tsx'
import styles from './workspace.module.css'

/** The window. */
export function WindowShell({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { live } = usePage()
  const mode = useSelected(useTrading().trading, (trading) => trading?.mode ?? 'SAFE')
  const isSimulated = useSelected(usePage().status, (status) => status?.simulated === true)
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  return (
    <div
      className={`shell ${styles.panelWindow}`}
      data-mode={mode}
      data-simulated={isSimulated ? '' : undefined}
      data-link={isLinkLive ? undefined : 'lost'}
    >
      <header className={styles.windowBar}>
        <ModeChip />
        <SimulatedChip />
        {!isLinkLive && <span className="chip warn">link lost</span>}
        <span className="push" />
        <CancelAll />
      </header>
      <main className="workspace">{children}</main>
      <Toasts window={name} />
      <LiveRegions window={name} />
      <ViewportFrame />
    </div>
  )
}
