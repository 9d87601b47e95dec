/** The commands of the palette. Those that trade show what they would do; cancels are there in every mode. */
import type { Terminal } from '../../terminal.ts'
import { emptyDraft } from '../alerts/alert-draft.ts'
import { draftInHand } from '../alerts/in-hand.ts'
import { marketTitle } from '../event/selection.ts'
import { openOrders } from '../orders/own-levels.ts'
import { showAmountText } from '../../format/numbers.ts'
import type { Command } from './palette-items.ts'

const PAGES = [
  ['/', 'Trade', 'markets ladder search desk'],
  ['/games', 'Games', 'scores sports live'],
  ['/portfolio', 'Portfolio', 'positions cash profit loss pnl account exposure'],
  ['/portfolio/fills', 'Fills', 'executions trades mine'],
  ['/portfolio/activity', 'Activity', 'redeem split merge deposits rewards'],
  ['/orders', 'Orders', 'open'],
  ['/combos', 'Combos', 'multi leg parlay quote rfq slip'],
  ['/alerts', 'Alerts', 'price spread score bell'],
  ['/notifications', 'Notifications', 'messages history unread bell'],
  ['/settings/notifications', 'Notification rules', 'sound volume desktop chat channels test'],
  ['/audit', 'Audit log', 'verify chain history'],
  ['/settings/risk', 'Risk limits', 'limits ceilings'],
  ['/health', 'Health', 'status feeds doctor'],
  ['/settings', 'Settings', 'preferences looks keys'],
] as const

const MOST_POSITIONS = 10

/** What can be done at this moment. */
export function paletteCommands(terminal: Terminal): readonly Command[] {
  const { commands, router, dialog, settings } = terminal
  const open = openOrders(terminal.orders.get().items)
  const selection = terminal.selection.get()
  const isArmed = terminal.trading.get()?.mode === 'ARMED'
  // Pages stand first: what Enter does on an untouched palette must be harmless.
  const list: Command[] = []

  for (const [address, name, words] of PAGES) {
    list.push({
      id: `page-${name}`,
      title: `Open ${name}`,
      hint: address,
      words: `go ${words}`,
      run: () => router.go(address),
    })
  }
  list.push({
    id: 'watchlist',
    title: 'Open Watchlist',
    hint: `${terminal.watch.state.get().ids.length} outcomes`,
    words: 'go stars',
    run() {
      terminal.side.set('watch')
      if (router.get().page !== 'trade') router.go('/')
    },
  })
  list.push({
    id: 'new-alert',
    title: 'New alert\u2026',
    hint: selection === null ? 'price, spread, score' : `on ${selection.outcome.name} \u2013 a on a ladder`,
    words: 'set add notify price bell',
    run: () => terminal.alerts.draft.set(draftInHand(terminal) ?? emptyDraft()),
  })
  if (terminal.notices.unread.get() > 0) {
    list.push({
      id: 'read-all',
      title: 'Mark all notifications as read',
      hint: `${terminal.notices.unread.get()} unread`,
      words: 'clear bell',
      run: () => terminal.notices.markRead('all'),
    })
  }
  for (const position of terminal.positions
    .get()
    .items.filter(({ status }) => status === 'open')
    .slice(0, MOST_POSITIONS)) {
    list.push({
      id: `position-${position.outcome_id.slice(3)}`,
      title: `Position: ${position.outcome_name}, ${position.event_title}`,
      hint: `${showAmountText(position.size, 0)} shares \u2013 figures, exit, hedge`,
      words: 'exit hedge close sell leave',
      run: () => terminal.openedPosition.set({ position, view: 'facts' }),
    })
  }
  list.push({
    id: 'cancel-all',
    title: 'Cancel all orders',
    hint: `${open.length} open \u2013 Shift \``,
    words: 'panic everything',
    run: commands.cancelAll,
  })
  if (selection !== null) {
    const { event, market } = selection
    const here = open.filter((order) => order.market_id === market.id).length
    list.push({
      id: 'cancel-market',
      title: `Cancel orders in ${marketTitle(event, market)}`,
      hint: `${here} open in this market`,
      words: 'market this',
      run: () => commands.cancelMarket({ market_id: market.id }),
    })
  }
  if (isArmed) {
    list.push({
      id: 'safe',
      title: 'Go SAFE now',
      hint: 'Shift S',
      words: 'disarm stop',
      run: () => commands.disarm(),
    })
  } else {
    list.push({
      id: 'arm',
      title: 'Arm\u2026',
      hint: 'opens the checklist \u2013 Shift A',
      words: 'trading enable',
      run: () => dialog.set('arm'),
    })
  }
  for (const theme of ['dark', 'light', 'system'] as const) {
    list.push({
      id: `theme-${theme}`,
      title: `Theme: ${theme}`,
      hint: settings.get().theme === theme ? 'now' : '',
      words: 'colours looks mode',
      run: () => settings.update((old) => ({ ...old, theme })),
    })
  }
  for (const density of ['compact', 'normal', 'touch'] as const) {
    list.push({
      id: `density-${density}`,
      title: `Density: ${density}`,
      hint: settings.get().density === density ? 'now' : '',
      words: 'rows looks size',
      run: () => settings.update((old) => ({ ...old, density })),
    })
  }
  list.push({
    id: 'keys',
    title: 'Show all keys',
    hint: '?',
    words: 'help shortcuts',
    run: () => dialog.set('keys'),
  })
  return list
}
