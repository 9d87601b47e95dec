/**
 * The workspaces of this tab: which one is open, how its panels stand, and how changes get to the server. A change holds
 * at once; it is written a moment later, on top of the version that this tab has seen.
 */
import type { Client } from '../../api/client.ts'
import { createStore } from '../../state/store.ts'
import type { Unreadable } from './layout-document.ts'
import type { Readable, Store } from '../../state/store.ts'
import { arrangementOf } from './fronts.ts'
import { createLinks } from './links.ts'
import type { LinkNeeds, Links } from './links.ts'
import { PRESETS, presetOf } from './presets.ts'
import type { Room } from './presets.ts'
import type { ScreenClass } from './screen-class.ts'
import { ANY_ROOM, createShownLayout } from './shown-layout.ts'
import type { Layout } from './tree.ts'
import { keptOf, listed, merge, NO_DOCUMENT, renamed, saveAs, withLayout, without } from './workspace-list.ts'
import type { Document, Listed } from './workspace-list.ts'

export type WorkspaceState = {
  readonly screen: ScreenClass
  /** `unread`: the server has not answered; what is changed is not kept yet. */
  readonly status: 'reading' | 'ready' | 'unread'
  readonly active: string
  readonly document: Document
  readonly canUndo: boolean
  /** Another tab changed the same workspace: which of the two shall hold? */
  readonly conflict: boolean
}

export type Workspaces = {
  readonly state: Readable<WorkspaceState>
  /** Which panels show the same market. */
  readonly links: Links
  /** Whether panels and dividers can be dragged. */
  readonly isEditing: Store<boolean>
  /** The room for the panels, measured by the view. */
  readonly room: Store<Room | null>
  /** Reads the layouts of a screen class, once. */
  readonly open: (screen: ScreenClass) => void
  /** How the panels of the open workspace stand, with those in front that this tab has brought there. */
  readonly layout: () => Layout
  readonly change: (change: (layout: Layout) => Layout) => void
  readonly list: () => readonly Listed[]
  /** Why the open workspace shows as it came although something was kept of it. */
  readonly unreadable: () => Unreadable | null
  readonly load: (id: string) => void
  /** Loads the nth workspace of the list, from 1; false if there is none. */
  readonly loadWorkspace: (n: number) => boolean
  /** False if there is no room for one more. */
  readonly saveAs: (name: string) => boolean
  readonly rename: (name: string) => void
  readonly remove: () => void
  readonly reset: () => void
  readonly undo: () => Promise<void>
  readonly settle: (whose: 'mine' | 'theirs') => Promise<void>
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
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const WRITE_MS = 800
const AGAIN_MS = 5_000

/** Builds the workspaces; nothing is read before `open`. */
export function createWorkspaces(needs: Needs): Workspaces {
  const { view, client, after, mint, notKept } = needs
  const storages = [view.sessionStorage, view.localStorage]
  const onNotKept = (text: string): void => notKept('Layout', text)
  const state = createStore<WorkspaceState>({
    screen: 'desktop',
    status: 'reading',
    active: presetOf('').id,
    document: NO_DOCUMENT,
    canUndo: false,
    conflict: false,
  })
  const room = createStore<Room | null>(null)
  /** As the server last said, or as it was before this tab changed anything. */
  let base: Document = NO_DOCUMENT
  let version = 0
  let canUndoThere = false
  let cancelWrite: (() => void) | null = null
  let isWriting = false
  let opened: ScreenClass | null = null
  const shown = createShownLayout(storages, room)

  function part(change: Partial<WorkspaceState>): void {
    state.update((old) => ({ ...old, ...change }))
  }

  function isDirty(): boolean {
    return state.get().document !== base
  }

  function take(answer: Document & { readonly version: number; readonly can_undo: boolean }): void {
    base = { workspaces: answer.workspaces, active: answer.active }
    version = answer.version
    canUndoThere = answer.can_undo
  }

  async function readAnew(screen: ScreenClass): Promise<Document | null> {
    const answer = await client.call('readLayout', { params: { screen_class: screen } })
    if (opened !== screen || !answer.ok) return null
    const before = base
    take(answer.value)
    return before
  }

  async function open(screen: ScreenClass): Promise<void> {
    if (opened === screen) return
    writeNow()
    opened = screen
    base = NO_DOCUMENT
    version = 0
    cancelWrite?.()
    part({ screen, status: 'reading', document: NO_DOCUMENT, canUndo: false, conflict: false })
    await readFirst(screen)
  }

  async function readFirst(screen: ScreenClass): Promise<void> {
    const before = await readAnew(screen)
    if (opened !== screen) return
    if (before === null) {
      part({ status: 'unread', active: rememberedOf(screen, null) })
      return
    }
    const merged = state.get().document === before ? base : merge(before, state.get().document, base)
    part({
      status: 'ready',
      document: merged ?? state.get().document,
      conflict: merged === null,
      active: rememberedOf(screen, base.active),
      canUndo: canUndoThere,
    })
    if (isDirty() && merged !== null) writeSoon()
  }

  function rememberedOf(screen: ScreenClass, kept: string | null): string {
    const known = new Set(listed(state.get().document).map(({ id }) => id))
    for (const entry of listed(base)) known.add(entry.id)
    const named = [...storages.map((storage) => storage.getItem(`sesame.workspace.${screen}`)), kept]
    return named.find((id) => id !== null && known.has(id)) ?? PRESETS[0].id
  }

  function put(document: Document | null): boolean {
    if (document === null) return false
    part({ document, canUndo: true })
    writeSoon()
    return true
  }

  function writeSoon(ms = WRITE_MS): void {
    cancelWrite?.()
    cancelWrite = after(ms, () => {
      cancelWrite = null
      void write()
    })
  }

  /** What waits to be written does not wait for a page or a class of screens that goes. */
  function writeNow(): void {
    if (cancelWrite === null || state.get().status !== 'ready') return
    cancelWrite()
    cancelWrite = null
    void write(true)
  }

  async function write(isLast = false): Promise<void> {
    const { screen, document, status, conflict } = state.get()
    if (!isDirty() || isWriting || conflict) return
    isWriting = true
    if (status === 'unread') {
      isWriting = false
      await readFirst(screen)
      if (state.get().status === 'unread') writeSoon(AGAIN_MS)
      return
    }
    const sent = { ...document, active: state.get().active }
    const answer = await client.call(
      'writeLayout',
      {
        params: { screen_class: screen },
        body: { version, workspaces: [...sent.workspaces], active: sent.active },
      },
      isLast ? { keepalive: true } : {},
    )
    isWriting = false
    if (opened !== screen) return isDirty() ? writeSoon() : undefined
    if (answer.ok) {
      take(answer.value)
      // What was sent is now what the server has; later changes are still to be written.
      if (state.get().document === document) part({ document: base })
      part({ canUndo: canUndoThere || isDirty() })
      if (isDirty()) writeSoon()
      return
    }
    if (answer.error.kind === 'problem' && answer.error.problem.code === 'stale_version') {
      await catchUp(screen)
      return
    }
    if (answer.error.kind === 'problem')
      onNotKept('The server does not take this layout; it holds in this tab.')
    else writeSoon(AGAIN_MS)
  }

  /** Another tab has written in between. */
  async function catchUp(screen: ScreenClass): Promise<void> {
    const before = await readAnew(screen)
    if (opened !== screen) return
    if (before === null) {
      writeSoon(AGAIN_MS)
      return
    }
    const merged = merge(before, state.get().document, base)
    if (merged === null) part({ conflict: true })
    else {
      part({ document: merged })
      writeSoon(0)
    }
  }

  function layout(): Layout {
    return shown.of(state.get())
  }

  function goBack(change: Partial<WorkspaceState>): void {
    shown.goBack(state.get(), { ...state.get(), ...change })
    part(change)
  }

  function load(id: string): void {
    const { screen, active } = state.get()
    if (id === active || !listed(state.get().document).some((one) => one.id === id)) return
    for (const storage of storages) storage.setItem(`sesame.workspace.${screen}`, id)
    part({ active: id })
  }

  view.addEventListener('pagehide', writeNow)
  return {
    state,
    links: createLinks({ ...needs, storage: view.localStorage }),
    isEditing: createStore(false),
    room,
    open: (screen) => void open(screen),
    layout,
    change(change) {
      const { document, active } = state.get()
      const before = layout()
      const next = change(before)
      if (next === before) return
      shown.keepFronts(state.get(), next)
      if (arrangementOf(next) === arrangementOf(before)) state.update((old) => ({ ...old }))
      else put(withLayout(document, active, next))
    },
    list: () => listed(state.get().document),
    unreadable() {
      const kept = keptOf(state.get().document, state.get().active)
      return typeof kept === 'string' ? kept : null
    },
    load,
    loadWorkspace(n) {
      const found = listed(state.get().document)[n - 1]
      if (found !== undefined) load(found.id)
      return found !== undefined
    },
    saveAs(name) {
      const { document, active } = state.get()
      const kept = keptOf(document, active)
      const id = mint()
      const isPut = put(
        saveAs(document, id, name, {
          layout: layout(),
          base: kept !== null && typeof kept === 'object' ? kept.base : presetOf(active).id,
        }),
      )
      if (isPut) load(id)
      return isPut
    },
    rename: (name) => void put(renamed(state.get().document, state.get().active, name)),
    remove() {
      const { active } = state.get()
      load(PRESETS[0].id)
      put(without(state.get().document, active))
    },
    reset() {
      const { document, active } = state.get()
      shown.dropFronts(state.get())
      const kept = keptOf(document, active)
      if (PRESETS.some(({ id }) => id === active) || kept === null || typeof kept === 'string') {
        put(without(document, active))
      } else {
        put(withLayout(document, active, presetOf(kept.base).layout(room.get() ?? ANY_ROOM)))
      }
    },
    async undo() {
      const { screen } = state.get()
      if (isDirty() && !isWriting) {
        cancelWrite?.()
        goBack({ document: base, canUndo: canUndoThere, conflict: false })
        return
      }
      const answer = await client.call('undoLayout', { params: { screen_class: screen }, body: { version } })
      if (opened !== screen) return
      if (answer.ok) {
        take(answer.value)
        goBack({ document: base, canUndo: canUndoThere, active: rememberedOf(screen, state.get().active) })
      } else if (answer.error.kind === 'problem' && answer.error.problem.code === 'stale_version') {
        onNotKept('Another tab has changed the layouts in the meantime; they were read again.')
        if ((await readAnew(screen)) !== null) part({ document: base, canUndo: canUndoThere })
      } else onNotKept('Nothing was undone: the server did not answer, or there is no earlier layout.')
    },
    async settle(whose) {
      part({ conflict: false })
      if (whose === 'theirs') {
        part({ document: base, canUndo: canUndoThere })
        return
      }
      // Theirs stays one step back: an undo brings it.
      await write()
    },
  }
}
