/** The desk of a large screen: the open workspace, in the room between the bars. */
import { useEffect, useState } from 'react'
import { useMedia } from '../../state/use-media.ts'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { Dock } from './dock.tsx'
import { WIDE } from './screen-class.ts'
import { TradeContext } from './trade-context.ts'
import { useRoutedEvent } from './use-routed-event.ts'
import { WorkspaceNotes } from './workspace-notes.tsx'
import '../../ui/ladder.css'

/** The workspace. */
export function Workspace({ isHidden }: { readonly isHidden: boolean }) {
  const { workspace } = useTerminal()
  const trade = useRoutedEvent()
  const screen = useMedia(WIDE) ? 'wide' : 'desktop'
  const { status } = useStore(workspace.state)
  const isEditing = useStore(workspace.isEditing)
  const room = useStore(workspace.room)
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => workspace.open(screen), [workspace, screen])
  useEffect(() => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      workspace.room.update((old) =>
        (old?.width === width && old.height === height) || width === 0 ? old : { width, height },
      )
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, workspace])

  const layout = workspace.layout()
  const hasEvent = trade.read.data !== null && layout.panels['event'] !== undefined
  return (
    <main className="workspace" hidden={isHidden}>
      {!hasEvent && <h1 className="visually-hidden">Markets</h1>}
      <WorkspaceNotes />
      <div className="dock-room" ref={setElement}>
        <TradeContext value={trade}>
          {room !== null && status !== 'reading' && (
            <Dock
              layout={layout}
              room={room}
              isEditing={isEditing}
              isHidden={isHidden}
              change={workspace.change}
            />
          )}
        </TradeContext>
      </div>
    </main>
  )
}
