/** The first key of a command as it is now. */
import type { CommandId } from '../model/keys/registry.ts'
import { useKeyText } from '../model/keys/use-key-text.ts'

/** As on a keyboard; words where the command has no key. */
export function Key({ id }: { readonly id: CommandId }) {
  const text = useKeyText(id)
  return text === '' ? <span className="dim">no key</span> : <kbd>{text}</kbd>
}
