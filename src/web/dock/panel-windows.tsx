/** Panels in windows of their own: drawn by the same page. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDock } from './dock-context.ts'
import { GroupFrame } from './group-frame.tsx'
import { furnish, openWindow } from './own-window.ts'
import type { Loose } from './layout/tree.ts'
import styles from './dock.module.css'

/** All windows of the layout, and what to do about those that the browser did not open. */
export function PanelWindows() {
  return useDock().layout.windows.map((loose) => <PanelWindow key={loose.panels[0]} loose={loose} />)
}

function PanelWindow({ loose }: { readonly loose: Loose }) {
  const { change, windows, returnToOrigin, parts } = useDock()
  const { joinWindow } = parts
  const [opened, setOpened] = useState<Window | 'blocked' | null>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const now = useRef(loose)
  const name = loose.panels[0] ?? ''
  useEffect(() => {
    now.current = loose
  }, [loose])
  const putBack = useCallback(
    () => change((old) => now.current.panels.reduce((before, id) => returnToOrigin(before, id), old)),
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
        part = joinWindow(name, opened)
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
  }, [opened, putBack, joinWindow, name])

  if (opened === 'blocked') {
    const titles = loose.panels.map(parts.name).join(', ')
    return (
      <div className={`strip ${styles.dockBlocked}`} role="status">
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
  return body === null
    ? null
    : createPortal(
        parts.window(name, <GroupFrame tabs={loose} box={null} onTabDown={() => undefined} />),
        body,
      )
}
