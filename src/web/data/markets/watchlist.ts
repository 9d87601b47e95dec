/**
 * The watchlists, kept by the server. Changes show at once and are written one after the other, each as all lists; a
 * refused write is reported and the server's lists are shown again. Lists that another page has written are taken over.
 */
import { faultText } from '../../platform/api/client.ts'
import type { Client } from '../../platform/api/client.ts'
import type { Decoded } from '../../platform/api/answers.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'

export type WatchList = { readonly name: string; readonly ids: readonly string[] }

export type WatchState = {
  readonly loaded: boolean
  /** At least one once it is loaded. */
  readonly lists: readonly WatchList[]
  /** The active list: stars add to it and remove from it. */
  readonly active: number
  /** The outcomes of the active list. */
  readonly ids: readonly string[]
}

export type Watch = {
  readonly state: Readable<WatchState>
  readonly read: () => Promise<void>
  /** Adds the outcome at the end of the active list, or takes it off. */
  readonly toggle: (outcomeId: string) => void
  /** Moves an outcome by so many places; it stops at the ends. */
  readonly move: (outcomeId: string, by: number) => void
  /** Makes another list active. */
  readonly choose: (at: number) => void
  /** Adds an empty list and makes it active; returns the refusal, or null. */
  readonly add: (name: string) => string | null
  /** Renames the active list; returns the refusal, or null. */
  readonly rename: (name: string) => string | null
  /** Removes the active list; the last one stays. */
  readonly remove: () => void
}

const NAME = 'Watchlist'
const MAX_LISTS = 20
const MAX_NAME_LENGTH = 60
const MAX_OUTCOMES = 200

/** The list with the outcome added at the end, or removed when it is there. */
export function toggled(ids: readonly string[], outcomeId: string): readonly string[] {
  if (ids.includes(outcomeId)) return ids.filter((id) => id !== outcomeId)
  return ids.length >= MAX_OUTCOMES ? ids : [...ids, outcomeId]
}

/** The list with the outcome moved by so many places. */
export function moved(ids: readonly string[], outcomeId: string, by: number): readonly string[] {
  const from = ids.indexOf(outcomeId)
  if (from === -1) return ids
  const to = Math.min(ids.length - 1, Math.max(0, from + by))
  if (to === from) return ids
  return ids.toSpliced(from, 1).toSpliced(to, 0, outcomeId)
}

/** Why a list cannot be called so beside others, as text; null when it can. */
export function refuseName(name: string, others: readonly string[]): string | null {
  if (name === '') return 'A list needs a name.'
  if (name.length > MAX_NAME_LENGTH) return `A name has at most ${MAX_NAME_LENGTH} characters.`
  const same = (other: string) => other.localeCompare(name, 'en', { sensitivity: 'base' }) === 0
  return others.some(same) ? 'There is a list of that name.' : null
}

/** Other pages that show the same lists. */
type OtherPages = {
  /** A second page may have changed them. */
  readonly onNews: (task: () => void) => void
  readonly onWritten: () => void
}

const ALONE: OtherPages = { onNews: () => undefined, onWritten: () => undefined }

/** Builds the watchlists over the API client; `onFault` gets the text. */
export function createWatch(
  client: Pick<Client, 'call'>,
  onFault: (text: string) => void,
  { onNews, onWritten }: OtherPages = ALONE,
): Watch {
  const state = createStore<WatchState>({ loaded: false, lists: [], active: 0, ids: [] })
  let writing = false
  let isDirty = false

  function put(lists: readonly WatchList[], active: number): void {
    const at = Math.min(Math.max(0, active), lists.length - 1)
    state.set({ loaded: true, lists, active: at, ids: lists[at]?.ids ?? [] })
  }

  function take(answer: Decoded<'readWatchlist'>): void {
    const kept = answer.lists.map(({ name, outcomeIds: ids }) => ({ name, ids }))
    put(kept.length === 0 ? [{ name: NAME, ids: [] }] : kept, state.get().active)
  }

  async function read(): Promise<void> {
    const answer = await client.call('readWatchlist', {})
    if (answer.ok) take(answer.value)
    else onFault(faultText(answer.error))
  }

  /** As another page left them, if nothing was changed here meanwhile. */
  async function readNews(): Promise<void> {
    const before = state.get().lists
    if (writing || !state.get().loaded) return
    const answer = await client.call('readWatchlist', {})
    if (answer.ok && !writing && state.get().lists === before) take(answer.value)
  }

  async function write(): Promise<void> {
    isDirty = true
    if (writing) return
    writing = true
    while (isDirty) {
      isDirty = false
      const lists = state.get().lists.map(({ name, ids }) => ({ name, outcomeIds: ids }))
      const answer = await client.call('writeWatchlist', { body: { lists } })
      if (!answer.ok) {
        onFault(faultText(answer.error))
        isDirty = false
        await read()
      }
    }
    writing = false
    onWritten()
  }

  /** The active list as it shall be; nothing before the lists have been read. */
  function change(next: (list: WatchList) => WatchList): void {
    const { loaded, lists, active } = state.get()
    const list = lists[active]
    if (!loaded || list === undefined) return
    const changed = next(list)
    if (changed.ids === list.ids && changed.name === list.name) return
    put(lists.with(active, changed), active)
    void write()
  }

  onNews(() => void readNews())

  return {
    state,
    read,
    toggle: (outcomeId) => change((list) => ({ ...list, ids: toggled(list.ids, outcomeId) })),
    move: (outcomeId, by) => change((list) => ({ ...list, ids: moved(list.ids, outcomeId, by) })),
    choose: (at) => {
      if (state.get().loaded) put(state.get().lists, at)
    },
    add(typed) {
      const { loaded, lists } = state.get()
      const name = typed.trim()
      if (!loaded) return 'The lists have not been read yet.'
      if (lists.length >= MAX_LISTS) return `There are ${MAX_LISTS} lists already.`
      const why = refuseName(
        name,
        lists.map((list) => list.name),
      )
      if (why !== null) return why
      put([...lists, { name, ids: [] }], lists.length)
      void write()
      return null
    },
    rename(typed) {
      const { lists, active } = state.get()
      const name = typed.trim()
      const why = refuseName(
        name,
        lists.toSpliced(active, 1).map((list) => list.name),
      )
      if (why === null) change((list) => ({ ...list, name }))
      return why
    },
    remove() {
      const { loaded, lists, active } = state.get()
      if (!loaded || lists.length < 2) return
      put(lists.toSpliced(active, 1), active - 1)
      void write()
    },
  }
}
