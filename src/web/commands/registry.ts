/**
 * The one table of commands: name, keys, when they count, and the step that carries them out. Keys, palette and sheets of keys
 * read it; each place says in `StepsOf` how it takes its steps.
 */

/** Where a command's keys are active. Those of the whole page are active in every other place as well. */
export const SCOPES = [
  ['page', 'Everywhere'],
  ['ladder', 'Focused ladder'],
  ['ticket', 'Ticket'],
  ['orders', 'Row of an order'],
  ['results', 'Search results'],
  ['watchlist', 'Watchlist'],
] as const

export type Scope = (typeof SCOPES)[number][0]

type When = {
  /** Sends or moves an order while the terminal is ARMED. */
  readonly trades?: true
  /** Active over a dialog, unless text is typed. */
  readonly overDialogs?: true
  /** Stops trading: its keys are fixed, go before others, and are active with letters switched off. */
  readonly stops?: true
  /** May be held down. */
  readonly repeats?: true
}

type Row<Id = string> = readonly [
  id: Id,
  title: string,
  /** As `readStroke` reads them; the first is the one shown beside the command. */
  keys: readonly string[],
  /** A step of its place, and the argument of the step. */
  run: readonly [step: string, value?: unknown],
  when?: When,
]

const TRADES: When = { trades: true }
const OVER_DIALOGS: When = { overDialogs: true }

const PAGE = [
  [
    'cancel_all',
    'Cancel all orders',
    ['Shift+Backquote', 'Ctrl+Shift+Backspace'],
    ['cancelAll'],
    { stops: true },
  ],
  ['safe', 'Go SAFE now', ['Shift+s'], ['goSafe'], { overDialogs: true, stops: true }],
  ['arm', 'Arm\u2026', ['Shift+a'], ['arm']],
  ['flatten_all', 'Flatten all: cancels all orders, sells every position', ['Shift+x'], ['open', 'flatten']],
  ['palette', 'Palette: markets, positions, commands', ['Ctrl+k'], ['togglePalette'], OVER_DIALOGS],
  ['search', 'Search markets', ['/'], ['search']],
  ['keys', 'Shortcuts', ['?'], ['open', 'keys']],
  ['next_tip', 'Next explanation: a reason, an exact figure', ['F2'], ['tip', 1], OVER_DIALOGS],
  ['previous_tip', 'Previous explanation', ['Shift+F2'], ['tip', -1], OVER_DIALOGS],
  ['combo', 'Add or remove combo leg', ['c'], ['toggleLeg']],
  ['new_alert', 'New alert\u2026', [], ['newAlert']],
  ['scaled', 'Scaled order in the ticket, on or off', ['Shift+l'], ['orderKind', 'scaled']],
  ['stop_entry', 'Buy stop in the ticket, on or off', ['Shift+t'], ['orderKind', 'stop']],
  ['next_template', 'Next exit template, then none', ['Shift+k'], ['nextTemplate']],
  ['templates', 'Exit templates\u2026', [], ['open', 'templates']],
  ['basket', 'Basket: buy several outcomes of the event', ['Shift+b'], ['toggleBasket']],
  ['next_panel', 'Next panel', ['F6', 'Alt+BracketRight'], ['panel', 1], { repeats: true }],
  ['previous_panel', 'Previous panel', ['Shift+F6', 'Alt+BracketLeft'], ['panel', -1], { repeats: true }],
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(
    (n) => [`workspace_${n}`, `Load workspace ${n}`, [`Alt+Digit${n}`], ['workspace', n as number]] as const,
  ),
  ['go_ladder', 'Go to the ladder', ['g l'], ['goToLadder']],
  ['go_games', 'Go to games', ['g g'], ['goTo', '/games']],
  ['go_watchlist', 'Go to the watchlist', ['g w'], ['goToWatchlist']],
  ['go_portfolio', 'Go to positions', ['g p'], ['goToPanel', 'positions']],
  ['go_fills', 'Go to fills', [], ['goTo', '/portfolio/fills']],
  ['go_activity', 'Go to activity', [], ['goTo', '/portfolio/activity']],
  ['go_journal', 'Go to the journal', [], ['goTo', '/portfolio/journal']],
  ['go_orders', 'Go to orders', ['g o'], ['goToPanel', 'orders']],
  ['go_combos', 'Go to combos', ['g c'], ['goTo', '/combos']],
  ['go_alerts', 'Go to alerts', ['g a'], ['goToPanel', 'alerts']],
  ['go_notifications', 'Go to notifications', ['n', 'g n'], ['goTo', '/notifications']],
  ['go_rules', 'Go to notification rules', [], ['goTo', '/settings/notifications']],
  ['go_audit', 'Go to the audit log', ['g u'], ['goTo', '/audit']],
  ['go_replay', 'Go to the replay', [], ['goTo', '/replay']],
  ['go_risk', 'Go to the risk limits', [], ['goTo', '/settings/risk']],
  ['go_health', 'Go to health', ['g h'], ['goTo', '/health']],
  ['go_settings', 'Go to settings', ['g s'], ['goTo', '/settings']],
] as const satisfies readonly Row[]

const LADDER = [
  ['up', 'Cursor up', ['ArrowUp'], ['move', 1]],
  ['down', 'Cursor down', ['ArrowDown'], ['move', -1]],
  ['page_up', 'Cursor up by 10 rows', ['PageUp'], ['move', 10]],
  ['page_down', 'Cursor down by 10 rows', ['PageDown'], ['move', -10]],
  ['left', 'Cursor one column left', ['ArrowLeft'], ['column', -1]],
  ['right', 'Cursor one column right', ['ArrowRight'], ['column', 1]],
  ['best_bid', 'Cursor to the best bid', ['Home'], ['best', 'BUY']],
  ['best_ask', 'Cursor to the best ask', ['End'], ['best', 'SELL']],
  ['centre', 'Centre on the market', ['Space'], ['centre']],
  ['enter', 'Send at cursor / drop order', ['Enter'], ['enter'], TRADES],
  ['buy', 'Buy at the cursor', ['b'], ['order', 'BUY'], TRADES],
  ['sell', 'Sell at the cursor', ['s'], ['order', 'SELL'], TRADES],
  ['join_bid', 'Buy: join the best bid', ['q'], ['join', 'BUY'], TRADES],
  ['join_ask', 'Sell: join the best ask', ['w'], ['join', 'SELL'], TRADES],
  ['take_ask', 'Buy: take the best ask', ['Shift+q'], ['takeBest', 'BUY'], TRADES],
  ['take_bid', 'Sell: hit the best bid', ['Shift+w'], ['takeBest', 'SELL'], TRADES],
  ['take_up', 'Pick up my order: arrows aim, m types, Enter moves, Esc keeps', ['m'], ['pickUp']],
  [
    'scaled_here',
    'Scaled order from the cursor: arrows aim, Enter places, Esc ends',
    ['l'],
    ['scaled'],
    TRADES,
  ],
  ['cancel_here', 'Cancel my orders at the cursor', ['x'], ['cancel']],
  ['cancel_outcome', 'Cancel all orders of this outcome', ['Backquote'], ['cancelOutcome']],
  ['exit_walk', 'Exit at market', ['Shift+e'], ['exit', 'walk'], TRADES],
  ['exit_join', 'Exit: rest at the best ask', ['e'], ['exit', 'join'], TRADES],
  ['hedge', 'Hedge with the other outcome', ['h'], ['exit', 'hedge'], TRADES],
  [
    'flatten_market',
    'Flatten market: cancels its orders, sells what is held',
    ['Shift+f'],
    ['flatten'],
    TRADES,
  ],
  ['exit_details', 'Exit or hedge: part, sizes and figures', ['Shift+h'], ['exitDetails']],
  ...([1, 2, 3, 4, 5, 6] as const).map(
    (n) => [`size_${n}`, `Quick size ${n}`, [`Digit${n}`], ['size', n - 1]] as const,
  ),
  ['net_size', 'The size that closes the position', ['Digit0'], ['netSize']],
  ['coarser', 'Coarser rows', ['+'], ['regroup', 1]],
  ['finer', 'Finer rows', ['-'], ['regroup', -1]],
  ['flip', 'Flip to the other outcome', ['v'], ['flip']],
  ['previous_outcome', 'Previous outcome of the event', ['BracketLeft'], ['outcome', -1]],
  ['next_outcome', 'Next outcome of the event', ['BracketRight'], ['outcome', 1]],
  ['alert', 'Alert at the cursor', ['a'], ['alert']],
  ['ticket', 'Cursor price into the ticket', ['t'], ['ticket']],
  ['read', 'Read the inside market aloud', ['r'], ['read']],
] as const satisfies readonly Row[]

const TICKET = [
  ['ticket_buy', 'Buy', ['b'], ['side', 'BUY']],
  ['ticket_sell', 'Sell', ['s'], ['side', 'SELL']],
] as const satisfies readonly Row[]

const ORDERS = [
  ['group_up', 'Move its group up one tick', ['Alt+ArrowUp'], ['moveGroup', 1], TRADES],
  ['group_down', 'Move its group down one tick', ['Alt+ArrowDown'], ['moveGroup', -1], TRADES],
  ['group_cancel', 'Cancel its group', ['Alt+Delete'], ['cancelGroup']],
] as const satisfies readonly Row[]

const RESULTS = [
  ['result_next', 'Next', ['ArrowDown', 'j'], ['move', 1]],
  ['result_previous', 'Previous', ['ArrowUp', 'k'], ['move', -1]],
  ['result_open', 'Open', ['Enter'], ['open']],
  ['result_ladder', 'Open and go to its ladder', ['l'], ['openLadder']],
  ['result_watch', 'Toggle watch', ['w'], ['watch']],
] as const satisfies readonly Row[]

const WATCHLIST = [
  ['watch_up', 'Move the focused outcome up', ['Alt+ArrowUp'], ['move', -1]],
  ['watch_down', 'Move the focused outcome down', ['Alt+ArrowDown'], ['move', 1]],
] as const satisfies readonly Row[]

const IN_SCOPES = {
  page: PAGE,
  ladder: LADDER,
  ticket: TICKET,
  orders: ORDERS,
  results: RESULTS,
  watchlist: WATCHLIST,
} as const

/** The commands of a place, by name. */
export type CommandIn<S extends Scope> = (typeof IN_SCOPES)[S][number][0]
export type CommandId = CommandIn<Scope>
export type Command = When & {
  readonly id: CommandId
  readonly scope: Scope
  readonly title: string
  readonly strokes: Row[2]
  readonly run: Row[3]
}

/** Every command, in the order in which sheets list them. */
export const KEY_COMMANDS: readonly Command[] = SCOPES.flatMap(([scope]) => {
  const rows: readonly Row<CommandId>[] = IN_SCOPES[scope]
  return rows.map(([id, title, strokes, run, when]) => ({ id, scope, title, strokes, run, ...when }))
})

/** Each command by its name. */
export const COMMANDS = Object.fromEntries(KEY_COMMANDS.map((command) => [command.id, command])) as Readonly<
  Record<CommandId, Command>
>

/** A step of a place's commands with its argument. */
export type StepIn<S extends Scope> = (typeof IN_SCOPES)[S][number][3]
type ValueOf<Step> = Step extends readonly [string, infer Value] ? Value : undefined

/** How a place takes the steps of its commands. */
export type StepsOf<S extends Scope> = {
  readonly [Name in StepIn<S>[0]]: (value: ValueOf<Extract<StepIn<S>, readonly [Name, ...unknown[]]>>) => void
}

/** Carries out one of them. */
export function takeStep<S extends Scope>(steps: StepsOf<S>, [name, value]: StepIn<S>): void {
  const step: (value: never) => void = steps[name as StepIn<S>[0]]
  step(value as never)
}

/** True if a key can mean two commands at once there: one of the places is the whole page, or both are the same. */
export function overlaps(one: Scope, other: Scope): boolean {
  return one === other || one === 'page' || other === 'page'
}
