/** Choosing keys: the new choices, or why a stroke cannot be had. Pure. */
import { clashes, shadows, strokeRefusal } from './key-map.ts'
import type { KeyChoices, KeyMap } from './key-map.ts'
import { COMMANDS, KEY_COMMANDS } from './registry.ts'
import type { CommandId } from './registry.ts'
import { showStroke } from './strokes.ts'

export type Chosen =
  | { readonly kind: 'chosen'; readonly choices: KeyChoices }
  | { readonly kind: 'refused'; readonly text: string }
  /** Others have it; `choices` is how it would be if it were taken from them. */
  | { readonly kind: 'taken'; readonly text: string; readonly choices: KeyChoices }

/** One stroke in place of those that the command has. What stops trading gives none of its own away. */
export function chooseStroke(map: KeyMap, id: CommandId, stroke: string): Chosen {
  const shown = showStroke(stroke)
  const refusal = strokeRefusal(COMMANDS[id], stroke)
  if (refusal !== null) return { kind: 'refused', text: `${shown}: ${refusal}` }
  const others = clashes(map.strokes, COMMANDS[id], stroke)
  const names = others.map(({ title }) => title).join('; ')
  if (others.some(({ stops }) => stops === true))
    return { kind: 'refused', text: `${shown} stays with: ${names}.` }
  const left = others.map((other) => [
    other.id,
    map.strokes[other.id].filter((text) => !shadows(text, stroke)),
  ])
  const choices: KeyChoices = { ...map.choices, [id]: [stroke], ...Object.fromEntries(left) }
  return others.length === 0
    ? { kind: 'chosen', choices }
    : { kind: 'taken', text: `${shown} is the key of: ${names}.`, choices }
}

/** Own keys of what trades, as a sentence behind another; empty without one. */
export function tradingKeys(choices: KeyChoices): string {
  const own = KEY_COMMANDS.filter(({ id, trades }) => trades === true && (choices[id]?.length ?? 0) > 0)
  const named = own.map(({ id, title }) => `${title}: ${choices[id]?.map(showStroke).join(', ')}`)
  return named.length === 0 ? '' : ` Own keys that trade: ${named.join('; ')}.`
}
