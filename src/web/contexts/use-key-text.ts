/** The first key of a command as it is now, for the eye. */
import { useSelected } from '../platform/state/use-store.ts'
import { usePage } from './page.ts'
import type { CommandId } from '../commands/registry.ts'
import { showStroke } from '../commands/strokes.ts'

/** Empty for a command without a key. */
export function useKeyText(id: CommandId): string {
  const first = useSelected(usePage().keys, ({ strokes }) => strokes[id][0])
  return first === undefined ? '' : showStroke(first)
}

/** A tooltip that ends with the key of its command. */
export function useTitleWithKey(title: string, id: CommandId): string {
  const text = useKeyText(id)
  return text === '' ? title : `${title} (${text})`
}
