/** The keys as the user's settings have them, for everything that listens to keys. */
import type { Settings } from '../settings/settings.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import { createKeyMap } from './key-map.ts'
import type { KeyMap } from './key-map.ts'

/** Follows the settings; the map changes only when the keys do. */
export function createKeys(settings: Readable<Settings>): Readable<KeyMap> {
  const read = () => {
    const { keys, letterKeys } = settings.get()
    return createKeyMap(keys, letterKeys)
  }
  const store = createStore(read())
  settings.subscribe(() => {
    const now = store.get()
    const { keys, letterKeys } = settings.get()
    if (now.choices !== keys || now.letters !== letterKeys) store.set(read())
  })
  return store
}
