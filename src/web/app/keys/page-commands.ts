/** What the commands of the whole page do. */
import { unreachable } from '#lib/never.ts'
import type { Terminal } from '../../model/terminal.ts'
import { toggleByKey } from '../../model/combos/by-key.ts'
import { tradeAddress } from '../../model/markets/selection.ts'
import { activatePanel } from '../../model/workspace/activate-panel.ts'
import type { PanelKind } from '../../model/workspace/panel-kinds.ts'
import {
  focusLadder,
  focusNextLadder,
  focusPanel,
  focusPanelOf,
  focusWhenThere,
} from '../../model/keys/focus-places.ts'
import type { CommandIn } from '../../model/keys/registry.ts'

/** Carries a command of the page out. */
export function runPageCommand(id: CommandIn<'page'>, terminal: Terminal): void {
  const { commands, dialog, notifications, router, side, tabletTab, trading } = terminal
  switch (id) {
    case 'cancel_all':
      commands.cancelAll()
      return
    case 'safe':
      commands.disarm()
      return
    case 'arm':
      if (trading.get()?.mode !== 'ARMED') dialog.set('arm')
      return
    case 'palette':
      dialog.set(dialog.get() === 'palette' ? null : 'palette')
      return
    case 'keys':
      dialog.set('keys')
      return
    case 'search': {
      if (router.get().page !== 'trade') router.go(tradeAddress(terminal.selection.get()))
      side.set('markets')
      tabletTab.set('markets')
      const box = document.getElementById('search')
      if (box instanceof HTMLInputElement) {
        box.focus()
        box.select()
      }
      return
    }
    case 'notifications':
      notifications.isDrawerOpen.set(!notifications.isDrawerOpen.get())
      return
    case 'combo':
      toggleByKey(terminal)
      return
    case 'next_panel':
      focusPanel(1, terminal)
      return
    case 'previous_panel':
      focusPanel(-1, terminal)
      return
    case 'workspace_1':
    case 'workspace_2':
    case 'workspace_3':
    case 'workspace_4':
    case 'workspace_5':
    case 'workspace_6':
    case 'workspace_7':
    case 'workspace_8':
    case 'workspace_9':
      loadWorkspace(terminal, Number(id.slice(-1)))
      return
    case 'go_ladder':
      goToLadder(terminal)
      return
    case 'go_orders':
      goToPanel(terminal, 'orders', '/orders')
      return
    case 'go_portfolio':
      goToPanel(terminal, 'positions', '/portfolio')
      return
    case 'go_alerts':
      goToPanel(terminal, 'alerts', '/alerts')
      return
    case 'go_notifications':
      goTo(terminal, '/notifications')
      return
    case 'go_games':
      goTo(terminal, '/games')
      return
    case 'go_combos':
      goTo(terminal, '/combos')
      return
    case 'go_audit':
      goTo(terminal, '/audit')
      return
    case 'go_health':
      goTo(terminal, '/health')
      return
    case 'go_settings':
      goTo(terminal, '/settings')
      return
    case 'help':
      goTo(terminal, '/help')
      return
    default:
      unreachable(id)
  }
}

function loadWorkspace(terminal: Terminal, nth: number): void {
  const { announcer, router, workspace } = terminal
  if (!workspace.loadWorkspace(nth)) {
    announcer.say(`There is no workspace ${nth}`)
    return
  }
  announcer.say(`Workspace ${workspace.list()[nth - 1]?.name ?? nth}`)
  if (router.get().page === 'trade') return
  router.go(tradeAddress(terminal.selection.get()))
  goToLadder(terminal)
}

/** The focus goes along: what Tab reaches next is on the page that was asked for. */
function goTo({ router }: Terminal, address: string): void {
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
function goToPanel(terminal: Terminal, kind: PanelKind, address: string): void {
  const id = activatePanel(terminal, kind)
  if (id === null) {
    goTo(terminal, address)
    return
  }
  const { router, selection } = terminal
  if (router.get().page !== 'trade') router.go(tradeAddress(selection.get()))
  focusPanelOf(id)
}

/** The ladder in hand, or the search where there is none. */
function goToLadder(terminal: Terminal): void {
  const { router, selection } = terminal
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
  focusLadder(terminal)
}
