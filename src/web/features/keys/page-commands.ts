/** What the commands of the whole page do. */
import { unreachable } from '#lib/never.ts'
import { eventAddress } from '../../state/route.ts'
import type { Terminal } from '../../terminal.ts'
import { toggleByKey } from '../combos/by-key.ts'
import { focusLadder, focusPanel, focusWhenThere } from './focus-places.ts'
import type { CommandIn } from './registry.ts'

/** Carries a command of the page out. */
export function runPageCommand(id: CommandIn<'page'>, terminal: Terminal): void {
  const { commands, dialog, notices, router, side, trading } = terminal
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
      if (router.get().page !== 'trade') router.go('/')
      side.set('markets')
      const box = document.getElementById('search')
      if (box instanceof HTMLInputElement) {
        box.focus()
        box.select()
      }
      return
    }
    case 'notifications':
      notices.isDrawerOpen.set(!notices.isDrawerOpen.get())
      return
    case 'combo':
      toggleByKey(terminal)
      return
    case 'next_panel':
      focusPanel(1)
      return
    case 'previous_panel':
      focusPanel(-1)
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
      goTo(terminal, '/orders')
      return
    case 'go_portfolio':
      goTo(terminal, '/portfolio')
      return
    case 'go_alerts':
      goTo(terminal, '/alerts')
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
  if (router.get().page !== 'trade') goToLadder(terminal)
}

/** The focus goes along: what Tab reaches next is on the page that was asked for. */
function goTo({ router }: Terminal, address: string): void {
  const before = document.querySelector('main')
  const { page } = router.get()
  router.go(address)
  const isThere = router.get().page === page
  focusWhenThere(() => {
    const main = document.querySelector('main')
    const isDrawn = main !== null && main.childElementCount > 0
    return isDrawn && (isThere || main !== before) ? main : null
  })
}

/** The ladder in hand, or the search where there is none. */
function goToLadder(terminal: Terminal): void {
  const { router, selection } = terminal
  const route = router.get()
  const inHand = selection.get()
  if (route.page !== 'trade' || route.slug === null) {
    router.go(inHand === null ? '/' : eventAddress(inHand.event.slug, inHand.outcome.id))
  }
  if (inHand === null && router.get().page === 'trade') {
    focusWhenThere(() => document.querySelector<HTMLElement>('.ladder [role="grid"], #search'))
    return
  }
  focusLadder(terminal)
}
