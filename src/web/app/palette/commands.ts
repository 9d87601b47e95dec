/** The commands of the palette. None sends an order; cancels are there in every mode. */
import type { Contexts } from '../../contexts/contexts.ts'
import type { Page } from '../../contexts/contexts.ts'
import { placeText, showSize } from '../../platform/format/figures.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { draftOfSelection } from '../../contexts/selection-draft.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import { pageSteps } from '../keys/page-commands.ts'
import { cancelChoices } from '../shell/cancel-choices.ts'
import { COMMANDS, takeStep } from '../../commands/registry.ts'
import type { CommandId, StepIn } from '../../commands/registry.ts'
import { showStroke } from '../../commands/strokes.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import type { PaletteItem } from './palette-items.ts'
import { choicesOf, PAGE_SETTINGS, withSettings } from '../../data/settings/settings.ts'
import type { PageSetting, PageSettingName } from '../../data/settings/settings.ts'

/** Commands of the page that the palette lists, with other words that find them: loaded with it. */
const LISTED: readonly (readonly [id: CommandId, words: string])[] = [
  ['safe', 'disarm stop'],
  ['arm', 'trading enable'],
  ['flatten_all', 'close exit sell everything panic'],
  ['search', 'find'],
  ['keys', 'help shortcuts show all'],
  ['combo', 'slip leg'],
  ['go_ladder', 'trade markets search desk'],
  ['go_games', 'scores sports live'],
  ['go_portfolio', 'portfolio cash profit pnl'],
  ['go_fills', 'executions trades mine'],
  ['go_activity', 'redeem split merge rewards'],
  ['go_journal', 'round trips slippage notes'],
  ['go_orders', 'resting'],
  ['go_combos', 'parlay quote rfq slip'],
  ['go_alerts', 'price spread score bell'],
  ['go_notifications', 'messages unread bell'],
  ['go_rules', 'sound chat'],
  ['go_audit', 'verify chain history'],
  ['go_replay', 'recording past rewind'],
  ['go_risk', 'ceilings'],
  ['go_health', 'status feeds doctor'],
  ['go_settings', 'preferences looks keys'],
]

const MAX_POSITIONS = 10
const MAX_RECENT = 5

/** Commands available at this moment. */
export function paletteCommands(contexts: Contexts): readonly PaletteItem[] {
  return [
    ...recentRows(contexts),
    ...positionRows(contexts),
    ...workspaceRows(contexts),
    ...listedRows(contexts),
    ...listRows(contexts),
    ...settingRows(contexts.page),
    ...cancelRows(contexts),
  ]
}

/** The key of a command as it is now, for the eye; empty for one without. */
function keyOf({ keys }: Pick<Page, 'keys'>, id: CommandId): string {
  return showStroke(keys.get().strokes[id][0] ?? '')
}

function recentRows({ page, workspace }: Contexts): readonly PaletteItem[] {
  const selected = workspace.selection.get()?.outcome.id
  const others = workspace.recent.get().filter(({ outcomeId }) => outcomeId !== selected)
  return others.slice(0, MAX_RECENT).map(({ slug, outcomeId, title, event }) => ({
    group: 'Recent',
    id: `recent-${outcomeId.slice(3)}`,
    title,
    hint: event,
    words: event,
    run: () => page.router.go(eventAddress(slug, outcomeId)),
  }))
}

function positionRows({ account, workspace }: Contexts): readonly PaletteItem[] {
  const open = account.positions.get().items.filter(({ status }) => status === 'open')
  return open.slice(0, MAX_POSITIONS).map((position) => ({
    group: 'Positions',
    id: `position-${position.outcomeId.slice(3)}`,
    title: `Position: ${position.outcomeName}, ${placeText(position)}`,
    hint: `${showSize(position.size)} shares \u2013 figures, exit, hedge`,
    words: 'exit hedge close sell leave',
    run: () => workspace.openedPosition.set({ position, view: 'facts', anchor: null }),
  }))
}

function workspaceRows(contexts: Contexts): readonly PaletteItem[] {
  const { selection, workspace } = contexts.workspace
  const { active } = workspace.state.get()
  return workspace.list().map(({ id, name }) => ({
    group: 'Workspaces',
    id: `workspace-${id}`,
    title: `Load workspace ${name}`,
    hint: id === active ? 'now' : '',
    words: 'layout panels desk',
    run() {
      workspace.load(id)
      contexts.page.router.go(tradeAddress(selection.get()))
      pageSteps(contexts).goToLadder(undefined)
    },
  }))
}

/** The page's own commands, less those that would do nothing now. */
function listedRows(contexts: Contexts): readonly PaletteItem[] {
  const { combos, trading } = contexts.trading
  const selected = contexts.workspace.selection.get()
  const isArmed = trading.get()?.mode === 'ARMED'
  const isIn = selected !== null && combos.has(selected.outcome.id)
  const idle = [isArmed ? 'arm' : 'safe', ...(selected === null ? ['combo'] : [])]
  const steps = pageSteps(contexts)
  return LISTED.filter(([id]) => !idle.includes(id)).map(([id, words]) => ({
    group: id.startsWith('go_') ? 'Pages' : 'Commands',
    id,
    title: COMMANDS[id].title,
    hint: id !== 'combo' ? '' : isIn ? 'takes it out' : `adds ${selected?.outcome.name}`,
    words: `open ${words}`,
    key: keyOf(contexts.page, id),
    typedOnly: COMMANDS[id].strokes.length === 0,
    run: () => takeStep<'page'>(steps, COMMANDS[id].run as StepIn<'page'>),
  }))
}

/** A new alert on the market that is open, and the watchlist. */
function listRows({ page, marketData, workspace }: Contexts): readonly PaletteItem[] {
  const { alerts, books, watch } = marketData
  const { selection, side } = workspace
  const { router, settings } = page
  const selected = selection.get()
  const alert: PaletteItem = {
    group: 'Commands',
    id: 'new-alert',
    title: 'New alert\u2026',
    hint: `on ${selected?.outcome.name}`,
    words: 'set add notify price bell',
    key: keyOf(page, 'alert'),
    run: () => alerts.draft.set(draftOfSelection({ books, selection, settings })),
  }
  const watchlist: PaletteItem = {
    group: 'Commands',
    id: 'watchlist',
    title: 'Open Watchlist',
    hint: `${watch.state.get().ids.length} outcomes`,
    words: 'go stars',
    run() {
      side.set('watch')
      if (router.get().page !== 'trade') router.go(tradeAddress(selected))
    },
  }
  return selected === null ? [watchlist] : [alert, watchlist]
}

function cancelRows({ account, page, trading, workspace }: Contexts): readonly PaletteItem[] {
  const { commands } = trading
  const all = {
    key: 'all',
    title: COMMANDS['cancel_all'].title,
    words: 'panic everything',
    count: openOrders(account.orders.get().items).length,
    run: commands.cancelAll,
  }
  return [all, ...cancelChoices({ commands, ...account, ...workspace })].map(
    ({ key, title, words, count, run }) => ({
      group: 'Cancel',
      id: `cancel-${key}`,
      title,
      hint: `${count} open`,
      words,
      key: key === 'all' ? keyOf(page, 'cancel_all') : '',
      run,
    }),
  )
}

/** One command for each choice. */
function settingRows({ settings }: Pick<Page, 'settings'>): readonly PaletteItem[] {
  const now = settings.get()
  return Object.entries(PAGE_SETTINGS).flatMap(([key, { label, words }]: [string, PageSetting]) => {
    const name = key as PageSettingName
    if (words === undefined) return []
    return choicesOf(name).map(({ value, inPalette }) => ({
      group: 'Settings' as const,
      id: `${name}-${value}`,
      title: `${label}: ${inPalette}`,
      hint: now[name] === value ? 'now' : '',
      words,
      typedOnly: true,
      run: () => settings.update((old) => withSettings(old, { [name]: value })),
    }))
  })
}
