/** A command of the palette, with nothing said but what is given. */
import type { Command, Group } from './palette-items.ts'

/** Builds it. */
export function command(
  group: Group,
  id: string,
  title: string,
  run: () => void,
  rest: Partial<Pick<Command, 'hint' | 'key' | 'words' | 'typedOnly'>> = {},
): Command {
  return { id, group, title, hint: '', key: '', words: '', typedOnly: false, ...rest, run }
}
