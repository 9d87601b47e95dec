/** The open workspace, in the room between the bars. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Route } from '../../platform/page/route.ts'
import { ROOMY, useDockedClass, useMedia } from '../../platform/page/screen-class.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import { useSelectionInAddress } from './selection-in-address.ts'
import { Dock } from './dock.tsx'
import type { OverlayPage } from '../../layouts/overlay-panel.ts'
import { useEmptyPanels } from './panels.tsx'
import { OVERLAY_ID } from './overlay-panel.tsx'
import { TradeContext, useRoutedEvent } from './use-routed-event.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import { panelOfPage } from '../../layouts/overlay-panel.ts'
import { roomIn } from '../../layouts/presets.ts'
import { topDialog } from '../../ui/overlays/open-dialog.ts'
import { activate, bringBefore, isActiveTab } from '../../layouts/tree.ts'
import type { Layout } from '../../layouts/tree.ts'

/** The workspace; `body` is the page of the address unless that is a market. */
export function Workspace({
  page,
  body,
}: {
  readonly page: Exclude<Route['page'], 'panel'>
  readonly body: ReactNode
}) {
  const { workspace, firstMarket } = useWorkspace()
  const trade = useRoutedEvent()
  const screen = useDockedClass()
  const isRoomy = useMedia(ROOMY)
  const { status } = useStore(workspace.state)
  const isEditing = useStore(workspace.isEditing)
  const room = useStore(workspace.room)
  const element = useRef<HTMLDivElement | null>(null)
  useEffect(() => workspace.open(screen), [workspace, screen])
  useEffect(() => firstMarket.openOnce(), [firstMarket])
  // Measured before the first picture is painted, so that the panels are in it.
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return undefined
    const measure = (): void => {
      const next = roomIn(box.clientWidth, box.clientHeight)
      const { width, height } = next
      workspace.room.update((old) =>
        (old?.width === width && old.height === height) || width === 0 ? old : next,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => {
      observer.disconnect()
      workspace.room.set(null)
    }
  }, [workspace])

  const layout = workspace.layout()
  const overlayPage: OverlayPage | null = page === 'trade' ? null : page
  const isRead = status !== 'reading'
  const { routed, isOverlay } = useOverlay(overlayPage, layout, isRead)
  const isEmpty = useEmptyPanels(layout)
  useEscape(isOverlay)
  useSelectionInAddress()
  const { slug } = trade
  useEffect(() => {
    // As tabs of one group: a chosen event comes before the list of markets.
    const [front, behind] = slug === null ? ['discovery', 'event'] : ['event', 'discovery']
    if (isRead) workspace.change((old) => bringBefore(old, front, behind))
  }, [workspace, isRead, slug])

  const hasEvent = trade.read.data !== undefined && isActiveTab(layout, 'event')
  return (
    <main className="workspace">
      {!hasEvent && !isOverlay && <h1 className="visually-hidden">Markets</h1>}
      {status === 'unread' && (
        <div className="strip" role="status">
          Saved layouts not loaded yet; changes made now are lost when they load.
        </div>
      )}
      <div className={isRoomy ? 'fills relative' : 'fills relative scrolls'} ref={element}>
        <TradeContext value={trade}>
          {room !== null && isRead && (
            <Dock
              layout={layout}
              room={room}
              isEditing={isEditing}
              isEmpty={isEmpty}
              overlay={isOverlay ? overlayPage : null}
              body={body}
              routed={routed === null ? null : { id: routed, page }}
            />
          )}
        </TradeContext>
      </div>
    </main>
  )
}

/**
 * Brings the panel that shows the page to the front, once for each coming; when it is put behind or closed the address
 * goes back to the selected market.
 *
 * @returns the panel, and whether an overlay panel shows the page instead
 */
function useOverlay(
  page: OverlayPage | null,
  layout: Layout,
  isRead: boolean,
): { readonly routed: string | null; readonly isOverlay: boolean } {
  const { workspace, selection } = useWorkspace()
  const { router } = usePage()
  const [activated, setActivated] = useState<OverlayPage | null>(null)
  const found = page === null ? null : panelOfPage(layout, page)
  const isActive = found !== null && isActiveTab(layout, found)
  const isGone = page !== null && activated === page && !isActive

  if (isRead && isActive && activated !== page) setActivated(page)
  if (activated !== null && activated !== page) setActivated(null)
  useEffect(() => {
    if (isRead && found !== null && !isActive && !isGone) {
      workspace.change((old) => activate(old, found))
    }
  }, [workspace, found, isActive, isGone, isRead])
  useEffect(() => {
    if (isGone) router.go(tradeAddress(selection.get()))
  }, [router, selection, isGone])

  const isOverlay = page !== null && found === null && !isGone
  return { routed: isOverlay ? null : found, isOverlay }
}

/** Escape closes the overlay panel, if nothing that has the focus uses it: no field, no dialog, no other panel. */
function useEscape(isOverlay: boolean): void {
  const { router } = usePage()
  const { selection } = useWorkspace()
  useEffect(() => {
    if (!isOverlay) return undefined
    function onKeyDown(down: KeyboardEvent): void {
      if (down.key !== 'Escape' || down.defaultPrevented || down.repeat) return
      if (isElsewhere(down.target)) return
      router.go(tradeAddress(selection.get()))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [router, selection, isOverlay])
}

function isElsewhere(target: EventTarget | null): boolean {
  if (topDialog() !== null || document.querySelector('[role="menu"]') !== null) return true
  if (!(target instanceof Element)) return false
  if (target.matches('input, select, textarea')) return true
  const panel = target.closest('.panel-host')
  return panel !== null && panel.id !== OVERLAY_ID
}
