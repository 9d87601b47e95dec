/** Reading the layouts from the server and writing the changes of this tab, on top of the version that it has seen. */
import type { Client } from '../../platform/api/client.ts'
import type { Store } from '../../platform/state/store.ts'
import { PRESETS } from './presets.ts'
import type { ScreenClass } from '../../platform/page/screen-class.ts'
import type { createShownLayout } from './shown-layout.ts'
import { listed, merge } from './workspace-list.ts'
import type { Document } from './workspace-list.ts'

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

/** What this tab knows of its workspaces. */
export type TabState = {
  readonly client: Pick<Client, 'call'>
  readonly after: (ms: number, task: () => void) => () => void
  readonly onNotKept: (text: string) => void
  readonly storages: readonly Memory[]
  readonly state: Store<WorkspaceState>
  readonly shown: ReturnType<typeof createShownLayout>
  /** As the server last said, or as it was before this tab changed anything. */
  base: Document
  version: number
  canUndoThere: boolean
  cancelWrite: (() => void) | null
  isWriting: boolean
  opened: ScreenClass | null
}

export type Memory = Pick<Storage, 'getItem' | 'setItem'>

const WRITE_MS = 800
const AGAIN_MS = 5_000

/** Changes a part of what is shown. */
export function part({ state }: TabState, change: Partial<WorkspaceState>): void {
  state.update((old) => ({ ...old, ...change }))
}

/** Whether anything waits to be written. */
export function isDirty(tab: TabState): boolean {
  return tab.state.get().document !== tab.base
}

/** Takes what the server has as the base of further changes. */
export function take(
  tab: TabState,
  answer: Document & { readonly version: number; readonly can_undo: boolean },
): void {
  tab.base = { workspaces: answer.workspaces, active: answer.active }
  tab.version = answer.version
  tab.canUndoThere = answer.can_undo
}

/** Reads the layouts; the base of before, or null when they are not to be had or not wanted any more. */
export async function readAgain(tab: TabState, screen: ScreenClass): Promise<Document | null> {
  const answer = await tab.client.call('readLayout', { params: { screen_class: screen } })
  if (tab.opened !== screen || !answer.ok) return null
  const before = tab.base
  take(tab, answer.value)
  return before
}

/** Reads the layouts of a screen class and puts changes made in the meantime on top. */
export async function readFirst(tab: TabState, screen: ScreenClass): Promise<void> {
  const before = await readAgain(tab, screen)
  if (tab.opened !== screen) return
  if (before === null) {
    part(tab, { status: 'unread', active: rememberedOf(tab, screen, null) })
    return
  }
  const merged =
    tab.state.get().document === before ? tab.base : merge(before, tab.state.get().document, tab.base)
  part(tab, {
    status: 'ready',
    document: merged ?? tab.state.get().document,
    conflict: merged === null,
    active: rememberedOf(tab, screen, tab.base.active),
    canUndo: tab.canUndoThere,
  })
  if (isDirty(tab) && merged !== null) writeSoon(tab)
}

/** The workspace that was open: in this tab, in this browser or by what was `kept`. */
export function rememberedOf(tab: TabState, screen: ScreenClass, kept: string | null): string {
  const known = new Set(listed(tab.state.get().document).map(({ id }) => id))
  for (const entry of listed(tab.base)) known.add(entry.id)
  const named = [...tab.storages.map((storage) => storage.getItem(`sesame.workspace.${screen}`)), kept]
  return named.find((id) => id !== null && known.has(id)) ?? PRESETS[0].id
}

/** Writes once no more changes come. */
export function writeSoon(tab: TabState, ms = WRITE_MS): void {
  tab.cancelWrite?.()
  tab.cancelWrite = tab.after(ms, () => {
    tab.cancelWrite = null
    void write(tab)
  })
}

/** What waits to be written does not wait for a page or a class of screens that goes. */
export function writeNow(tab: TabState): void {
  if (tab.cancelWrite === null || tab.state.get().status !== 'ready') return
  tab.cancelWrite()
  tab.cancelWrite = null
  void write(tab, true)
}

/** Writes the changes; what another tab has written in between is merged. */
export async function write(tab: TabState, isLast = false): Promise<void> {
  const { screen, document, status, conflict } = tab.state.get()
  if (!isDirty(tab) || tab.isWriting || conflict) return
  tab.isWriting = true
  if (status === 'unread') {
    tab.isWriting = false
    await readFirst(tab, screen)
    if (tab.state.get().status === 'unread') writeSoon(tab, AGAIN_MS)
    return
  }
  const sent = { ...document, active: tab.state.get().active }
  const answer = await tab.client.call(
    'writeLayout',
    {
      params: { screen_class: screen },
      body: { version: tab.version, workspaces: [...sent.workspaces], active: sent.active },
    },
    isLast ? { keepalive: true } : {},
  )
  tab.isWriting = false
  if (tab.opened !== screen) return isDirty(tab) ? writeSoon(tab) : undefined
  if (answer.ok) {
    take(tab, answer.value)
    // What was sent is now what the server has; later changes are still to be written.
    if (tab.state.get().document === document) part(tab, { document: tab.base })
    part(tab, { canUndo: tab.canUndoThere || isDirty(tab) })
    if (isDirty(tab)) writeSoon(tab)
    return
  }
  if (answer.error.kind === 'problem' && answer.error.problem.code === 'stale_version') {
    await catchUp(tab, screen)
    return
  }
  if (answer.error.kind === 'problem')
    tab.onNotKept('The server does not take this layout; it holds in this tab.')
  else writeSoon(tab, AGAIN_MS)
}

/** Another tab has written in between: its changes and those of this tab are put together. */
export async function catchUp(tab: TabState, screen: ScreenClass): Promise<void> {
  const before = await readAgain(tab, screen)
  if (tab.opened !== screen) return
  if (before === null) {
    writeSoon(tab, AGAIN_MS)
    return
  }
  const merged = merge(before, tab.state.get().document, tab.base)
  if (merged === null) part(tab, { conflict: true })
  else {
    part(tab, { document: merged })
    writeSoon(tab, 0)
  }
}
