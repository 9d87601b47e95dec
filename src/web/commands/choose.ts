/** Choosing keys: the new choices, or why a stroke cannot be had. Pure. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { clashes, strokeRefusal } from './key-map.ts'
import type { KeyChoices, KeyMap } from './key-map.ts'
import { COMMANDS, KEY_COMMANDS } from './registry.ts'
import type { CommandId } from './registry.ts'
import { showStroke } from './strokes.ts'

/** One stroke in place of those that the command has. What has it already keeps it. */
export function chooseStroke(map: KeyMap, id: CommandId, stroke: string): Result<KeyChoices, string> {
  const shown = showStroke(stroke)
  const refusal = strokeRefusal(COMMANDS[id], stroke)
  if (refusal !== null) return err(`${shown}: ${refusal}`)
  const others = clashes(map.strokes, COMMANDS[id], stroke)
  if (others.length > 0) return err(`${shown} is used by: ${others.map(({ title }) => title).join('; ')}.`)
  return ok({ ...map.choices, [id]: [stroke] })
}

/** Own keys of what trades, as a sentence behind another; empty without one. */
export function tradingKeys(choices: KeyChoices): string {
  const own = KEY_COMMANDS.filter(({ id, trades }) => trades === true && (choices[id]?.length ?? 0) > 0)
  const named = own.map(({ id, title }) => `${title}: ${choices[id]?.map(showStroke).join(', ')}`)
  return named.length === 0 ? '' : ` Custom keys that trade: ${named.join('; ')}.`
}
