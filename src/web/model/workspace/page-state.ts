/** What is open over the page and what its keys and its palette remember. */
import type { Settings } from '../settings/settings.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable, Store } from '../../platform/state/store.ts'
import type { Selection } from '../markets/selection.ts'
import { createKeys } from '../keys/create-keys.ts'
import type { KeyMap } from '../keys/key-map.ts'
import { createRecent } from './recent.ts'
import type { RecentMarket } from './recent.ts'

export type PageState = {
  readonly dialog: Store<'arm' | 'keys' | 'palette' | 'tour' | null>
  /** What each key does. */
  readonly keys: Readable<KeyMap>
  /** Markets that were in hand, newest first. */
  readonly recent: Readable<readonly RecentMarket[]>
  /** The screen of the tour where it was left. */
  readonly tourStep: Store<number>
}

/** Builds it over the settings and the selection. */
export function createPageState(
  settings: Readable<Settings>,
  selection: Readable<Selection | null>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): PageState {
  return {
    dialog: createStore<'arm' | 'keys' | 'palette' | 'tour' | null>(null),
    keys: createKeys(settings),
    recent: createRecent(selection, storage),
    tourStep: createStore(0),
  }
}
