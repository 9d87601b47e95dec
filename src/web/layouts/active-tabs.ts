/**
 * Which panels are in front of their groups. Activating one is no change of the layout: each browser tab keeps it for
 * itself, over reloads.
 */
import type { ActiveIds } from '../dock/layout/active-tabs.ts'

type Memory = Pick<Storage, 'getItem' | 'setItem'>

export type ActiveTabs = {
  /** Those of a workspace, by name; none if this browser tab has activated none. */
  readonly of: (name: string) => ActiveIds
  readonly put: (name: string, ids: ActiveIds) => void
}

const NONE: ActiveIds = []

/** The first storage is this tab's, the others are asked where it has nothing. */
export function createActiveTabs(storages: readonly Memory[]): ActiveTabs {
  const known = new Map<string, ActiveIds>()
  const keyOf = (name: string): string => `sesame.fronts.${name}`
  return {
    of(name) {
      const kept = known.get(name)
      if (kept !== undefined) return kept
      const stored = storages.map((storage) => storage.getItem(keyOf(name))).find((text) => text !== null)
      const ids = stored === undefined || stored === null || stored === '' ? NONE : stored.split(' ')
      known.set(name, ids)
      return ids
    },
    put(name, ids) {
      known.set(name, ids)
      for (const storage of storages) storage.setItem(keyOf(name), ids.join(' '))
    },
  }
}
