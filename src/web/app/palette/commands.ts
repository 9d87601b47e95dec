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
import { command } from './palette-items.ts'
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

/** The key of a command as it is now, for the eye. */
function keyOf({ keys }: Pick<Page, 'keys'>, id: CommandId | null): string {
  const stroke = id === null ? undefined : keys.get().strokes[id][0]
  return stroke === undefined ? '' : showStroke(stroke)
}

/** Commands available at this moment. */
export function paletteCommands(contexts: Contexts): readonly Command[] {
  const { page } = contexts
  return [
    ...recentCommands(contexts),
    ...positionCommands(contexts),
    ...workspaceCommands(contexts),
    ...plainCommands(contexts),
    ...settingCommands(page),
    ...cancelCommands(contexts),
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
        pageSteps(contexts).goToLadder(undefined)
      },
      {
        hint: id === active ? 'now' : '',
        words: 'layout panels desk',
        key: keyOf(
          page,
          Object.hasOwn(COMMANDS, `workspace_${at + 1}`) ? (`workspace_${at + 1}` as CommandId) : null,
        ),
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
  const isIn = combos.draft.get().legs.some(({ outcomeId }) => outcomeId === selected?.outcome.id)
  const leaves: Readonly<Record<string, boolean>> = { goSafe: !isArmed, arm: isArmed, toggleLeg: !selected }
  const hints: Readonly<Record<string, string>> = {
    toggleDrawer: `${unread} unread`,
    toggleLeg: isIn ? 'takes it out' : `adds ${selected?.outcome.name}`,
  }
  const steps = pageSteps(contexts)
  const list = [
    ...LISTED.flatMap(([id, words, fixed]) => {
      const { title, strokes, run } = COMMANDS[id]
      if (leaves[run[0]] === true) return []
      const typedOnly = strokes.length === 0
      return command(
        id.startsWith('go_') ? 'Pages' : 'Commands',
        id,
        title,
        () => takeStep<'page'>(steps, run as StepIn<'page'>),
        { hint: fixed ?? hints[run[0]] ?? '', words: `open ${words}`, key: keyOf(page, id), typedOnly },
      )
    }),
    ...(selected === null
      ? []
      : [
          command(
            'Commands',
            'new-alert',
            'New alert\u2026',
            () => alerts.draft.set(draftOfSelection({ books, selection, settings })),
            {
              hint: `on ${selected.outcome.name}`,
              words: 'set add notify price bell',
              key: keyOf(page, 'alert'),
            },
          ),
        ]),
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
  ]
  if (selected !== null) {
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
  const open = openOrders(account.orders.get().items).length
  return [
    command('Cancel', 'cancel-all', COMMANDS['cancel_all'].title, commands.cancelAll, {
      hint: `${open} open`,
      words: 'panic everything',
      key: keyOf(page, 'cancel_all'),
    }),
    ...cancelChoices({ commands, ...account, ...workspace }).map(({ key, title, words, count, run }) =>
      command('Cancel', `cancel-${key}`, title, run, {
        hint: `${count} open`,
        words,
        key: key === 'outcome' ? keyOf(page, 'cancel_outcome') : '',
      }),
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
