/**
 * Strokes: the character of a key and its modifiers. A stroke is kept as text, `Shift+a`, `Ctrl+k`,
 * `Shift+Backquote`, `g l` for one key after another. `Ctrl` is also the command key of a Mac.
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

/** One key with its modifiers. */
export type Chord = {
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** A letter or a sign (by what it types), or the name of a key (by its place, or by what it does). */
  readonly name: string
}

const MODIFIERS: readonly string[] = ['Ctrl', 'Alt', 'Shift']
const LETTER = /^[a-z]$/
/** Keys that type a character, by their place on the keyboard. */
const TYPES_BY_PLACE =
  /^(?:Digit\d|Backquote|Minus|Equal|Bracket(?:Left|Right)|Backslash|Semicolon|Quote|Comma|Period|Slash|Intl\w+|Numpad(?:\d|Add|Subtract|Multiply|Divide|Decimal|Comma|Equal))$/
const NAMED =
  /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Insert|Delete|Backspace|Enter|Escape|Tab|Space|F\d\d?)$/
/** Known by what they type, wherever they stand and whatever modifier the layout wants for them. */
const SIGN = /^[!-/:-@[-`{-~]$/

/** Reads one chord; null when it is none. */
function readChord(text: string): Chord | null {
  if (SIGN.test(text)) return { ctrl: false, alt: false, shift: false, name: text }
  const modifiers = text.split('+')
  const name = modifiers.pop() ?? ''
  if (!modifiers.every((one) => MODIFIERS.includes(one))) return null
  if (!LETTER.test(name) && !NAMED.test(name) && !TYPES_BY_PLACE.test(name)) return null
  const has = (one: string): boolean => modifiers.includes(one)
  return { ctrl: has('Ctrl'), alt: has('Alt'), shift: has('Shift'), name }
}

/** Writes a chord in the one way in which it is kept. */
export function chordText({ ctrl, alt, shift, name }: Chord): string {
  return [ctrl ? 'Ctrl' : '', alt ? 'Alt' : '', shift ? 'Shift' : '', name]
    .filter((part) => part !== '')
    .join('+')
}

/** Reads a stroke of one chord or of two, one after the other; null when it is none. Written again it is the same. */
export function readStroke(text: string): readonly Chord[] | null {
  const chords = text.split(' ').map(readChord)
  const found = chords.filter((chord) => chord !== null)
  if (found.length !== chords.length || found.length < 1 || found.length > 2) return null
  return found.map(chordText).join(' ') === text ? found : null
}

/**
 * True if it types a character: such a key does nothing while text is typed, and can be switched off (WCAG 2.1.4).
 */
export function isCharacter(chord: Chord): boolean {
  return !chord.ctrl && !chord.alt && !NAMED.test(chord.name)
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
export function chordsOf(stroke: Stroke): readonly Chord[] {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey } = stroke
  const ctrl = ctrlKey || metaKey
  const found: Chord[] = []
  const letter = letterOf(stroke)
  if (letter !== null) found.push({ ctrl, alt: altKey, shift: shiftKey, name: letter })
  // Ctrl and Alt together is how many layouts type a sign.
  if (SIGN.test(key) && ctrlKey === altKey && !metaKey)
    found.push({ ctrl: false, alt: false, shift: false, name: key })
  const named = key === ' ' ? 'Space' : key
  if (NAMED.test(named)) found.push({ ctrl, alt: altKey, shift: shiftKey, name: named })
  if (code !== named && (TYPES_BY_PLACE.test(code) || NAMED.test(code))) {
    found.push({ ctrl, alt: altKey, shift: shiftKey, name: code })
  }
  return found
}

/** How to keep a stroke that was pressed to be recorded; null for a modifier alone and keys without a name. */
export function recordedChord(stroke: Stroke): Chord | null {
  const { ctrlKey, metaKey, altKey, shiftKey, code } = stroke
  const chords = chordsOf(stroke)
  const letter = chords.find(({ name }) => LETTER.test(name))
  const named = chords.find(({ name }) => NAMED.test(name))
  if (letter !== undefined) return letter
  if (named !== undefined) return named
  if (!TYPES_BY_PLACE.test(code)) return null
  return { ctrl: ctrlKey || metaKey, alt: altKey, shift: shiftKey, name: code }
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
export function showChord(chord: Chord): string {
  const isAlone = !chord.ctrl && !chord.alt && !chord.shift
  const name = SHOWN[chord.name] ?? chord.name.replace(/^Digit/, '')
  const shown = LETTER.test(name) && !isAlone ? name.toUpperCase() : name
  return [chord.ctrl ? 'Ctrl' : '', chord.alt ? 'Alt' : '', chord.shift ? 'Shift' : '', shown]
    .filter((part) => part !== '')
    .join(' ')
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
export function isReserved(chord: Chord): boolean {
  return RESERVED.test(chordText(chord))
}
