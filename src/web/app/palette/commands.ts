/** The commands of the palette. None sends an order; cancels are there in every mode. */
import { COMMANDS, KEY_COMMANDS, takeStep } from '../../commands/registry.ts'
import type { CommandId, StepIn } from '../../commands/registry.ts'
import { showStroke } from '../../commands/strokes.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { placeText, showSize } from '../../platform/format/figures.ts'
import { eventAddress } from '../../platform/page/route.ts'
import type { Contexts } from '../../contexts/contexts.ts'
import { pageSteps } from '../keys/page-commands.ts'
import { cancelChoices } from '../shell/cancel-choices.ts'
import type { PaletteItem } from './palette-items.ts'

/** Steps that it does not offer: they are of use by their keys only, or have rows of their own. */
const UNLISTED: readonly string[] = ['cancelAll', 'togglePalette', 'tip', 'panel', 'workspace']

const MAX_POSITIONS = 10
const MAX_RECENT = 5

/** Commands available at this moment. */
export function paletteCommands(contexts: Contexts): readonly PaletteItem[] {
  return [
    ...marketRows(contexts),
    ...workspaceRows(contexts),
    ...listedRows(contexts),
    ...cancelRows(contexts),
  ]
}

/** The markets of before, and the open positions. */
function marketRows({ account, page, workspace }: Contexts): readonly PaletteItem[] {
  const selected = workspace.selection.get()?.outcome.id
  const others = workspace.recent.get().filter(({ outcomeId }) => outcomeId !== selected)
  const open = account.positions.get().items.filter(({ status }) => status === 'open')
  return [
    ...others.slice(0, MAX_RECENT).map(({ slug, outcomeId, title, event }) => ({
      group: 'Recent' as const,
      id: `recent-${outcomeId.slice(3)}`,
      title,
      hint: event,
      words: event,
      run: () => page.router.go(eventAddress(slug, outcomeId)),
    })),
    ...open.slice(0, MAX_POSITIONS).map((position) => ({
      group: 'Positions' as const,
      id: `position-${position.outcomeId.slice(3)}`,
      title: `Position: ${position.outcomeName}, ${placeText(position)}`,
      hint: `${showSize(position.size)} shares \u2013 details, exit, hedge`,
      words: 'exit hedge close sell leave',
      run: () => workspace.openedPosition.set({ position, view: 'facts', anchor: null }),
    })),
  ]
}

function workspaceRows(contexts: Contexts): readonly PaletteItem[] {
  const { workspace } = contexts.workspace
  const { active } = workspace.state.get()
  const steps = pageSteps(contexts)
  return workspace.list().map(({ id, name }, at) => ({
    group: 'Workspaces',
    id: `workspace-${id}`,
    title: `Load workspace ${name}`,
    hint: id === active ? 'now' : '',
    words: 'layout panels desk',
    run: () => steps.workspace(at + 1),
  }))
}

/** The page's own commands, less those that would do nothing now. */
function listedRows(contexts: Contexts): readonly PaletteItem[] {
  const { combos, trading } = contexts.trading
  const outcome = contexts.workspace.selection.get()?.outcome
  const idle: CommandId[] = [trading.get()?.mode === 'ARMED' ? 'arm' : 'safe']
  if (outcome === undefined)
    idle.push('combo', 'new_alert', 'scaled', 'stop_entry', 'next_template', 'basket')
  const hintOf = (id: CommandId): string => {
    if (id === 'new_alert') return `on ${outcome?.name}`
    if (id !== 'combo') return ''
    return combos.has(outcome?.id ?? '') ? `removes ${outcome?.name}` : `adds ${outcome?.name}`
  }
  const { strokes } = contexts.page.keys.get()
  const steps = pageSteps(contexts)
  return KEY_COMMANDS.filter(
    ({ id, scope, run: [step] }) => scope === 'page' && !UNLISTED.includes(step) && !idle.includes(id),
  ).map(({ id, title, run }) => ({
    group: id.startsWith('go_') ? 'Pages' : 'Commands',
    id,
    title,
    hint: hintOf(id),
    words: 'open',
    key: showStroke(strokes[id][0] ?? ''),
    run: () => takeStep<'page'>(steps, run as StepIn<'page'>),
  }))
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
  const stroke = page.keys.get().strokes.cancel_all[0] ?? ''
  return [all, ...cancelChoices({ commands, ...account, ...workspace })].map(({ key, count, ...choice }) => ({
    ...choice,
    group: 'Cancel',
    id: `cancel-${key}`,
    hint: `${count} open`,
    key: key === 'all' ? showStroke(stroke) : '',
  }))
}
