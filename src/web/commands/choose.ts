/** Choosing keys: the new choices, or why a stroke cannot be had. Pure. */
import { clashes, shadows, strokeRefusal } from './key-map.ts'
import type { KeyChoices, KeyMap, StrokeRefusal } from './key-map.ts'
import { COMMANDS, KEY_COMMANDS } from './registry.ts'
import type { CommandId } from './registry.ts'
import { showStroke } from './strokes.ts'

export type Chosen =
  | { readonly kind: 'chosen'; readonly choices: KeyChoices }
  | { readonly kind: 'refused'; readonly text: string }
  /** Others have it; `choices` is how it would be if it were taken from them. */
  | {
      readonly kind: 'taken'
      readonly text: string
      readonly stroke: string
      readonly choices: KeyChoices
    }

const REFUSALS: Readonly<Record<StrokeRefusal, string>> = {
  no_key: 'This is no key.',
  reserved: 'The browser keeps it, or it moves the focus, leaves or edits text.',
  types: 'It works while text is typed: it needs Ctrl, Alt or a function key.',
  moves: 'Alone, this key moves about in lists, fields and pages.',
  sequence: 'Two keys one after the other are for letters that work everywhere.',
}

/** One stroke in place of those that the command has. What stops trading gives none of its own away. */
export function chooseStroke(map: KeyMap, id: CommandId, stroke: string): Chosen {
  const command = COMMANDS[id]
  const refusal = strokeRefusal(command, stroke)
  if (refusal !== null) return { kind: 'refused', text: `${showStroke(stroke)}: ${REFUSALS[refusal]}` }
  const choices = { ...map.choices, [id]: [stroke] }
  const others = clashes(map.strokes, command, stroke)
  if (others.length === 0) return { kind: 'chosen', choices }
  const names = others.map(({ title }) => title).join('; ')
  if (others.some(({ stops }) => stops === true)) {
    return { kind: 'refused', text: `${showStroke(stroke)} stays with: ${names}.` }
  }
  return {
    kind: 'taken',
    text: `${showStroke(stroke)} is the key of: ${names}.`,
    stroke,
    choices: {
      ...choices,
      ...Object.fromEntries(others.map((other) => [other.id, without(map, other, stroke)])),
    },
  }
}

/** No key at all; Cancel All and going SAFE keep theirs. */
export function chooseNone(map: KeyMap, id: CommandId): KeyChoices {
  return COMMANDS[id].stops === true ? map.choices : { ...map.choices, [id]: [] }
}

/** Back to the default. */
export function resetChoice(choices: KeyChoices, id: CommandId): KeyChoices {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => name !== id))
}

/** Own keys of what trades, as a sentence behind another; empty without one. */
export function tradingKeys(choices: KeyChoices): string {
  const own = KEY_COMMANDS.filter(({ id, trades }) => trades === true && (choices[id]?.length ?? 0) > 0)
  const named = own.map(({ id, title }) => `${title}: ${choices[id]?.map(showStroke).join(', ')}`)
  return named.length === 0 ? '' : ` Own keys that trade: ${named.join('; ')}.`
}

function without(map: KeyMap, other: { readonly id: CommandId }, stroke: string): readonly string[] {
  return map.strokes[other.id].filter((text) => !shadows(text, stroke))
}
