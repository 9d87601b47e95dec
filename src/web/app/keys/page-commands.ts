/** Actions of the whole page's commands. */
import type { Contexts } from '../contexts.tsx'
import type { Workspace } from '../../contexts/workspace.ts'
import type { Page } from '../../contexts/page.ts'
import { stepTip } from '../../ui/overlays/tips.ts'
import { toggleByKey } from '../../contexts/by-key.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import type { PanelKind } from '../../layouts/panel-kinds.ts'
import {
  focusLadder,
  focusNextLadder,
  focusPanel,
  focusPanelOf,
  focusWhenThere,
} from '../../contexts/focus-places.ts'
import type { CommandIn } from '../../commands/registry.ts'
import { isActiveTab } from '../../dock/layout/active-tabs.ts'
import { panelOfKind } from '../../layouts/overlay-panel.ts'
import { activate } from '../../dock/layout/tree.ts'

type Parts = Pick<Contexts, 'page' | 'trading' | 'workspace'>
type Run = (places: Places, parts: Parts) => void

const view =
  (id: CommandIn<'page'>): Run =>
  (places) =>
    goTo(places, `/${id.slice('go_'.length)}`)
const workspace =
  (nth: number): Run =>
  (places) =>
    loadWorkspace(places, nth)

const RUN: Readonly<Record<CommandIn<'page'>, Run>> = {
  cancel_all: (_, { trading }) => trading.commands.cancelAll(),
  safe: (_, { trading }) => trading.commands.disarm(),
  arm(_, { page, trading }) {
    if (trading.trading.get()?.mode !== 'ARMED') page.dialog.set('arm')
  },
  flatten_all: (_, { page }) => page.dialog.set('flatten'),
  palette: (_, { page }) => page.dialog.update((open) => (open === 'palette' ? null : 'palette')),
  keys: (_, { page }) => page.dialog.set('keys'),
  search(_, { page }) {
    // At once: what is typed next must not reach the keys of a ladder.
    const box = document.getElementById('search')
    if (box instanceof HTMLInputElement && box.checkVisibility()) {
      box.focus()
      box.select()
    } else page.dialog.set('palette')
  },
  next_tip: () => stepTip(1),
  previous_tip: () => stepTip(-1),
  notifications: (_, { page }) => page.notifications.isDrawerOpen.update((isOpen) => !isOpen),
  combo: ({ selection }, { page, trading }) => toggleByKey({ ...page, ...trading, selection }),
  next_panel: () => focusPanel(1),
  previous_panel: () => focusPanel(-1),
  workspace_1: workspace(1),
  workspace_2: workspace(2),
  workspace_3: workspace(3),
  workspace_4: workspace(4),
  workspace_5: workspace(5),
  workspace_6: workspace(6),
  workspace_7: workspace(7),
  workspace_8: workspace(8),
  workspace_9: workspace(9),
  go_ladder: goToLadder,
  go_orders: (places) => goToPanel(places, 'orders', '/orders'),
  go_portfolio: (places) => goToPanel(places, 'positions', '/portfolio'),
  go_alerts: (places) => goToPanel(places, 'alerts', '/alerts'),
  go_notifications: view('go_notifications'),
  go_games: view('go_games'),
  go_combos: view('go_combos'),
  go_audit: view('go_audit'),
  go_health: view('go_health'),
  go_settings: view('go_settings'),
}

/** Carries a command of the page out. */
export function runPageCommand(id: CommandIn<'page'>, parts: Parts): void {
  const { announcer, router } = parts.page
  const { selection, workspace } = parts.workspace
  RUN[id]({ announcer, router, selection, workspace }, parts)
}

type Places = Pick<Page, 'announcer' | 'router'> & Pick<Workspace, 'selection' | 'workspace'>

function loadWorkspace(places: Places, nth: number): void {
  const { announcer, router, selection, workspace } = places
  if (!workspace.loadWorkspace(nth)) {
    announcer.say(`There is no workspace ${nth}`)
    return
  }
  announcer.say(`Workspace ${workspace.list()[nth - 1]?.name ?? nth}`)
  if (router.get().page === 'trade') return
  router.go(tradeAddress(selection.get()))
  goToLadder(places)
}

/** The focus goes along: what Tab reaches next is on the page that was asked for. */
function goTo({ router }: Pick<Page, 'router'>, address: string): void {
  const before = document.querySelector('main')
  const { page: from } = router.get()
  router.go(address)
  const { page } = router.get()
  focusWhenThere(() => {
    const main = document.querySelector<HTMLElement>('main')
    if (main === null || main.childElementCount === 0) return null
    if (main.matches('.workspace')) return main.querySelector<HTMLElement>(`[data-routed="${page}"]`)
    return page === from || main !== before ? main : null
  })
}

/** The panel of that kind where the workspace has one; else the page. */
function goToPanel(places: Places, kind: PanelKind, address: string): void {
  const id = activatePanel(places, kind)
  if (id === null) {
    goTo(places, address)
    return
  }
  const { router, selection } = places
  if (router.get().page !== 'trade') router.go(tradeAddress(selection.get()))
  focusPanelOf(id)
}

/** The selected ladder, or the search where there is none. */
function goToLadder(places: Pick<Places, 'router' | 'selection'>): void {
  const { router, selection } = places
  const route = router.get()
  const selected = selection.get()
  if (route.page !== 'trade' && focusNextLadder()) return
  if (route.page !== 'trade' || route.slug === null) {
    router.go(tradeAddress(selected))
  }
  if (selected === null && router.get().page === 'trade') {
    focusWhenThere(() => document.querySelector<HTMLElement>('.ladder [role="grid"], #search'))
    return
  }
  focusLadder(places)
}

/** Brings the panel of a kind to the front and answers its id; null if there is no workspace on the screen, or none of the kind. */
function activatePanel({ workspace }: Pick<Workspace, 'workspace'>, kind: PanelKind): string | null {
  const id = workspace.room.get() === null ? null : panelOfKind(workspace.layout(), kind)
  if (id !== null) workspace.change((old) => (isActiveTab(old, id) ? old : activate(old, id)))
  return id
}
