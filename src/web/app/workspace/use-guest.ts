/** How the page of the address stands in the workspace: in front as a panel that is there, or as a guest. */
import { useEffect, useState } from 'react'
import { useTerminal } from '../../model/terminal-context.ts'
import { tradeAddress } from '../../model/markets/selection.ts'
import { isElement } from '../../platform/page/is-element.ts'
import { GUEST, isInFront, panelOfPage } from '../../model/workspace/guest.ts'
import type { GuestPage } from '../../model/workspace/guest.ts'
import { activate } from '../../model/workspace/tree.ts'
import type { Layout } from '../../model/workspace/tree.ts'

/**
 * Brings the panel that shows the page to the front, once for each coming; when it is put behind or closed the address goes
 * back to the market in hand.
 *
 * @returns the panel, and whether the page stands in the workspace as a guest instead
 */
export function useGuest(
  page: GuestPage | null,
  layout: Layout,
  isRead: boolean,
): { readonly routed: string | null; readonly isGuest: boolean } {
  const terminal = useTerminal()
  const [fronted, setFronted] = useState<GuestPage | null>(null)
  const found = page === null ? null : panelOfPage(layout, page)
  const isFront = found !== null && isInFront(layout, found)
  const isGone = page !== null && fronted === page && !isFront

  if (isRead && isFront && fronted !== page) setFronted(page)
  if (fronted !== null && fronted !== page) setFronted(null)
  useEffect(() => {
    if (isRead && found !== null && !isFront && !isGone) {
      terminal.workspace.change((old) => activate(old, found))
    }
  }, [terminal, found, isFront, isGone, isRead])
  useEffect(() => {
    if (isGone) terminal.router.go(tradeAddress(terminal.selection.get()))
  }, [terminal, isGone])

  const isGuest = page !== null && found === null && !isGone
  return { routed: isGuest ? GUEST : found, isGuest }
}

/** Escape lets the guest go, if nothing that has the focus wants it: no field, no dialog, no other panel. */
export function useEscape(isGuest: boolean): void {
  const terminal = useTerminal()
  useEffect(() => {
    if (!isGuest) return undefined
    function onKeyDown(down: KeyboardEvent): void {
      // What a window of its own tells the page is about that window.
      if (down.key !== 'Escape' || down.defaultPrevented || down.repeat || !down.isTrusted) return
      if (terminal.notices.isDrawerOpen.get() || isElsewhere(down.target)) return
      terminal.router.go(tradeAddress(terminal.selection.get()))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [terminal, isGuest])
}

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[popover]:popover-open') !== null) return true
  if (!isElement(target)) return false
  if (target.matches('input, select, textarea')) return true
  const panel = target.closest('.panel-host')
  return panel !== null && panel.id !== `panel-${GUEST}`
}
