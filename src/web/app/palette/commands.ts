/** The commands of the palette. Those that trade show what they would do; cancels are there in every mode. */
import type { Contexts } from '../contexts.tsx'
import type { Page } from '../../contexts/contexts.ts'
import { placeText, showSize } from '../../platform/format/figures.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { emptyDraft } from '../../data/alerts/alert-draft.ts'
import { draftOfSelection } from '../../contexts/selection-draft.ts'
import { marketTitle, tradeAddress } from '../../data/markets/selection.ts'
import { runPageCommand } from '../keys/page-commands.ts'
import { commandOf } from '../../commands/key-map.ts'
import type { CommandId, CommandIn } from '../../commands/registry.ts'
import { showStroke } from '../../commands/strokes.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { command } from './palette-items.ts'
import type { Command } from './palette-items.ts'
import { tradeCommands } from './trade-commands.ts'
import { choicesOf, PAGE_SETTINGS, withSettings } from '../../data/settings/settings.ts'
import type { PageSetting, PageSettingName } from '../../data/settings/settings.ts'

const PAGES: readonly (readonly [address: string, name: string, words: string, key: CommandId | null])[] = [
  ['/', 'Trade', 'markets ladder search desk', 'go_ladder'],
  ['/games', 'Games', 'scores sports live', 'go_games'],
  ['/portfolio', 'Portfolio', 'positions cash profit loss pnl account exposure', 'go_portfolio'],
  ['/portfolio/fills', 'Fills', 'executions trades mine', null],
  ['/portfolio/activity', 'Activity', 'redeem split merge deposits rewards', null],
  ['/portfolio/journal', 'Journal', 'round trips markout slippage notes tags', null],
  ['/orders', 'Orders', 'open', 'go_orders'],
  ['/combos', 'Combos', 'multi leg parlay quote rfq slip', 'go_combos'],
  ['/alerts', 'Alerts', 'price spread score bell', 'go_alerts'],
  ['/notifications', 'Notifications', 'messages history unread bell', 'go_notifications'],
  ['/settings/notifications', 'Notification rules', 'sound volume desktop chat channels test', null],
  ['/audit', 'Audit log', 'verify chain history', 'go_audit'],
  ['/replay', 'Replay', 'recording past watch again rewind calendar', null],
  ['/settings/risk', 'Risk limits', 'limits ceilings', null],
  ['/health', 'Health', 'status feeds doctor', 'go_health'],
  ['/settings', 'Settings', 'preferences looks keys', 'go_settings'],
]

const MAX_POSITIONS = 10
const MAX_RECENT = 5

/** The key of a command as it is now, for the eye. */
function keyOf({ keys }: Pick<Page, 'keys'>, id: CommandId | null): string {
  const stroke = id === null ? undefined : keys.get().strokes[id][0]
  return stroke === undefined ? '' : showStroke(stroke)
}

/** Commands available at this moment. */
export function paletteCommands(contexts: Contexts): readonly Command[] {
  const { page, workspace } = contexts
  const selected = tradeAddress(workspace.selection.get())
  return [
    ...recentCommands(contexts),
    ...PAGES.map(([address, name, words, key]) =>
      command(
        'Pages',
        `page-${name}`,
        `Open ${name}`,
        () => page.router.go(address === '/' ? selected : address),
        {
          hint: address,
          words: `go ${words}`,
          key: keyOf(page, key),
          typedOnly: key === null,
        },
      ),
    ),
    ...positionCommands(contexts),
    ...workspaceCommands(contexts),
    ...plainCommands(contexts),
    ...settingCommands(page),
    ...cancelCommands(contexts),
    ...tradeCommands(contexts),
  ]
}

function recentCommands({ page, workspace }: Contexts): readonly Command[] {
  const { recent, selection } = workspace
  const selected = selection.get()?.outcome.id
  return recent
    .get()
    .filter(({ outcomeId }) => outcomeId !== selected)
    .slice(0, MAX_RECENT)
    .map(({ slug, outcomeId, title, event }) =>
      command(
        'Recent',
        `recent-${outcomeId.slice(3)}`,
        title,
        () => page.router.go(eventAddress(slug, outcomeId)),
        {
          hint: event,
          words: event,
        },
      ),
    )
}

function positionCommands({ account, workspace }: Contexts): readonly Command[] {
  return account.positions
    .get()
    .items.filter(({ status }) => status === 'open')
    .slice(0, MAX_POSITIONS)
    .map((position) =>
      command(
        'Positions',
        `position-${position.outcomeId.slice(3)}`,
        `Position: ${position.outcomeName}, ${placeText(position)}`,
        () => workspace.openedPosition.set({ position, view: 'facts', anchor: null }),
        {
          hint: `${showSize(position.size)} shares \u2013 figures, exit, hedge`,
          words: 'exit hedge close sell leave',
        },
      ),
    )
}

function workspaceCommands(contexts: Contexts): readonly Command[] {
  const { page } = contexts
  const { selection, workspace } = contexts.workspace
  const { active } = workspace.state.get()
  return workspace.list().map(({ id, name }, at) =>
    command(
      'Workspaces',
      `workspace-${id}`,
      `Load workspace ${name}`,
      () => {
        workspace.load(id)
        page.router.go(tradeAddress(selection.get()))
        runPageCommand('go_ladder', contexts)
      },
      {
        hint: id === active ? 'now' : '',
        words: 'layout panels desk',
        key: keyOf(page, commandOf(`workspace_${at + 1}`)?.id ?? null),
      },
    ),
  )
}

function plainCommands(contexts: Contexts): readonly Command[] {
  const { page } = contexts
  const { alerts, books, watch } = contexts.marketData
  const { combos, trading } = contexts.trading
  const { selection, side } = contexts.workspace
  const { notifications, router, settings } = page
  const selected = selection.get()
  const isArmed = trading.get()?.mode === 'ARMED'
  const unread = notifications.unread.get()
  const byKey = (id: CommandIn<'page'>, hint: string, words: string): Command =>
    command('Commands', id, commandOf(id)?.title ?? id, () => runPageCommand(id, contexts), {
      hint,
      words,
      key: keyOf(page, id),
    })
  const list = [
    isArmed ? byKey('safe', 'at once', 'disarm stop') : byKey('arm', 'opens the checklist', 'trading enable'),
    command(
      'Commands',
      'new-alert',
      'New alert\u2026',
      () => alerts.draft.set(draftOfSelection({ books, selection, settings }) ?? emptyDraft()),
      {
        hint: selected === null ? 'price, spread, score' : `on ${selected.outcome.name}`,
        words: 'set add notify price bell',
        key: keyOf(page, 'alert'),
      },
    ),
    byKey('flatten_all', 'after a summary', 'close exit sell everything panic'),
    byKey('search', '', 'find'),
    byKey('notifications', `${unread} unread`, 'bell messages'),
    command(
      'Commands',
      'watchlist',
      'Open Watchlist',
      () => {
        side.set('watch')
        if (router.get().page !== 'trade') router.go(tradeAddress(selected))
      },
      { hint: `${watch.state.get().ids.length} outcomes`, words: 'go stars' },
    ),
    byKey('keys', '', 'help shortcuts show all'),
  ]
  if (selected !== null) {
    const isIn = combos.draft.get().legs.some(({ outcomeId }) => outcomeId === selected.outcome.id)
    list.push(byKey('combo', isIn ? 'takes it out' : `adds ${selected.outcome.name}`, 'slip leg'))
    list.push(
      command(
        'Commands',
        'watch-this',
        `Toggle watch of ${selected.outcome.name}`,
        () => watch.toggle(selected.outcome.id),
        {
          words: 'star list',
        },
      ),
    )
  }
  if (unread > 0) {
    list.push(
      command('Commands', 'read-all', 'Mark all notifications as read', () => notifications.markRead('all'), {
        hint: `${unread} unread`,
        words: 'clear bell',
      }),
    )
  }
  return list
}

function cancelCommands({ account, page, trading, workspace }: Contexts): readonly Command[] {
  const { commands } = trading
  const open = openOrders(account.orders.get().items)
  const selected = workspace.selection.get()
  const count = (passes: (order: (typeof open)[number]) => boolean) => `${open.filter(passes).length} open`
  const list = [
    command('Cancel', 'cancel-all', 'Cancel all orders', commands.cancelAll, {
      hint: `${open.length} open`,
      words: 'panic everything',
      key: keyOf(page, 'cancel_all'),
    }),
    command('Cancel', 'cancel-bids', 'Cancel all bids', () => commands.cancelSide('BUY'), {
      hint: count(({ side }) => side === 'BUY'),
      words: 'buys orders only',
    }),
    command('Cancel', 'cancel-asks', 'Cancel all asks', () => commands.cancelSide('SELL'), {
      hint: count(({ side }) => side === 'SELL'),
      words: 'sells orders only',
    }),
  ]
  if (selected === null) return list
  const { event, market, outcome } = selected
  return [
    ...list,
    command(
      'Cancel',
      'cancel-market',
      `Cancel orders in ${marketTitle(event, market)}`,
      () => commands.cancelMarket({ marketId: market.id }),
      { hint: count((order) => order.marketId === market.id), words: 'market this' },
    ),
    command(
      'Cancel',
      'cancel-outcome',
      `Cancel orders of ${outcome.name}`,
      () => commands.cancelMarket({ outcomeId: outcome.id }),
      {
        hint: count((order) => order.outcomeId === outcome.id),
        words: 'ladder this outcome',
        key: keyOf(page, 'cancel_outcome'),
      },
    ),
  ]
}

/** One command for each choice. */
function settingCommands({ settings }: Pick<Page, 'settings'>): readonly Command[] {
  const now = settings.get()
  return Object.entries(PAGE_SETTINGS).flatMap(([key, { label, words }]: [string, PageSetting]) => {
    const name = key as PageSettingName
    if (words === undefined) return []
    return choicesOf(name).map(({ value, inPalette }) =>
      command(
        'Settings',
        `${name}-${value}`,
        `${label}: ${inPalette}`,
        () => settings.update((old) => withSettings(old, { [name]: value })),
        { hint: now[name] === value ? 'now' : '', words, typedOnly: true },
      ),
    )
  })
}
