/**
 * Strokes: the character of a key and its modifiers. A chord is kept as text, `Shift+a`, `Ctrl+k`, `Shift+Backquote`; a stroke is
 * a chord, or two with a space between them for one key after another. `Ctrl` is also the command key of a Mac.
 */

/** Key and modifiers of a keydown. */
export type Stroke = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

const LETTER = /^[a-z]$/
/** Keys that type a character, by their place on the keyboard. */
const TYPES_BY_PLACE =
  /^(?:Digit\d|Backquote|Minus|Equal|Bracket(?:Left|Right)|Backslash|Semicolon|Quote|Comma|Period|Slash|Intl\w+|Numpad(?:\d|Add|Subtract|Multiply|Divide|Decimal|Comma|Equal))$/
const NAMED =
  /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Insert|Delete|Backspace|Enter|Escape|Tab|Space|F\d\d?)$/
/** Known by what they type, wherever they stand and whatever modifier the layout wants for them. */
const SIGN = /^[!-/:-@[-`{-~]$/
const MODIFIERS = /^(?:Ctrl\+)?(?:Alt\+)?(?:Shift\+)?(?=\w)/

function isChord(text: string): boolean {
  const name = text.replace(MODIFIERS, '')
  return SIGN.test(text) || LETTER.test(name) || NAMED.test(name) || TYPES_BY_PLACE.test(name)
}

/** The chords of a kept stroke, one or two; null when it is none. */
export function readStroke(text: string): readonly string[] | null {
  const chords = text.split(' ')
  return chords.length <= 2 && chords.every(isChord) ? chords : null
}

/** True if it works while text is typed: with Ctrl or Alt, or a function key. */
export function isBesideText(chord: string): boolean {
  return /^(?:Ctrl|Alt)\+|^(?:Shift\+)?F\d/.test(chord)
}

/**
 * True if it types a character: such a key does nothing while text is typed, and can be switched off (WCAG 2.1.4).
 */
export function isCharacter(chord: string): boolean {
  return !isBesideText(chord) && !NAMED.test(chord.replace(MODIFIERS, ''))
}

/** The letter of a key: what it types, or what its place types where the script has no such letters. */
function letterOf({ key, code }: Stroke): string | null {
  const typed = key.toLowerCase()
  if (LETTER.test(typed)) return typed
  return /^[!-~]$/.test(key) ? null : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null)
}

/**
 * The chords that a keydown may mean, the likeliest first: the letter, the sign that it types, then the key by its place.
 * A sign is a sign whether or not the layout wants Shift for it.
 */
export function chordsOf(stroke: Stroke): readonly string[] {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey } = stroke
  const modifiers = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}`
  const named = key === ' ' ? 'Space' : key
  const names = [letterOf(stroke), named, code === named ? null : code].filter((name) => name !== null)
  const chords = names.map((name) => modifiers + name).filter((chord) => !SIGN.test(chord) && isChord(chord))
  // Ctrl and Alt together is how many layouts type a sign.
  const isSign = SIGN.test(key) && ctrlKey === altKey && !metaKey
  return isSign ? [key, ...chords] : chords
}

/** How to keep a stroke that was pressed to be recorded; null for a modifier alone and keys without a name. */
export function recordedChord(stroke: Stroke): string | null {
  return chordsOf(stroke).find((chord) => !SIGN.test(chord)) ?? null
}

const SHOWN: Readonly<Record<string, string>> = {
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
}

/** A chord for the eye: `Shift A`, `Ctrl K`, `q`. */
function showChord(chord: string): string {
  const name = chord.replace(MODIFIERS, '')
  const shown = SHOWN[name] ?? name.replace(/^Digit/, '')
  if (name === chord) return shown
  return chord.slice(0, -name.length).replaceAll('+', ' ') + (LETTER.test(name) ? name.toUpperCase() : shown)
}

/** A stroke for the eye: `g then l`. */
export function showStroke(text: string): string {
  return (readStroke(text) ?? []).map(showChord).join(' then ')
}

/** New windows and tabs, addresses, zoom, tools, editing, going back, help and reload; Tab moves and Esc leaves. */
const RESERVED = new RegExp(
  [
    '^Ctrl\\+Alt\\+',
    '(?:^|\\+)(?:Tab|Escape|F1|F5|F11|F12)$',
    '^Ctrl\\+(?:Shift\\+)?(?:[acflnpqrstvwxyz]|Page(?:Up|Down)|F4|Insert|Home|End|Backspace|Delete)$',
    '^Ctrl\\+(?:Shift\\+)?(?:Digit\\d|Numpad(?:\\d|Add|Subtract)|Minus|Equal)$',
    '^Ctrl\\+Shift\\+[ijk]$',
    '^Alt\\+(?:Shift\\+)?(?:Arrow(?:Left|Right)|Home|F4)$',
  ].join('|'),
)

/** True if the browser, the desktop or the page as such keeps a chord. */
export function isReserved(chord: string): boolean {
  return RESERVED.test(chord)
}
