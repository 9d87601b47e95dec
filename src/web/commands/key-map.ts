/**
 * Which stroke does what: the defaults, with the user's own choices laid over them. Whatever is stored, no two commands
 * that are active together share a stroke, and what stops trading has the keys that it always has.
 */
import { COMMANDS, KEY_COMMANDS, overlaps } from './registry.ts'
import type { Command, CommandId, CommandIn, Scope, StepIn } from './registry.ts'
import { chordsOf, isBesideText, isCharacter, isReserved, readStroke } from './strokes.ts'
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
}

/** Why a command cannot have a stroke, whatever the others have; null when it can. */
export function strokeRefusal(command: Command, text: string): string | null {
  const chords = readStroke(text)
  if (command.strokes.includes(text)) return null
  if (command.stops === true) return 'The keys of Cancel all and SAFE are fixed.'
  if (chords === null) return 'Not a key.'
  if (chords.length > 1) return 'Key sequences cannot be assigned.'
  if (isReserved(text)) return 'Used by the browser, or for moving focus and editing text.'
  return command.scope === 'page' && !isBesideText(text) && !isCharacter(text)
    ? 'On its own this key moves through lists, fields and pages.'
    : null
}

/** True if one is the other or begins it: then the other can never be pressed. */
function shadows(one: string, other: string): boolean {
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
  const isChosen = ({ id, stops }: Command) => stops !== true && Object.hasOwn(choices, id)
  const turn = (command: Command) => (command.stops === true ? 0 : isChosen(command) ? 1 : 2)
  for (const command of KEY_COMMANDS.toSorted((a, b) => turn(a) - turn(b))) {
    const wanted = isChosen(command) ? (choices[command.id] ?? []) : command.strokes
    strokes[command.id] = [...new Set(wanted)].filter(
      (text) => strokeRefusal(command, text) === null && clashes(strokes, command, text).length === 0,
    )
  }
  return { choices, letters, strokes }
}

/**
 * The command of a keydown in a place, or null. Signs go before places, so that a layout with a plus on a bracket's key
 * has its plus. What stops trading goes before all others.
 */
export function findCommand<S extends Scope>(map: KeyMap, scope: S, stroke: Stroke): CommandIn<S> | null {
  const found = chordsOf(stroke).flatMap((chord) =>
    KEY_COMMANDS.filter(
      (command) =>
        command.scope === scope &&
        map.strokes[command.id].includes(chord) &&
        (map.letters || command.stops === true || !isCharacter(chord)),
    ),
  )
  const first = found.find(({ stops }) => stops === true) ?? found[0]
  return (first?.id as CommandIn<S> | undefined) ?? null
}

/** The step of a keydown in a place, and its argument; null when it does nothing there. */
export function findStep<S extends Scope>(map: KeyMap, scope: S, stroke: Stroke): StepIn<S> | null {
  const id = findCommand(map, scope, stroke)
  return id === null ? null : (COMMANDS[id].run as StepIn<S>)
}

/** After a first key: the commands that may follow, by the text of the next. */
export type Begun = ReadonlyMap<string, CommandIn<'page'>>

function begin({ letters, strokes }: KeyMap, stroke: Stroke): Begun {
  const found = chordsOf(stroke).flatMap((chord) =>
    KEY_COMMANDS.flatMap(({ id, scope }) =>
      strokes[id]
        .filter((text) => scope === 'page' && text.startsWith(`${chord} `))
        .map((text) => [text.slice(chord.length + 1), id as CommandIn<'page'>] as const),
    ),
  )
  return new Map(letters ? found : [])
}

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
  if (alone !== null && (begun === null || alone === 'cancel_all')) return { kind: 'command', id: alone }
  if (begun !== null) {
    if (MODIFIER_KEYS.has(stroke.key)) return { kind: 'nothing' }
    const id = chordsOf(stroke).flatMap((chord) => begun.get(chord) ?? [])[0]
    return id === undefined ? { kind: 'dropped' } : { kind: 'command', id }
  }
  const next = begin(map, stroke)
  return next.size === 0 ? { kind: 'nothing' } : { kind: 'begun', begun: next }
}

/** Follows the settings; the map changes only when the keys do. */
export function createKeys(settings: Readable<Settings>): Readable<KeyMap> {
  const read = () => createKeyMap(settings.get().keys, settings.get().letterKeys)
  const store = createStore(read())
  settings.subscribe(() => {
    const { choices, letters } = store.get()
    const { keys, letterKeys } = settings.get()
    if (choices !== keys || letters !== letterKeys) store.set(read())
  })
  return store
}
