/** Up to which cash one press in the ticket sends. The user's own choice, kept in this browser. */
import { createStore } from '../../platform/state/store.ts'
import type { Store } from '../../platform/state/store.ts'

export const DEFAULT_QUICK_NOTIONAL = '100'
const NAME = 'sesame.quick_notional'

/** The quick notional as kept in this browser; anything unreadable counts as not chosen. */
export function createQuickNotional(storage: Pick<Storage, 'getItem' | 'setItem'>): Store<string> {
  let text: string | null = null
  try {
    text = storage.getItem(NAME)
  } catch {
    text = null
  }
  const isAmount = text !== null && /^\d{1,12}(\.\d{1,6})?$/.test(text)
  const store = createStore(isAmount && text !== null ? text : DEFAULT_QUICK_NOTIONAL)
  store.subscribe(() => {
    try {
      storage.setItem(NAME, store.get())
    } catch {
      // Private windows store nothing: the choice then lasts as long as the page.
    }
  })
  return store
}
