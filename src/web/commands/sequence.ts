/** One key after another: what was begun, and what the next key makes of it. Pure; the caller holds the time. */
import { findCommand, followers } from './key-map.ts'
import type { KeyMap } from './key-map.ts'
import type { CommandId, CommandIn } from './registry.ts'
import { chordsOf, chordText, showChord } from './strokes.ts'
import type { Stroke } from './strokes.ts'

/** A first key that was pressed, for the eye, and what may follow. */
export type Begun = { readonly shown: string; readonly next: ReadonlyMap<string, CommandId> }

export type KeyMatch =
  | { readonly kind: 'command'; readonly id: CommandIn<'page'> }
  | { readonly kind: 'begun'; readonly begun: Begun }
  /** A key that follows nothing: it ends the sequence and does nothing else, above all on no ladder. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'nothing' }

const MODIFIER_KEYS: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
])

/** Meaning of a keydown on the page, after `begun` if something was. Cancel All works in any case. */
export function matchKey(map: KeyMap, begun: Begun | null, stroke: Stroke): KeyMatch {
  const alone = findCommand(map, 'page', stroke)
  if (alone === 'cancel_all') return { kind: 'command', id: alone }
  if (begun !== null) {
    if (MODIFIER_KEYS.has(stroke.key)) return { kind: 'nothing' }
    const texts = chordsOf(stroke).map(chordText)
    const id = texts.map((text) => begun.next.get(text)).find((found) => found !== undefined)
    return id === undefined ? { kind: 'dropped' } : { kind: 'command', id: id as CommandIn<'page'> }
  }
  if (alone !== null) return { kind: 'command', id: alone }
  const next = followers(map, stroke)
  const [first] = chordsOf(stroke)
  return next.size === 0 || first === undefined
    ? { kind: 'nothing' }
    : { kind: 'begun', begun: { shown: showChord(first), next } }
}
