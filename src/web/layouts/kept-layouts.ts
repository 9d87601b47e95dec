/** Reading the layouts from the server and writing the changes of this tab. */
import { arrangementOf } from '../dock/layout/active-tabs.ts'
import type { Client } from '../platform/api/client.ts'
import type { Store } from '../platform/state/store.ts'
import { PRESETS } from './presets.ts'
import type { ScreenClass } from '../platform/page/screen-class.ts'
import type { createShownLayout } from './shown-layout.ts'
import { listed, onTop } from './workspace-list.ts'
import type { Document } from './workspace-list.ts'

export type WorkspaceState = {
  readonly screen: ScreenClass
  /** `unread`: the server has not answered; what is changed is not kept yet. */
  readonly status: 'reading' | 'ready' | 'unread'
  readonly active: string
  readonly document: Document
  readonly canUndo: boolean
}

/** This tab's state of its workspaces. */
export type TabState = {
  readonly client: Pick<Client, 'call'>
  readonly after: (ms: number, task: () => void) => () => void
  readonly onNotKept: (text: string) => void
  /** Tells the other tabs of this browser. */
  readonly onWritten: () => void
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

/** True if anything waits to be written. */
export function isDirty(tab: TabState): boolean {
  return tab.state.get().document !== tab.base
}

/** Takes what the server has as the base of further changes. */
export function take(
  tab: TabState,
  answer: Document & { readonly version: number; readonly canUndo: boolean },
): void {
  tab.base = { workspaces: answer.workspaces, active: answer.active }
  tab.version = answer.version
  tab.canUndoThere = answer.canUndo
}

/** Reads the layouts, with what this tab has changed on top; false when they are not to be had or not wanted any more. */
export async function readAgain(tab: TabState, screen: ScreenClass): Promise<boolean> {
  const answer = await tab.client.call('readLayout', { params: { screenClass: screen } })
  if (tab.opened !== screen || !answer.ok) return false
  if (answer.value.version === tab.version && tab.state.get().status === 'ready') return true
  const { base: before } = tab
  take(tab, answer.value)
  const { document } = tab.state.get()
  part(tab, {
    document: document === before ? tab.base : onTop(before, document, tab.base),
    canUndo: tab.canUndoThere,
  })
  return true
}

/** Reads the layouts of a screen class and puts changes made in the meantime on top. */
export async function readFirst(tab: TabState, screen: ScreenClass): Promise<void> {
  const isRead = await readAgain(tab, screen)
  if (tab.opened !== screen) return
  const kept = isRead ? tab.base.active : null
  part(tab, { status: isRead ? 'ready' : 'unread', active: rememberedOf(tab, screen, kept) })
  if (isRead && isDirty(tab)) writeSoon(tab)
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

/** A pending write does not wait for a page or a class of screens that closes. */
export function writeNow(tab: TabState): void {
  if (tab.cancelWrite === null || tab.state.get().status !== 'ready') return
  tab.cancelWrite()
  tab.cancelWrite = null
  void write(tab, true)
}

/** Writes the changes; of the same workspace the last write holds. */
async function write(tab: TabState, isLast = false): Promise<void> {
  const { screen, document, status } = tab.state.get()
  if (!isDirty(tab) || tab.isWriting) return
  if (status === 'unread') {
    await readFirst(tab, screen)
    if (tab.state.get().status === 'unread') writeSoon(tab, AGAIN_MS)
    return
  }
  tab.isWriting = true
  const sent = { ...document, active: tab.state.get().active }
  const answer = await tab.client.call(
    'writeLayout',
    {
      params: { screenClass: screen },
      body: { version: tab.version, workspaces: sent.workspaces, active: sent.active },
    },
    isLast ? { keepalive: true } : {},
  )
  tab.isWriting = false
  if (tab.opened !== screen) return isDirty(tab) ? writeSoon(tab) : undefined
  if (answer.ok) {
    take(tab, answer.value)
    // The sent document is now the server's; later changes are still to be written.
    if (tab.state.get().document === document) part(tab, { document: tab.base })
    part(tab, { canUndo: tab.canUndoThere || isDirty(tab) })
    if (isDirty(tab)) writeSoon(tab)
    tab.onWritten()
    return
  }
  if (answer.error.kind !== 'problem') writeSoon(tab, AGAIN_MS)
  else if (answer.error.problem.code === 'stale_version')
    writeSoon(tab, (await readAgain(tab, screen)) ? 0 : AGAIN_MS)
  else tab.onNotKept('The server does not take this layout; it holds in this tab.')
}

/** A second tab has written: its layout holds, unless this tab is about to write. */
export async function catchUp(tab: TabState): Promise<void> {
  const { screen, status } = tab.state.get()
  if (tab.opened === null || status !== 'ready' || isDirty(tab) || tab.isWriting) return
  const shown = (): string | undefined =>
    arrangementOf(tab.state.get().document.workspaces.find(({ id }) => id === tab.state.get().active))
  const before = shown()
  if ((await readAgain(tab, screen)) && shown() !== before)
    tab.onNotKept('Another tab has arranged this workspace: it is shown as arranged there.')
}
