/** Where the focus goes by keys: the panels of the view in the order of reading, and a place that is yet to be drawn. */
import { reachableIn } from '../platform/page/reachable.ts'
import type { Page, Workspace } from './contexts.ts'

const PANELS = '.shell-top-bar, .workspace-panel-bar, .panel, .panel-host'
/** The element of a panel that takes the focus, if it is there. */
const FIRST = '[data-panel-focus], [role="grid"], [role="listbox"][tabindex="0"]'
/** About five seconds of frames. */
const MAX_FRAMES = 300

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}

/** The panels in sight; of panels within panels the innermost. */
function panels(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(PANELS)].filter(
    (one) => isShown(one) && one.querySelector(PANELS) === null,
  )
}

/** Focuses a panel of the workspace once it is there, or its tab where it is empty and gave its room away. */
export function focusPanelOf(id: string): void {
  focusWhenThere(() => {
    const host = document.getElementById(`panel-${id}`)
    const tab = document.getElementById(`tab-${id}`)
    if (tab?.ariaSelected === 'true' && tab.closest('[data-slim]') !== null) return isShown(tab) ? tab : null
    return host !== null && isShown(host) && host.childElementCount > 0 ? firstIn(host) : null
  })
}

/** Focuses the selected ladder beside the open view; false if there is none. */
export function focusNextLadder(): boolean {
  const grid = document.querySelector<HTMLElement>('.ladder[data-selected] [role="grid"]')
  if (grid === null || !isShown(grid)) return false
  grid.focus()
  return true
}

/** Element of a panel that takes the focus; the panel itself where nothing in it can. */
function firstIn(panel: HTMLElement): HTMLElement {
  const first = [...panel.querySelectorAll<HTMLElement>(FIRST)]
  const target = first.find((one) => isShown(one) && one.tabIndex >= 0) ?? reachableIn(panel)[0]
  if (target === undefined) panel.tabIndex = -1
  return target ?? panel
}

/** Gives the focus to the panel after or before the one that has it, around the end. */
export function focusPanel(by: -1 | 1): void {
  const all = panels()
  const at = all.findIndex((panel) => panel.contains(document.activeElement))
  const next = at === -1 ? (by === 1 ? 0 : all.length - 1) : (at + by + all.length) % all.length
  const panel = all[next]
  if (panel === undefined) return
  firstIn(panel).focus()
}

/**
 * Focuses what `find` answers, now or as soon as it is drawn; not if the focus has gone elsewhere meanwhile. Frames that are not
 * drawn do not count, so that a page in the background waits.
 */
export function focusWhenThere(find: () => HTMLElement | null): void {
  const before = document.activeElement
  let left = MAX_FRAMES
  const turn = () => {
    const now = document.activeElement
    if (now !== before && now !== document.body) return
    const found = find()
    if (found !== null) {
      if (found.tabIndex < 0 && !found.hasAttribute('tabindex')) found.tabIndex = -1
      found.focus()
      return
    }
    left -= 1
    if (left > 0) window.requestAnimationFrame(turn)
  }
  turn()
}

/** The grid of the selected ladder once it is that of the event in the address: keys must not go to the one before it. */
export function focusLadder({
  router,
  selection,
}: Pick<Page, 'router'> & Pick<Workspace, 'selection'>): void {
  focusWhenThere(() => {
    const route = router.get()
    const isThere = route.page === 'trade' && route.slug === selection.get()?.event.slug
    return isThere ? document.querySelector<HTMLElement>('.ladder[data-selected] [role="grid"]') : null
  })
}
