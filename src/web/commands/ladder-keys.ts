/** Keys of the focused ladder: a lookup in the registry of keys, and what each of its commands asks of the ladder. */
import type { Side } from '#core/order/order.ts'
import { findCommand } from './key-map.ts'
import type { KeyMap } from './key-map.ts'
import type { CommandIn } from './registry.ts'
import type { Stroke } from './strokes.ts'
import type { ExitMode } from '../actions/exits.ts'

export type LadderAction =
  | { readonly kind: 'move'; readonly rows: number }
  | { readonly kind: 'column'; readonly by: -1 | 1 }
  | { readonly kind: 'best'; readonly side: Side }
  | { readonly kind: 'centre' | 'enter' | 'cancel' | 'cancel_outcome' | 'read' | 'take' | 'alert' }
  | { readonly kind: 'size'; readonly at: number }
  /** Sends while ARMED, else shows what would be sent. */
  | { readonly kind: 'exit'; readonly mode: ExitMode }
  | { readonly kind: 'exit_details' | 'flatten' }
  | { readonly kind: 'order' | 'join' | 'take_best'; readonly side: Side }
  /** The complement's book, coarser and finer rows, the ticket with this price, the size that closes the position. */
  | { readonly kind: 'flip' | 'coarser' | 'finer' | 'ticket' | 'net_size' }
  /** A different outcome of the event. */
  | { readonly kind: 'outcome'; readonly by: -1 | 1 }

const ACTIONS: Readonly<Record<CommandIn<'ladder'>, LadderAction>> = {
  up: { kind: 'move', rows: 1 },
  down: { kind: 'move', rows: -1 },
  page_up: { kind: 'move', rows: 10 },
  page_down: { kind: 'move', rows: -10 },
  left: { kind: 'column', by: -1 },
  right: { kind: 'column', by: 1 },
  best_bid: { kind: 'best', side: 'BUY' },
  best_ask: { kind: 'best', side: 'SELL' },
  centre: { kind: 'centre' },
  enter: { kind: 'enter' },
  buy: { kind: 'order', side: 'BUY' },
  sell: { kind: 'order', side: 'SELL' },
  join_bid: { kind: 'join', side: 'BUY' },
  join_ask: { kind: 'join', side: 'SELL' },
  take_ask: { kind: 'take_best', side: 'BUY' },
  take_bid: { kind: 'take_best', side: 'SELL' },
  take_up: { kind: 'take' },
  cancel_here: { kind: 'cancel' },
  cancel_outcome: { kind: 'cancel_outcome' },
  exit_join: { kind: 'exit', mode: 'join' },
  exit_walk: { kind: 'exit', mode: 'walk' },
  hedge: { kind: 'exit', mode: 'hedge' },
  exit_details: { kind: 'exit_details' },
  flatten_market: { kind: 'flatten' },
  size_1: { kind: 'size', at: 0 },
  size_2: { kind: 'size', at: 1 },
  size_3: { kind: 'size', at: 2 },
  size_4: { kind: 'size', at: 3 },
  size_5: { kind: 'size', at: 4 },
  size_6: { kind: 'size', at: 5 },
  net_size: { kind: 'net_size' },
  coarser: { kind: 'coarser' },
  finer: { kind: 'finer' },
  flip: { kind: 'flip' },
  previous_outcome: { kind: 'outcome', by: -1 },
  next_outcome: { kind: 'outcome', by: 1 },
  alert: { kind: 'alert' },
  ticket: { kind: 'ticket' },
  read: { kind: 'read' },
}

/** Action of a key on a focused ladder; null when it does nothing there. Rows count upwards in price. */
export function ladderKey(stroke: Stroke, keys: KeyMap): LadderAction | null {
  const id = findCommand(keys, 'ladder', stroke)
  return id === null ? null : ACTIONS[id]
}
