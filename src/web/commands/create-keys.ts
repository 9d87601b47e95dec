/** The keys as the user's settings have them, for everything that listens to keys. */
import type { Settings } from '../data/settings/settings.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import { createKeyMap } from './key-map.ts'
import type { KeyMap } from './key-map.ts'

/** Follows the settings; the map changes only when the keys do. */
export function createKeys(settings: Readable<Settings>): Readable<KeyMap> {
  const read = () => {
    const { keys, letter_keys: letters } = settings.get()
    return createKeyMap(keys, letters)
  }
  const store = createStore(read())
  settings.subscribe(() => {
    const now = store.get()
    const { keys, letter_keys: letters } = settings.get()
    if (now.choices !== keys || now.letters !== letters) store.set(read())
  })
  return store
}
