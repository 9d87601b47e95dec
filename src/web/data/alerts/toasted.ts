/**
 * Which notifications this browser has shown as toasts. A reloaded page asks here: its report to the terminal may have
 * been lost, and a seen toast must not be shown again.
 */

export type Toasted = {
  readonly has: (id: string) => boolean
  readonly add: (id: string) => void
}

const NAME = 'sesame.toasted'
/** As many as the topic's snapshot holds. */
const MAX_IDS = 200

/** The list as kept in this browser; anything unreadable counts as nothing shown. */
export function createToasted(storage: Pick<Storage, 'getItem' | 'setItem'>): Toasted {
  const ofThisPage = new Set<string>()

  function stored(): readonly string[] {
    try {
      const json: unknown = JSON.parse(storage.getItem(NAME) ?? '[]')
      return Array.isArray(json) ? json.filter((id) => typeof id === 'string') : []
    } catch {
      return []
    }
  }

  return {
    has: (id) => ofThisPage.has(id) || stored().includes(id),
    add(id) {
      ofThisPage.add(id)
      try {
        storage.setItem(NAME, JSON.stringify([...stored().filter((one) => one !== id), id].slice(-MAX_IDS)))
      } catch {
        // Private windows store nothing: the terminal's own note then has to do.
      }
    },
  }
}
