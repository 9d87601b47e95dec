/** How the workspace shows the page of the address: in the panel of its kind, or in an overlay panel. */
import { useEffect, useState } from 'react'
import { useWorkspace } from '../../contexts/workspace.ts'
import { usePage } from '../../contexts/page.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import { isActiveTab } from '../../dock/layout/active-tabs.ts'
import { panelOfPage } from '../../layouts/overlay-panel.ts'
import type { OverlayPage } from '../../layouts/overlay-panel.ts'
import { OVERLAY_ID } from './overlay-panel.tsx'
import { topDialog } from '../../ui/overlays/open-dialog.ts'
import { activate } from '../../dock/layout/tree.ts'
import type { Layout } from '../../layouts/panel.ts'

/**
 * Brings the panel that shows the page to the front, once for each coming; when it is put behind or closed the address
 * goes back to the selected market.
 *
 * @returns the panel, and whether an overlay panel shows the page instead
 */
export function useOverlay(
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
export function useEscape(isOverlay: boolean): void {
  const { notifications, router } = usePage()
  const { selection } = useWorkspace()
  useEffect(() => {
    if (!isOverlay) return undefined
    function onKeyDown(down: KeyboardEvent): void {
      if (down.key !== 'Escape' || down.defaultPrevented || down.repeat) return
      if (notifications.isDrawerOpen.get() || isElsewhere(down.target)) return
      router.go(tradeAddress(selection.get()))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [notifications, router, selection, isOverlay])
}

function isElsewhere(target: EventTarget | null): boolean {
  if (topDialog() !== null || document.querySelector('[role="menu"]') !== null) return true
  if (!(target instanceof Element)) return false
  if (target.matches('input, select, textarea')) return true
  const panel = target.closest('.panel-host')
  return panel !== null && panel.id !== OVERLAY_ID
}
