/** The commands of the palette. None sends an order; cancels are there in every mode. */
import type { Contexts } from '../contexts.tsx'
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
import type { Command } from './palette-items.ts'
import { choicesOf, PAGE_SETTINGS, withSettings } from '../../data/settings/settings.ts'
import type { PageSetting, PageSettingName } from '../../data/settings/settings.ts'

/** Commands of the page that the palette lists, with other words that find them: loaded with it. */
const LISTED: readonly (readonly [id: CommandId, words: string, hint?: string])[] = [
  ['safe', 'disarm stop', 'at once'],
  ['arm', 'trading enable', 'opens the checklist'],
  ['flatten_all', 'close exit sell everything panic', 'after a summary'],
  ['search', 'find'],
  ['keys', 'help shortcuts show all'],
  ['notifications', 'bell messages'],
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

/** The key of a command as it is now, for the eye; empty for one without. */
function keyOf({ keys }: Pick<Page, 'keys'>, id: string): string {
  const strokes: Readonly<Record<string, readonly string[]>> = keys.get().strokes
  const stroke = strokes[id]?.[0]
  return stroke === undefined ? '' : showStroke(stroke)
}

type Row = Pick<Command, 'group' | 'id' | 'title' | 'run'> & Partial<Command>

/** Commands available at this moment. */
export function paletteCommands(contexts: Contexts): readonly Command[] {
  const rows = [
    ...recentRows(contexts),
    ...positionRows(contexts),
    ...workspaceRows(contexts),
    ...listedRows(contexts),
    ...plainRows(contexts),
    ...settingRows(contexts.page),
    ...cancelRows(contexts),
  ]
  return rows.map((row) => ({ hint: '', key: '', words: '', typedOnly: false, ...row }))
}

function recentRows({ page, workspace }: Contexts): readonly Row[] {
  const { recent, selection } = workspace
  const selected = selection.get()?.outcome.id
  const others = recent.get().filter(({ outcomeId }) => outcomeId !== selected)
  return others.slice(0, MAX_RECENT).map(({ slug, outcomeId, title, event }) => ({
    group: 'Recent',
    id: `recent-${outcomeId.slice(3)}`,
    title,
    hint: event,
    words: event,
    run: () => page.router.go(eventAddress(slug, outcomeId)),
  }))
}

function positionRows({ account, workspace }: Contexts): readonly Row[] {
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

function workspaceRows(contexts: Contexts): readonly Row[] {
  const { page } = contexts
  const { selection, workspace } = contexts.workspace
  const { active } = workspace.state.get()
  return workspace.list().map(({ id, name }, at) => ({
    group: 'Workspaces',
    id: `workspace-${id}`,
    title: `Load workspace ${name}`,
    hint: id === active ? 'now' : '',
    words: 'layout panels desk',
    key: keyOf(page, `workspace_${at + 1}`),
    run() {
      workspace.load(id)
      page.router.go(tradeAddress(selection.get()))
      pageSteps(contexts).goToLadder(undefined)
    },
  }))
}

/** The page's own commands, less those that would do nothing now. */
function listedRows(contexts: Contexts): readonly Row[] {
  const { page } = contexts
  const { combos, trading } = contexts.trading
  const selected = contexts.workspace.selection.get()
  const isArmed = trading.get()?.mode === 'ARMED'
  const isIn = combos.draft.get().legs.some(({ outcomeId }) => outcomeId === selected?.outcome.id)
  const leaves: Readonly<Record<string, boolean>> = { goSafe: !isArmed, arm: isArmed, toggleLeg: !selected }
  const hints: Readonly<Record<string, string>> = {
    toggleDrawer: unreadText(page),
    toggleLeg: isIn ? 'takes it out' : `adds ${selected?.outcome.name}`,
  }
  const steps = pageSteps(contexts)
  return LISTED.flatMap(([id, words, fixed]): readonly Row[] => {
    const { title, strokes, run } = COMMANDS[id]
    if (leaves[run[0]] === true) return []
    return [
      {
        group: id.startsWith('go_') ? 'Pages' : 'Commands',
        id,
        title,
        hint: fixed ?? hints[run[0]] ?? '',
        words: `open ${words}`,
        key: keyOf(page, id),
        typedOnly: strokes.length === 0,
        run: () => takeStep<'page'>(steps, run as StepIn<'page'>),
      },
    ]
  })
}

function plainRows({ page, marketData, workspace }: Contexts): readonly Row[] {
  const { alerts, books, watch } = marketData
  const { selection, side } = workspace
  const { notifications, router, settings } = page
  const selected = selection.get()
  const group = 'Commands'
  const list: Row[] = [
    {
      group,
      id: 'watchlist',
      title: 'Open Watchlist',
      hint: `${watch.state.get().ids.length} outcomes`,
      words: 'go stars',
      run() {
        side.set('watch')
        if (router.get().page !== 'trade') router.go(tradeAddress(selected))
      },
    },
  ]
  if (selected !== null) {
    const { id, name } = selected.outcome
    list.unshift({
      group,
      id: 'new-alert',
      title: 'New alert\u2026',
      hint: `on ${name}`,
      words: 'set add notify price bell',
      key: keyOf(page, 'alert'),
      run: () => alerts.draft.set(draftOfSelection({ books, selection, settings })),
    })
    const run = () => watch.toggle(id)
    list.push({ group, id: 'watch-this', title: `Toggle watch of ${name}`, words: 'star list', run })
  }
  if (notifications.unread.get() > 0) {
    const run = () => notifications.markRead('all')
    const title = 'Mark all notifications as read'
    list.push({ group, id: 'read-all', title, hint: unreadText(page), words: 'clear bell', run })
  }
  return list
}

function unreadText({ notifications }: Pick<Page, 'notifications'>): string {
  return `${notifications.unread.get()} unread`
}

function cancelRows({ account, page, trading, workspace }: Contexts): readonly Row[] {
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
      key: keyOf(page, `cancel_${key}`),
      run,
    }),
  )
}

/** One command for each choice. */
function settingRows({ settings }: Pick<Page, 'settings'>): readonly Row[] {
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
