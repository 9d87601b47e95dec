/**
 * The workspaces of this tab: which one is open, how its panels stand, and how changes get to the server. A change holds
 * at once; it is written a moment later.
 */
import type { Client } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import type { Unreadable } from './layout-document.ts'
import { arrangementOf } from '../dock/layout/active-tabs.ts'
import {
  catchUp,
  isDirty,
  part,
  readAgain,
  readFirst,
  rememberedOf,
  take,
  writeNow,
  writeSoon,
} from './kept-layouts.ts'
import type { Memory, TabState, WorkspaceState } from './kept-layouts.ts'
import { createLinks } from './links.ts'
import type { LinkNeeds, Links } from './links.ts'
import { PRESETS, presetOf } from './presets.ts'
import type { Room } from './presets.ts'
import type { ScreenClass } from '../platform/page/screen-class.ts'
import { ANY_ROOM, createShownLayout } from './shown-layout.ts'
import type { Layout } from './panel.ts'
import { keptOf, listed, NO_DOCUMENT, saveAs, withLayout, without } from './workspace-list.ts'
import type { Document, Listed } from './workspace-list.ts'

export type Workspaces = {
  readonly state: Readable<WorkspaceState>
  /** Which panels show the same market. */
  readonly links: Links
  /** True if panels and dividers can be dragged. */
  readonly isEditing: Store<boolean>
  /** The room for the panels, measured by the view. */
  readonly room: Store<Room | null>
  /** Reads the layouts of a screen class, once. */
  readonly open: (screen: ScreenClass) => void
  /** The layout of the open workspace, with the active tabs of this browser tab. */
  readonly layout: () => Layout
  readonly change: (change: (layout: Layout) => Layout) => void
  readonly list: () => readonly Listed[]
  /** Why the saved layout was ignored. */
  readonly unreadable: () => Unreadable | null
  readonly load: (id: string) => void
  /** Loads the nth workspace of the list, from 1; false if there is none. */
  readonly loadWorkspace: (n: number) => boolean
  /** False if there is no room for one more. */
  readonly saveAs: (name: string) => boolean
  readonly remove: () => void
  readonly reset: () => void
  readonly undo: () => Promise<void>
  /** Reads the layouts again: they were changed at the server in another way. */
  readonly catchUp: () => Promise<void>
}

type Needs = Omit<LinkNeeds, 'storage'> & {
  /** Which workspace was open is kept for this tab, and for new tabs of this browser. */
  readonly view: {
    readonly sessionStorage: Memory
    readonly localStorage: Memory
    readonly addEventListener: (type: 'pagehide', task: () => void) => void
  }
  readonly client: Pick<Client, 'call'>
  readonly after: (ms: number, task: () => void) => () => void
  readonly mint: () => string
  readonly notKept: (title: string, text: string) => void
  /** A second page of this browser has written layouts. */
  readonly onNews: (task: () => void) => void
  readonly onWritten: () => void
}

/** Builds the workspaces; nothing is read before `open`. */
export function createWorkspaces(needs: Needs): Workspaces {
  const { view, client, after, mint, notKept, onNews, onWritten } = needs
  const storages = [view.sessionStorage, view.localStorage]
  const onNotKept = (text: string): void => notKept('Layout', text)
  const state = createStore<WorkspaceState>({
    screen: 'desktop',
    status: 'reading',
    active: presetOf('').id,
    document: NO_DOCUMENT,
    canUndo: false,
  })
  const room = createStore<Room | null>(null)
  const shown = createShownLayout(storages, room)
  const tab: TabState = {
    client,
    after,
    onNotKept,
    onWritten,
    storages,
    state,
    shown,
    base: NO_DOCUMENT,
    version: 0,
    canUndoThere: false,
    cancelWrite: null,
    isWriting: false,
    opened: null,
  }

  view.addEventListener('pagehide', () => writeNow(tab))
  onNews(() => void catchUp(tab))
  return {
    state,
    links: createLinks({ ...needs, storage: view.localStorage }),
    isEditing: createStore(false),
    room,
    open: (screen) => void open(tab, screen),
    layout: () => layout(tab),
    change(change) {
      const { document, active } = state.get()
      const before = layout(tab)
      const next = change(before)
      if (next === before) return
      shown.keepActiveTabs(state.get(), next)
      if (arrangementOf(next) === arrangementOf(before)) state.update((old) => ({ ...old }))
      else put(tab, withLayout(document, active, next))
    },
    list: () => listed(state.get().document),
    unreadable() {
      const kept = keptOf(state.get().document, state.get().active)
      return typeof kept === 'string' ? kept : null
    },
    load: (id) => load(tab, id),
    loadWorkspace(n) {
      const found = listed(state.get().document)[n - 1]
      if (found !== undefined) load(tab, found.id)
      return found !== undefined
    },
    saveAs(name) {
      const { document, active } = state.get()
      const kept = keptOf(document, active)
      const id = mint()
      const isPut = put(
        tab,
        saveAs(document, id, name, {
          layout: layout(tab),
          base: kept !== null && typeof kept === 'object' ? kept.base : presetOf(active).id,
        }),
      )
      if (isPut) load(tab, id)
      return isPut
    },
    remove() {
      const { active } = state.get()
      load(tab, PRESETS[0].id)
      put(tab, without(state.get().document, active))
    },
    reset() {
      const { document, active } = state.get()
      shown.dropActiveTabs(state.get())
      const kept = keptOf(document, active)
      if (PRESETS.some(({ id }) => id === active) || kept === null || typeof kept === 'string') {
        put(tab, without(document, active))
      } else {
        put(tab, withLayout(document, active, presetOf(kept.base).layout(room.get() ?? ANY_ROOM)))
      }
    },
    undo: () => undo(tab),
    catchUp: () => catchUp(tab),
  }
}

async function open(tab: TabState, screen: ScreenClass): Promise<void> {
  if (tab.opened === screen) return
  writeNow(tab)
  tab.opened = screen
  tab.base = NO_DOCUMENT
  tab.version = 0
  tab.cancelWrite?.()
  part(tab, { screen, status: 'reading', document: NO_DOCUMENT, canUndo: false })
  await readFirst(tab, screen)
}

function put(tab: TabState, document: Document | null): boolean {
  if (document === null) return false
  part(tab, { document, canUndo: true })
  writeSoon(tab)
  return true
}

function layout({ state, shown }: TabState): Layout {
  return shown.of(state.get())
}

function goBack(tab: TabState, change: Partial<WorkspaceState>): void {
  tab.shown.goBack(tab.state.get(), { ...tab.state.get(), ...change })
  part(tab, change)
}

function load(tab: TabState, id: string): void {
  const { screen, active } = tab.state.get()
  if (id === active || !listed(tab.state.get().document).some((one) => one.id === id)) return
  for (const storage of tab.storages) storage.setItem(`sesame.workspace.${screen}`, id)
  part(tab, { active: id })
}

async function undo(tab: TabState): Promise<void> {
  const { screen } = tab.state.get()
  if (isDirty(tab) && !tab.isWriting) {
    tab.cancelWrite?.()
    goBack(tab, { document: tab.base, canUndo: tab.canUndoThere })
    return
  }
  const answer = await tab.client.call('undoLayout', {
    params: { screenClass: screen },
    body: { version: tab.version },
  })
  if (tab.opened !== screen) return
  if (answer.ok) {
    take(tab, answer.value)
    tab.onWritten()
    goBack(tab, {
      document: tab.base,
      canUndo: tab.canUndoThere,
      active: rememberedOf(tab, screen, tab.state.get().active),
    })
  } else if (answer.error.kind === 'problem' && answer.error.problem.code === 'stale_version') {
    tab.onNotKept('Another tab has changed the layouts in the meantime; they were read again.')
    await readAgain(tab, screen)
  } else tab.onNotKept('Nothing was undone: the server did not answer, or there is no earlier layout.')
}
