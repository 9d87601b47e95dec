/**
 * The workspaces of this tab: which one is open and where its panels are. A change counts at once and is written whole a moment
 * later; of two tabs the last write counts.
 */
import type { Client } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import type { Memory } from '../platform/state/store.ts'
import type { ScreenClass } from '../platform/page/screen-class.ts'
import { arrangementOf, groupsOf, withActiveTabs } from './tree.ts'
import { createFollowed } from './followed.ts'
import type { FollowNeeds } from './followed.ts'
import { readEntries, writeEntries } from './layout-document.ts'
import type { Entry } from './layout-document.ts'
import type { Layout } from './tree.ts'
import { presetOf, PRESETS } from './presets.ts'
import type { Room } from './presets.ts'

type Arranged = {
  /** The user's own, and those of the page that were changed. */
  readonly entries: readonly Entry[]
  readonly active: string
  /** Panels in front, by workspace, where this tab has brought some there: no change of the layout. */
  readonly fronts: Readonly<Record<string, readonly string[]>>
}

export type WorkspaceState = Arranged & {
  readonly screen: ScreenClass
  /** `unread`: the server has not answered; nothing is kept yet. */
  readonly status: 'reading' | 'ready' | 'unread'
  /** For one undo; null where nothing was changed. */
  readonly before: Arranged | null
}

export type Workspaces = ReturnType<typeof createWorkspaces>

type Needs = Omit<FollowNeeds, 'storage'> & {
  /** Which workspace was open is kept for this tab, and for new tabs of this browser. */
  readonly view: {
    readonly sessionStorage: Memory
    readonly localStorage: Memory
    readonly addEventListener: (type: 'pagehide', task: () => void) => void
  }
  readonly client: Pick<Client, 'call'>
  readonly after: (ms: number, task: () => void) => () => void
  readonly mint: () => string
  readonly notKept: (title: string, text: string, isSticky: boolean) => void
  /** A second page of this browser has written layouts. */
  readonly onNews: (task: () => void) => void
  readonly onWritten: () => void
}

const WRITE_MS = 800
const AGAIN_MS = 5_000
/** The server takes twenty. */
const MAX_KEPT = 20
const ANY_ROOM: Room = { width: 1_430, height: 808 }
const NOTHING: Arranged = { entries: [], active: PRESETS[0].id, fronts: {} }

/** Builds the workspaces; nothing is read before `open`. */
export function createWorkspaces(needs: Needs) {
  const { view, client, after, mint, notKept, onNews, onWritten } = needs
  const storages = [view.sessionStorage, view.localStorage]
  const say = (text: string, isSticky = false): void => notKept('Layout', text, isSticky)
  /** The room for the panels, measured by the view. */
  const room = createStore<Room | null>(null)
  const state = createStore<WorkspaceState>({
    ...NOTHING,
    screen: 'desktop',
    status: 'reading',
    before: null,
  })
  const put = (change: Partial<WorkspaceState>) => state.update((old) => ({ ...old, ...change }))
  let opened: ScreenClass | null = null
  let version = 0
  /** As the server has them. */
  let kept = NOTHING.entries
  let stopWaiting = (): void => undefined
  let shown: { readonly of: readonly unknown[]; readonly layout: Layout } | null = null

  function soon(ms: number, task: () => Promise<void>): void {
    stopWaiting()
    stopWaiting = after(ms, () => void task())
  }

  const isDirty = (): boolean => state.get().entries !== kept

  /** The layout of the open workspace; the same object as long as nothing changed. */
  function layout(): Layout {
    const { entries, active, fronts } = state.get()
    const own = entries.find(({ id }) => id === active)?.layout
    const base = [active, own ?? room.get() ?? ANY_ROOM, fronts[active]] as const
    if (shown === null || base.some((one, at) => one !== shown?.of[at])) {
      const under = own ?? presetOf(active).layout(room.get() ?? ANY_ROOM)
      shown = { of: base, layout: withActiveTabs(under, fronts[active] ?? []) }
    }
    return shown.layout
  }

  /** Takes what the server has, unless something of this tab is still to be written. */
  async function read(): Promise<void> {
    const { screen } = state.get()
    const answer = await client.call('readLayout', { params: { screenClass: screen } })
    if (opened !== screen) return
    const isFirst = state.get().status !== 'ready'
    if (!answer.ok) {
      if (!isFirst) return
      put({ status: 'unread' })
      soon(AGAIN_MS, read)
      return
    }
    const { workspaces, version: found } = answer.value
    const isKnown = found === version
    version = found
    if (!isFirst && (isKnown || isDirty())) return
    const entries = readEntries(workspaces)
    if (entries.length < workspaces.length)
      say('A saved layout cannot be read: its default is shown, and the next change replaces it.', true)
    const seen = arrangementOf(layout())
    const last = storages.map((storage) => storage.getItem(nameOf(screen)))
    const wanted = isFirst ? [...last, answer.value.active] : [state.get().active]
    const active = wanted.find((id) => listed(entries).some((one) => one.id === id)) ?? NOTHING.active
    kept = entries
    put({ status: 'ready', entries, active, before: isFirst ? null : arranged(state.get()) })
    if (!isFirst && arrangementOf(layout()) !== seen) say('Changed in another tab; shown as changed there.')
  }

  async function write(isLast = false): Promise<void> {
    const { screen, status, entries, active } = state.get()
    if (status !== 'ready') return read()
    if (!isDirty()) return
    const body = { version, workspaces: writeEntries(entries), active }
    const request = { params: { screenClass: screen }, body }
    const answer = await client.call('writeLayout', request, isLast ? { keepalive: true } : {})
    if (opened !== screen) return
    if (answer.ok) {
      version = answer.value.version
      kept = entries
      onWritten()
      if (isDirty()) soon(WRITE_MS, write)
    } else if (answer.error.kind !== 'problem') soon(AGAIN_MS, write)
    else if (answer.error.problem.code === 'stale_version') {
      await read()
      soon(0, write)
    } else say('Layout not saved; it stays in this tab only.')
  }

  /** Changes are written together; one undo takes back all that was not written before the last of them. */
  function commit(change: Partial<Arranged>): void {
    const old = state.get()
    put({ ...change, before: isDirty() ? old.before : arranged(old) })
    soon(WRITE_MS, write)
  }

  function show(active: string): void {
    for (const storage of storages) storage.setItem(nameOf(state.get().screen), active)
    put({ active })
  }

  view.addEventListener('pagehide', () => {
    if (state.get().status === 'ready') void write(true)
  })
  onNews(() => {
    if (state.get().status === 'ready' && !isDirty()) void read()
  })
  return {
    state,
    followed: createFollowed({ ...needs, storage: view.localStorage }),
    /** True if dividers can be dragged. */
    isEditing: createStore(false),
    room,
    /** Reads the layouts of a screen class, once. */
    open(screen: ScreenClass): void {
      if (opened === screen) return
      if (state.get().status === 'ready') void write(true)
      stopWaiting()
      opened = screen
      kept = NOTHING.entries
      version = 0
      put({ ...NOTHING, screen, status: 'reading', before: null })
      void read()
    },
    layout,
    change: (change: (layout: Layout) => Layout): void => {
      const old = layout()
      const next = change(old)
      if (next === old) return
      const { entries, active } = state.get()
      const fronts = { ...state.get().fronts, [active]: groupsOf(next.root).map((tabs) => tabs.active) }
      if (arrangementOf(next) === arrangementOf(old)) put({ fronts })
      else if (entries.some(({ id }) => id === active))
        commit({
          fronts,
          entries: entries.map((one) => (one.id === active ? { ...one, layout: next } : one)),
        })
      else if (entries.length < MAX_KEPT)
        commit({ fronts, entries: [...entries, { id: active, name: presetOf(active).name, layout: next }] })
    },
    /** In the order of their numbers: those of the page, then the user's own. */
    list: () => listed(state.get().entries),
    load: show,
    /** False if there is no room for one more. */
    saveAs(name: string): boolean {
      const { entries } = state.get()
      if (entries.length >= MAX_KEPT) return false
      const id = mint()
      commit({ entries: [...entries, { id, name, layout: layout() }] })
      show(id)
      return true
    },
    /** The page's own then has its default, another one is gone. */
    remove: (): void => {
      const { entries, active, fronts } = state.get()
      commit({ entries: entries.filter(({ id }) => id !== active), fronts: { ...fronts, [active]: [] } })
      if (!PRESETS.some(({ id }) => id === active)) show(NOTHING.active)
    },
    undo: (): void => {
      const { before } = state.get()
      if (before === null) return
      put({ ...before, before: null })
      soon(WRITE_MS, write)
    },
  }
}

function arranged({ entries, active, fronts }: Arranged): Arranged {
  return { entries, active, fronts }
}

function nameOf(screen: ScreenClass): string {
  return `sesame.workspace.${screen}`
}

function listed(entries: readonly Entry[]) {
  // Those that come with the page can be changed and reset, not deleted.
  const shipped = PRESETS.map(({ id, name }) => ({
    id,
    name,
    isShipped: true,
    isChanged: entries.some((entry) => entry.id === id),
  }))
  const own = entries.filter((entry) => PRESETS.every(({ id }) => id !== entry.id))
  return [...shipped, ...own.map(({ id, name }) => ({ id, name, isShipped: false, isChanged: true }))]
}
