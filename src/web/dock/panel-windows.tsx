/** Panels in windows of their own: drawn by the same page over the same connection, each with the mode and Cancel all. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSelected } from '../platform/state/use-store.ts'
import { useTrading } from '../model/contexts/trading.ts'
import { usePage } from '../model/contexts/page.ts'
import { ModeChip, SimulatedChip } from '../widgets/mode-chip.tsx'
import { ViewportFrame } from '../ui/viewport-frame.tsx'
import { CancelAll } from '../app/shell/cancel-all.tsx'
import { LiveRegions } from '../app/shell/live-regions.tsx'
import { Toasts } from '../app/shell/toasts.tsx'
import { useDock } from './dock-context.ts'
import { GroupFrame } from './group-frame.tsx'
import { furnish, openWindow } from './own-window.ts'
import { titleOfKind } from '../model/workspace/panel-kinds.ts'
import type { Loose } from './layout/tree.ts'

/** All windows of the layout, and what to do about those that the browser did not open. */
export function PanelWindows() {
  return useDock().layout.windows.map((loose) => <PanelWindow key={loose.panels[0]} loose={loose} />)
}

function PanelWindow({ loose }: { readonly loose: Loose }) {
  const { change, windows, returnToOrigin, layout } = useDock()
  const { join } = usePage().windows
  const [opened, setOpened] = useState<Window | 'blocked' | null>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const now = useRef(loose)
  const name = loose.panels[0] ?? ''
  useEffect(() => {
    now.current = loose
  }, [loose])
  const putBack = useCallback(
    () => change((old) => now.current.panels.reduce(returnToOrigin, old)),
    [change, returnToOrigin],
  )

  useEffect(() => {
    setOpened(windows.get(name) ?? openWindow(name, now.current.box) ?? 'blocked')
    return () => {
      windows.delete(name)
    }
  }, [name, windows])

  useEffect(() => {
    if (opened === null || opened === 'blocked') return undefined
    let isLeft = false
    let part = (): void => undefined
    const close = furnish(
      opened,
      (element) => {
        part = join(name, opened)
        setBody(element)
      },
      () => {
        if (!isLeft) putBack()
        isLeft = true
      },
    )
    /** The page goes: its windows with it, their place in the layout stays. */
    function leave(): void {
      isLeft = true
      close()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      part()
      leave()
      setBody(null)
    }
  }, [opened, putBack, join, name])

  if (opened === 'blocked') {
    const titles = loose.panels.map((id) => titleOfKind(layout.panels[id]?.kind ?? '')).join(', ')
    return (
      <div className="strip dock-blocked" role="status">
        <span>{titles} stood in a window of its own, which the browser has not opened again.</span>
        <button
          type="button"
          className="button small"
          onClick={() => setOpened(openWindow(name, loose.box) ?? 'blocked')}
        >
          Open the window
        </button>
        <button type="button" className="button small" onClick={putBack}>
          Put it back
        </button>
      </div>
    )
  }
  return body === null ? null : createPortal(<WindowShell loose={loose} name={name} />, body)
}

function WindowShell({ loose, name }: { readonly loose: Loose; readonly name: string }) {
  const { live } = usePage()
  const mode = useSelected(useTrading().trading, (trading) => trading?.mode ?? 'SAFE')
  const isSimulated = useSelected(usePage().status, (status) => status?.simulated === true)
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  return (
    <div
      className="shell panel-window"
      data-mode={mode}
      data-simulated={isSimulated ? '' : undefined}
      data-link={isLinkLive ? undefined : 'lost'}
    >
      <header className="window-bar">
        <ModeChip />
        <SimulatedChip />
        {!isLinkLive && <span className="chip warn">link lost</span>}
        <span className="push" />
        <CancelAll />
      </header>
      <main className="workspace">
        <GroupFrame tabs={loose} box={null} onTabDown={() => undefined} />
      </main>
      <Toasts window={name} />
      <LiveRegions window={name} />
      <ViewportFrame />
    </div>
  )
}
