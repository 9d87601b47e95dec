/** The one list of what keys can do: every key of the page is found here, and every sheet of keys is made from it. */

/** Where a command's keys are active. Those of the whole page are active in every other place as well. */
export const SCOPES = [
  ['page', 'Everywhere'],
  ['ladder', 'Focused ladder'],
  ['ticket', 'Ticket'],
  ['results', 'Search results'],
  ['watchlist', 'Watchlist'],
] as const

export type Scope = (typeof SCOPES)[number][0]

export type KeyCommand = {
  readonly id: string
  readonly scope: Scope
  readonly title: string
  /** As `readStroke` reads them; the first is the one shown beside the command. */
  readonly strokes: readonly string[]
  /** Sends or moves an order while the terminal is ARMED. */
  readonly trades?: true
  /** Active whatever has the focus, text fields, dialogs and switched-off letters included. */
  readonly always?: true
  /** Active over a dialog, unless text is typed. */
  readonly overDialogs?: true
  /** Stops trading: never without a key, and active with letters switched off. */
  readonly stops?: true
}

const PAGE = [
  {
    id: 'cancel_all',
    title: 'Cancel all orders',
    strokes: ['Shift+Backquote', 'Ctrl+Shift+Backspace'],
    always: true,
    stops: true,
  },
  { id: 'safe', title: 'Go SAFE now', strokes: ['Shift+s'], overDialogs: true, stops: true },
  { id: 'arm', title: 'Arm\u2026', strokes: ['Shift+a'] },
  {
    id: 'flatten_all',
    title: 'Flatten all: cancels all orders, sells every position',
    strokes: ['Shift+x'],
  },
  {
    id: 'palette',
    title: 'Palette: markets, positions, commands, settings',
    strokes: ['Ctrl+k'],
    overDialogs: true,
  },
  { id: 'search', title: 'Search markets', strokes: ['/'] },
  { id: 'keys', title: 'Shortcuts', strokes: ['?'] },
  {
    id: 'next_tip',
    title: 'Next explanation: a reason, an exact figure',
    strokes: ['F2'],
    overDialogs: true,
  },
  { id: 'previous_tip', title: 'Previous explanation', strokes: ['Shift+F2'], overDialogs: true },
  { id: 'notifications', title: 'Notifications drawer', strokes: ['n'] },
  { id: 'combo', title: 'Add or remove combo leg', strokes: ['c'] },
  { id: 'next_panel', title: 'Next panel', strokes: ['F6', 'Alt+BracketRight'] },
  { id: 'previous_panel', title: 'Previous panel', strokes: ['Shift+F6', 'Alt+BracketLeft'] },
  { id: 'workspace_1', title: 'Load workspace 1', strokes: ['Alt+Digit1'] },
  { id: 'workspace_2', title: 'Load workspace 2', strokes: ['Alt+Digit2'] },
  { id: 'workspace_3', title: 'Load workspace 3', strokes: ['Alt+Digit3'] },
  { id: 'workspace_4', title: 'Load workspace 4', strokes: ['Alt+Digit4'] },
  { id: 'workspace_5', title: 'Load workspace 5', strokes: ['Alt+Digit5'] },
  { id: 'workspace_6', title: 'Load workspace 6', strokes: ['Alt+Digit6'] },
  { id: 'workspace_7', title: 'Load workspace 7', strokes: ['Alt+Digit7'] },
  { id: 'workspace_8', title: 'Load workspace 8', strokes: ['Alt+Digit8'] },
  { id: 'workspace_9', title: 'Load workspace 9', strokes: ['Alt+Digit9'] },
  { id: 'go_ladder', title: 'Go to the ladder', strokes: ['g l'] },
  { id: 'go_orders', title: 'Go to orders', strokes: ['g o'] },
  { id: 'go_portfolio', title: 'Go to positions', strokes: ['g p'] },
  { id: 'go_alerts', title: 'Go to alerts', strokes: ['g a'] },
  { id: 'go_notifications', title: 'Go to notifications', strokes: ['g n'] },
  { id: 'go_games', title: 'Go to games', strokes: ['g g'] },
  { id: 'go_combos', title: 'Go to combos', strokes: ['g c'] },
  { id: 'go_audit', title: 'Go to the audit log', strokes: ['g u'] },
  { id: 'go_health', title: 'Go to health', strokes: ['g h'] },
  { id: 'go_settings', title: 'Go to settings', strokes: ['g s'] },
] as const satisfies readonly Omit<KeyCommand, 'scope'>[]

const LADDER = [
  { id: 'up', title: 'Cursor up', strokes: ['ArrowUp'] },
  { id: 'down', title: 'Cursor down', strokes: ['ArrowDown'] },
  { id: 'page_up', title: 'Cursor up by 10 rows', strokes: ['PageUp'] },
  { id: 'page_down', title: 'Cursor down by 10 rows', strokes: ['PageDown'] },
  { id: 'left', title: 'Cursor to the column at the left', strokes: ['ArrowLeft'] },
  { id: 'right', title: 'Cursor to the column at the right', strokes: ['ArrowRight'] },
  { id: 'best_bid', title: 'Cursor to the best bid', strokes: ['Home'] },
  { id: 'best_ask', title: 'Cursor to the best ask', strokes: ['End'] },
  { id: 'centre', title: 'Centre on the market', strokes: ['Space'] },
  {
    id: 'enter',
    title: 'Send at cursor / drop order',
    strokes: ['Enter'],
    trades: true,
  },
  { id: 'buy', title: 'Buy at the cursor', strokes: ['b'], trades: true },
  { id: 'sell', title: 'Sell at the cursor', strokes: ['s'], trades: true },
  { id: 'join_bid', title: 'Buy: join the best bid', strokes: ['q'], trades: true },
  { id: 'join_ask', title: 'Sell: join the best ask', strokes: ['w'], trades: true },
  { id: 'take_ask', title: 'Buy: take the best ask', strokes: ['Shift+q'], trades: true },
  { id: 'take_bid', title: 'Sell: hit the best bid', strokes: ['Shift+w'], trades: true },
  { id: 'take_up', title: 'Pick up my order: arrows aim, Enter moves, Esc keeps', strokes: ['m'] },
  { id: 'cancel_here', title: 'Cancel my orders at the cursor', strokes: ['x'] },
  { id: 'cancel_outcome', title: 'Cancel all orders of this outcome', strokes: ['Backquote'] },
  { id: 'exit_walk', title: 'Exit at market', strokes: ['Shift+e'], trades: true },
  { id: 'exit_join', title: 'Exit: rests at the best ask', strokes: ['e'], trades: true },
  { id: 'hedge', title: 'Hedge with the other outcome', strokes: ['h'], trades: true },
  {
    id: 'flatten_market',
    title: 'Flatten market: cancels its orders, sells what is held',
    strokes: ['Shift+f'],
    trades: true,
  },
  { id: 'exit_details', title: 'Exit or hedge in part: figures and sizes', strokes: ['Shift+h'] },
  { id: 'size_1', title: 'Quick size 1', strokes: ['Digit1'] },
  { id: 'size_2', title: 'Quick size 2', strokes: ['Digit2'] },
  { id: 'size_3', title: 'Quick size 3', strokes: ['Digit3'] },
  { id: 'size_4', title: 'Quick size 4', strokes: ['Digit4'] },
  { id: 'size_5', title: 'Quick size 5', strokes: ['Digit5'] },
  { id: 'size_6', title: 'Quick size 6', strokes: ['Digit6'] },
  { id: 'net_size', title: 'The size that closes the position', strokes: ['Digit0'] },
  { id: 'coarser', title: 'Coarser rows', strokes: ['+'] },
  { id: 'finer', title: 'Finer rows', strokes: ['-'] },
  { id: 'flip', title: "Flip to the complement's book", strokes: ['v'] },
  { id: 'previous_outcome', title: 'Previous outcome of the event', strokes: ['BracketLeft'] },
  { id: 'next_outcome', title: 'Next outcome of the event', strokes: ['BracketRight'] },
  { id: 'alert', title: 'Alert at the cursor', strokes: ['a'] },
  { id: 'ticket', title: 'Ticket with the price of the cursor', strokes: ['t'] },
  { id: 'read', title: 'Read the inside market aloud', strokes: ['r'] },
] as const satisfies readonly Omit<KeyCommand, 'scope'>[]

const TICKET = [
  { id: 'ticket_buy', title: 'Buy', strokes: ['b'] },
  { id: 'ticket_sell', title: 'Sell', strokes: ['s'] },
] as const satisfies readonly Omit<KeyCommand, 'scope'>[]

const RESULTS = [
  { id: 'result_next', title: 'Next', strokes: ['ArrowDown', 'j'] },
  { id: 'result_previous', title: 'Previous', strokes: ['ArrowUp', 'k'] },
  { id: 'result_open', title: 'Open', strokes: ['Enter'] },
  { id: 'result_ladder', title: 'Open and go to its ladder', strokes: ['l'] },
  { id: 'result_watch', title: 'Toggle watch', strokes: ['w'] },
] as const satisfies readonly Omit<KeyCommand, 'scope'>[]

const WATCHLIST = [
  { id: 'watch_up', title: 'Move the focused outcome up', strokes: ['Alt+ArrowUp'] },
  { id: 'watch_down', title: 'Move the focused outcome down', strokes: ['Alt+ArrowDown'] },
] as const satisfies readonly Omit<KeyCommand, 'scope'>[]

const IN_SCOPES = {
  page: PAGE,
  ladder: LADDER,
  ticket: TICKET,
  results: RESULTS,
  watchlist: WATCHLIST,
} as const

/** The commands of a place, by name. */
export type CommandIn<S extends Scope> = (typeof IN_SCOPES)[S][number]['id']
export type CommandId = CommandIn<Scope>

/** Every command, in the order in which sheets list them. */
export const KEY_COMMANDS: readonly (KeyCommand & { readonly id: CommandId })[] = SCOPES.flatMap(([scope]) =>
  IN_SCOPES[scope].map((command) => ({ ...command, scope })),
)

/** True if a key can mean two commands at once there: one of the places is the whole page, or both are the same. */
export function overlaps(one: Scope, other: Scope): boolean {
  return one === other || one === 'page' || other === 'page'
}
