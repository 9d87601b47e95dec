/**
 * Layout of a workspace in this tab: the kept one or the preset, with those panels in front that the tab has brought
 * there.
 */
import type { Readable } from '../platform/state/store.ts'
import { activeTabsOf, withActiveTabs } from '../dock/layout/active-tabs.ts'
import type { ActiveIds } from '../dock/layout/active-tabs.ts'
import { presetOf } from './presets.ts'
import type { Room } from './presets.ts'
import type { Layout } from './panel.ts'
import { keptOf } from './workspace-list.ts'
import type { Document } from './workspace-list.ts'

/** Which workspace, of which class of screens. */
type Open = { readonly screen: string; readonly document: Document; readonly active: string }

export type ShownLayout = {
  /** The same object as long as nothing changed. */
  readonly of: (open: Open) => Layout
  /** Keeps which panels of a layout are in front. */
  readonly keepActiveTabs: (open: Open, layout: Layout) => void
  /** From now on the panels in front are those that are kept with the layout. */
  readonly dropActiveTabs: (open: Open) => void
  /** On the way to an earlier layout: a panel that it brings back is in front if it was, else those of now stay so. */
  readonly goBack: (from: Open, to: Open) => void
}

export const ANY_ROOM: Room = { width: 1_430, height: 808 }

/** Builds it over the storages of the tab, its own first. */
export function createShownLayout(
  storages: Parameters<typeof createActiveTabs>[0],
  room: Readable<Room | null>,
): ShownLayout {
  const activeTabs = createActiveTabs(storages)
  let read: {
    readonly document: Document
    readonly id: string
    readonly kept: ReturnType<typeof keptOf>
  } | null = null
  let preset: { readonly id: string; readonly room: Room; readonly layout: Layout } | null = null
  let activated: { readonly under: Layout; readonly ids: ActiveIds; readonly layout: Layout } | null = null

  const nameOf = ({ screen, active }: Open): string => `${screen}.${active}`

  function under({ document, active: id }: Open): Layout {
    if (read?.document !== document || read.id !== id) read = { document, id, kept: keptOf(document, id) }
    const { kept } = read
    if (kept !== null && typeof kept === 'object') return kept.layout
    const now = room.get() ?? ANY_ROOM
    if (preset?.id !== id || preset.room !== now) {
      preset = { id, room: now, layout: presetOf(id).layout(now) }
    }
    return preset.layout
  }

  return {
    of(open) {
      const layout = under(open)
      const ids = activeTabs.of(nameOf(open))
      if (activated?.under !== layout || activated.ids !== ids) {
        activated = { under: layout, ids, layout: withActiveTabs(layout, ids) }
      }
      return activated.layout
    },
    keepActiveTabs: (open, layout) => activeTabs.put(nameOf(open), activeTabsOf(layout)),
    dropActiveTabs: (open) => activeTabs.put(nameOf(open), []),
    goBack(from, to) {
      const { panels } = under({ ...to, document: from.document })
      const back = activeTabsOf(under(to)).filter((id) => panels[id] === undefined)
      activeTabs.put(nameOf(to), [...activeTabs.of(nameOf(to)), ...back])
    },
  }
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The panels in front of their groups. Activating one is no change of the layout: each browser tab keeps it for
 * itself, over reloads.
 */
type ActiveTabs = {
  /** Those of a workspace, by name; none if this browser tab has activated none. */
  readonly of: (name: string) => ActiveIds
  readonly put: (name: string, ids: ActiveIds) => void
}

const NONE: ActiveIds = []

/** The first storage is this tab's, the others are asked where it has nothing. */
function createActiveTabs(storages: readonly Memory[]): ActiveTabs {
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
