/** Chords that a page cannot have, or should not take away. */
import { isCharacter } from './strokes.ts'
import type { Chord } from './strokes.ts'

const WINDOWS = new Set(['n', 't', 'w', 'q', 'r', 'l', 'Tab', 'PageUp', 'PageDown', 'F4'])
const EDITING = new Set([
  'a',
  'c',
  'v',
  'x',
  'y',
  'z',
  'f',
  'p',
  's',
  'Insert',
  'Home',
  'End',
  'Backspace',
  'Delete',
])
const PLAIN = new Set(['F1', 'F5', 'F11', 'F12'])

/** Why a chord stays the browser's; null when the page may have it. */
export function browserKeeps(chord: Chord): string | null {
  const { ctrl, alt, name } = chord
  if (name === 'Tab') return 'Tab moves the focus.'
  if (name === 'Escape') return 'Esc leaves and closes; it never does anything else.'
  if (ctrl && alt) return 'Ctrl and Alt together type signs on many keyboards.'
  if (ctrl && WINDOWS.has(name)) return 'The browser keeps it for windows, tabs and addresses.'
  if (ctrl && /^(?:Digit|Numpad)\d$/.test(name)) return 'The browser keeps Ctrl with digits for its tabs.'
  if (ctrl && /^(?:Minus|Equal|[-+=]|NumpadAdd|NumpadSubtract)$/.test(name))
    return 'The browser zooms with it.'
  if (ctrl && /^[ijk]$/.test(name) && chord.shift) return 'The browser keeps it for its tools.'
  if (ctrl && EDITING.has(name)) return 'It edits text, searches, prints or saves.'
  if (alt && (/^Arrow(?:Left|Right)$/.test(name) || name === 'Home' || name === 'F4')) {
    return 'The browser or the desktop keeps it for going back and closing.'
  }
  if (!isCharacter(chord) && PLAIN.has(name)) return 'The browser keeps it: help, reload, full screen, tools.'
  return null
}
