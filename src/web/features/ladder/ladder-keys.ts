/** Keys of the focused ladder. Letters count only without Ctrl, Alt or Meta, and can be switched off. */
import type { Side } from '#core/order.ts'
import type { LeaveMode } from '../portfolio/leave.ts'

export type LadderAction =
  | { readonly kind: 'move'; readonly rows: number }
  | { readonly kind: 'column'; readonly by: -1 | 1 }
  | { readonly kind: 'best'; readonly side: Side }
  | { readonly kind: 'centre' | 'enter' | 'cancel' | 'cancel_outcome' | 'read' | 'take' | 'alert' }
  | { readonly kind: 'size'; readonly at: number }
  /** Opens what an exit or a hedge would send. */
  | { readonly kind: 'leave'; readonly mode: LeaveMode }
  | { readonly kind: 'order' | 'join' | 'take_best'; readonly side: Side }
  /** The complement's book, coarser and finer rows, the ticket with this price, the size that closes the position. */
  | { readonly kind: 'flip' | 'coarser' | 'finer' | 'ticket' | 'net_size' }
  /** Another outcome of the event. */
  | { readonly kind: 'outcome'; readonly by: -1 | 1 }

type Stroke = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

const LETTERS: Readonly<Record<string, LadderAction>> = {
  b: { kind: 'order', side: 'BUY' },
  s: { kind: 'order', side: 'SELL' },
  q: { kind: 'join', side: 'BUY' },
  w: { kind: 'join', side: 'SELL' },
  x: { kind: 'cancel' },
  r: { kind: 'read' },
  e: { kind: 'leave', mode: 'join' },
  h: { kind: 'leave', mode: 'hedge' },
  m: { kind: 'take' },
  a: { kind: 'alert' },
  v: { kind: 'flip' },
  t: { kind: 'ticket' },
}

const SHIFTED: Readonly<Record<string, LadderAction>> = {
  e: { kind: 'leave', mode: 'walk' },
  q: { kind: 'take_best', side: 'BUY' },
  w: { kind: 'take_best', side: 'SELL' },
}

const NAMED: Readonly<Record<string, LadderAction>> = {
  ArrowUp: { kind: 'move', rows: 1 },
  ArrowDown: { kind: 'move', rows: -1 },
  PageUp: { kind: 'move', rows: 10 },
  PageDown: { kind: 'move', rows: -10 },
  ArrowLeft: { kind: 'column', by: -1 },
  ArrowRight: { kind: 'column', by: 1 },
  Home: { kind: 'best', side: 'BUY' },
  End: { kind: 'best', side: 'SELL' },
  ' ': { kind: 'centre' },
  Enter: { kind: 'enter' },
}

/** What a key does on a focused ladder; null when it does nothing there. Rows count upwards in price. */
export function ladderKey(stroke: Stroke, hasLetters: boolean): LadderAction | null {
  if (stroke.ctrlKey || stroke.altKey || stroke.metaKey) return null
  // A plus stands on a key of its own or above another one.
  if (hasLetters && stroke.key === '+') return { kind: 'coarser' }
  if (stroke.shiftKey) return hasLetters ? (SHIFTED[stroke.key.toLowerCase()] ?? null) : null
  const named = NAMED[stroke.key]
  if (named !== undefined) return named
  if (!hasLetters) return null
  if (stroke.code === 'Backquote') return { kind: 'cancel_outcome' }
  if (stroke.key === '-') return { kind: 'finer' }
  if (stroke.code === 'BracketLeft') return { kind: 'outcome', by: -1 }
  if (stroke.code === 'BracketRight') return { kind: 'outcome', by: 1 }
  if (stroke.code === 'Digit0') return { kind: 'net_size' }
  const digit = /^Digit([1-6])$/.exec(stroke.code)?.[1]
  if (digit !== undefined) return { kind: 'size', at: '123456'.indexOf(digit) }
  return LETTERS[stroke.key.toLowerCase()] ?? null
}
