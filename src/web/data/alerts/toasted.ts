/**
 * Which notifications this browser has shown as toasts. A reloaded page asks here: its report to the terminal may have
 * been lost, and a seen toast must not be shown again.
 */
import { keep, readKept, rowsOf } from '../../platform/state/store.ts'
import type { Memory } from '../../platform/state/store.ts'

export type Toasted = {
  readonly has: (id: string) => boolean
  readonly add: (id: string) => void
}

const NAME = 'sesame.toasted'
/** As many as the topic's snapshot holds. */
const MAX_IDS = 200

/** The list as kept in this browser; anything unreadable counts as nothing shown. */
export function createToasted(storage: Memory): Toasted {
  const ofThisPage = new Set<string>()

  const stored = () => rowsOf(readKept(storage, NAME)).filter((id) => typeof id === 'string')

  return {
    has: (id) => ofThisPage.has(id) || stored().includes(id),
    add(id) {
      ofThisPage.add(id)
      keep(storage, NAME, [...stored().filter((one) => one !== id), id].slice(-MAX_IDS))
    },
  }
}
