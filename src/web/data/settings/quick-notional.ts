/** Up to which cash one press in the ticket sends. The user's own choice, kept in this browser. */
import { createKept } from '../../platform/state/kept.ts'
import type { Memory } from '../../platform/state/kept.ts'
import type { Store } from '../../platform/state/store.ts'

export const DEFAULT_QUICK_NOTIONAL = '100'
const NAME = 'sesame.quick_notional'

/** The quick notional as kept in this browser; anything unreadable counts as not chosen. */
export function createQuickNotional(storage: Memory): Store<string> {
  return createKept(storage, NAME, (kept) => {
    const text = typeof kept === 'string' || typeof kept === 'number' ? String(kept) : ''
    return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? text : DEFAULT_QUICK_NOTIONAL
  })
}
