/**
 * Which panels are in front of their groups. Activating one is no change of the layout: each browser tab keeps it for
 * itself, over reloads.
 */
import { isActiveTab } from './overlay-panel.ts'
import { activate, allTabs } from '../../dock/layout/tree.ts'
import type { Layout } from '../../dock/layout/tree.ts'

type Memory = Pick<Storage, 'getItem' | 'setItem'>

/** Panel ids; of two in one group the later one counts. */
export type ActiveIds = readonly string[]

export type ActiveTabs = {
  /** Those of a workspace, by name; none if this browser tab has activated none. */
  readonly of: (name: string) => ActiveIds
  readonly put: (name: string, ids: ActiveIds) => void
}

const NONE: ActiveIds = []

/** What is arranged of a layout, as text: whatever tabs are in front. */
export function arrangementOf(value: unknown): string | undefined {
  return JSON.stringify(value, (key, one: unknown) =>
    key === 'active' && typeof one === 'string' ? undefined : one,
  )
}

/** The panels in front of a layout. */
export function activeTabsOf(layout: Layout): ActiveIds {
  return allTabs(layout).map(({ active }) => active)
}

/** Brings panels to the front; the same layout if they are there. */
export function withActiveTabs(layout: Layout, ids: ActiveIds): Layout {
  return ids.reduce((old, id) => (isActiveTab(old, id) ? old : activate(old, id)), layout)
}

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
