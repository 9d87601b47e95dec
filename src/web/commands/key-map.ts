/**
 * Which stroke does what: the defaults, with the user's own choices laid over them. Whatever is stored, no two commands
 * that are active together share a stroke, and Cancel All has one.
 */
import { COMMANDS, KEY_COMMANDS, overlaps, SCOPES } from './registry.ts'
import type { Command, CommandId, CommandIn, Scope, StepIn } from './registry.ts'
import { chordsOf, chordText, isCharacter, isReserved, readStroke, showChord } from './strokes.ts'
import type { Stroke } from './strokes.ts'
import type { Settings } from '../data/settings/settings.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'

/** The user's own strokes by command; a command with none in its list has no key. */
export type KeyChoices = Readonly<Record<string, readonly string[]>>

export type KeyMap = {
  readonly choices: KeyChoices
  readonly letters: boolean
  readonly strokes: Readonly<Record<CommandId, readonly string[]>>
  /** By place, then by the text of the chord or of both chords. */
  readonly byStroke: Readonly<Record<Scope, ReadonlyMap<string, CommandId>>>
}

export type StrokeRefusal = 'no_key' | 'reserved' | 'types' | 'moves' | 'sequence'

/**
 * Why a command cannot have a stroke, whatever the others have; null when it can. A command that is always active needs
 * a stroke that types no text.
 */
export function strokeRefusal(command: Command, text: string): StrokeRefusal | null {
  const chords = readStroke(text)
  const [first, second] = chords ?? []
  if (chords === null || first === undefined) return 'no_key'
  if (command.strokes.includes(text)) return null
  if (chords.some(isReserved)) return 'reserved'
  if (
    command.always === true &&
    (isCharacter(first) || second !== undefined || !hasModifier(first.name, first))
  ) {
    return 'types'
  }
  if (command.scope === 'page' && !hasModifier(first.name, first) && !isCharacter(first)) {
    return 'moves'
  }
  if (second !== undefined && (command.scope !== 'page' || !isCharacter(first) || !isCharacter(second))) {
    return 'sequence'
  }
  return null
}

function hasModifier(
  name: string,
  { ctrl, alt }: { readonly ctrl: boolean; readonly alt: boolean },
): boolean {
  return ctrl || alt || /^F\d/.test(name)
}

/** True if one is the other or begins it: then the other can never be pressed. */
export function shadows(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
}

/** The commands that have this stroke, or one that it would shadow, where `command` is active. */
export function clashes(strokes: KeyMap['strokes'], command: Command, text: string): readonly Command[] {
  return KEY_COMMANDS.filter(
    (other) =>
      other.id !== command.id &&
      overlaps(other.scope, command.scope) &&
      strokes[other.id].some((stroke) => shadows(stroke, text)),
  )
}

/** Lays choices over the defaults. Chosen strokes win over defaults of others; what is no stroke counts for nothing. */
export function createKeyMap(choices: KeyChoices, letters: boolean): KeyMap {
  const strokes = Object.fromEntries(KEY_COMMANDS.map(({ id }) => [id, []])) as unknown as Record<
    CommandId,
    readonly string[]
  >
  const isChosen = (id: string): boolean => Object.hasOwn(choices, id)
  const isFree = (command: Command, text: string): boolean =>
    !KEY_COMMANDS.some(
      (other) =>
        overlaps(other.scope, command.scope) && strokes[other.id].some((stroke) => shadows(stroke, text)),
    )
  const give = (command: Command, wanted: readonly string[]): void => {
    for (const text of wanted) {
      if (strokeRefusal(command, text) === null && isFree(command, text)) {
        strokes[command.id] = [...strokes[command.id], text]
      }
    }
  }
  for (const command of KEY_COMMANDS.filter(({ stops }) => stops === true)) {
    give(command, choices[command.id] ?? [])
    if (strokes[command.id].length === 0) give(command, command.strokes)
  }
  const others = KEY_COMMANDS.filter(({ stops }) => stops !== true)
  for (const command of others) if (isChosen(command.id)) give(command, choices[command.id] ?? [])
  for (const command of others) if (!isChosen(command.id)) give(command, command.strokes)

  const byStroke = Object.fromEntries(SCOPES.map(([scope]) => [scope, new Map()])) as unknown as Record<
    Scope,
    Map<string, CommandId>
  >
  for (const { id, scope } of KEY_COMMANDS) {
    for (const text of strokes[id]) byStroke[scope].set(text, id)
  }
  return { choices, letters, strokes, byStroke }
}

/**
 * The command of a keydown in a place, or null. Signs go before places, so that a layout with a plus on a bracket's key
 * has its plus. A command that is always active goes before all others.
 */
export function findCommand<S extends Scope>(map: KeyMap, scope: S, stroke: Stroke): CommandIn<S> | null {
  const chords = chordsOf(stroke)
  const found = chords.flatMap((chord) => {
    const id = map.byStroke[scope].get(chordText(chord))
    const isOff = isCharacter(chord) && !map.letters && (id === undefined || COMMANDS[id].stops !== true)
    return id === undefined || isOff ? [] : [id]
  })
  const first = found.find((id) => COMMANDS[id].always === true) ?? found[0]
  return (first as CommandIn<S> | undefined) ?? null
}

/** The step of a keydown in a place, and its argument; null when it does nothing there. */
export function findStep<S extends Scope>(map: KeyMap, scope: S, stroke: Stroke): StepIn<S> | null {
  const id = findCommand(map, scope, stroke)
  return id === null ? null : (COMMANDS[id].run as StepIn<S>)
}

/** Commands after a first key, by the text of the next; empty when it begins nothing. */
export function followers(map: KeyMap, stroke: Stroke): ReadonlyMap<string, CommandId> {
  if (!map.letters) return new Map()
  for (const chord of chordsOf(stroke)) {
    const start = `${chordText(chord)} `
    const found = [...map.byStroke.page].filter(([text]) => text.startsWith(start))
    if (found.length > 0) return new Map(found.map(([text, id]) => [text.slice(start.length), id]))
  }
  return new Map()
}

/** A first key that was pressed, for the eye, and what may follow. */
export type Begun = { readonly shown: string; readonly next: ReadonlyMap<string, CommandId> }

export type KeyMatch =
  | { readonly kind: 'command'; readonly id: CommandIn<'page'> }
  | { readonly kind: 'begun'; readonly begun: Begun }
  /** A key that follows nothing: it ends the sequence and does nothing else, above all on no ladder. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'nothing' }

const MODIFIER_KEYS: ReadonlySet<string> = new Set('Shift Control Alt Meta AltGraph CapsLock'.split(' '))

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

/** Follows the settings; the map changes only when the keys do. */
export function createKeys(settings: Readable<Settings>): Readable<KeyMap> {
  const read = () => {
    const { keys, letterKeys: letters } = settings.get()
    return createKeyMap(keys, letters)
  }
  const store = createStore(read())
  settings.subscribe(() => {
    const now = store.get()
    const { keys, letterKeys: letters } = settings.get()
    if (now.choices !== keys || now.letters !== letters) store.set(read())
  })
  return store
}
