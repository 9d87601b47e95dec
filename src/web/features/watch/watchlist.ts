/**
 * The watchlist, kept by the server. Changes show at once and are written one after the other, each as the whole list;
 * a refused write is told and the server's list comes back.
 */
import type { Client } from '../../api/client.ts'
import { faultText } from '../../api/client.ts'
import type { Watchlist as Kept } from '../../api/wire.ts'
import { createStore } from '../../state/store.ts'
import type { Readable } from '../../state/store.ts'

export type WatchState = { readonly loaded: boolean; readonly ids: readonly string[] }

export type Watch = {
  readonly state: Readable<WatchState>
  readonly read: () => Promise<void>
  /** Adds the outcome at the end, or takes it off. */
  readonly toggle: (outcomeId: string) => void
  /** Moves an outcome by so many places; it stops at the ends. */
  readonly move: (outcomeId: string, by: number) => void
}

const NAME = 'Watchlist'
const MOST = 200

/** The list with the outcome added at the end, or taken off when it is there. */
export function toggled(ids: readonly string[], outcomeId: string): readonly string[] {
  if (ids.includes(outcomeId)) return ids.filter((id) => id !== outcomeId)
  return ids.length >= MOST ? ids : [...ids, outcomeId]
}

/** The list with the outcome moved by so many places. */
export function moved(ids: readonly string[], outcomeId: string, by: number): readonly string[] {
  const from = ids.indexOf(outcomeId)
  if (from === -1) return ids
  const to = Math.min(ids.length - 1, Math.max(0, from + by))
  if (to === from) return ids
  return ids.toSpliced(from, 1).toSpliced(to, 0, outcomeId)
}

/** Builds the watchlist over the API client; `onFault` is told in words. */
export function createWatch(client: Pick<Client, 'call'>, onFault: (text: string) => void): Watch {
  const state = createStore<WatchState>({ loaded: false, ids: [] })
  let others: Kept['lists'] = []
  let writing = false
  let isDirty = false

  async function read(): Promise<void> {
    const answer = await client.call('readWatchlist', {})
    if (!answer.ok) {
      onFault(faultText(answer.error))
      return
    }
    const [first, ...rest] = answer.value.lists
    others = rest
    state.set({ loaded: true, ids: first?.outcome_ids ?? [] })
  }

  async function write(): Promise<void> {
    isDirty = true
    if (writing) return
    writing = true
    while (isDirty) {
      isDirty = false
      const lists = [{ name: NAME, outcome_ids: [...state.get().ids] }, ...others]
      const answer = await client.call('writeWatchlist', { body: { lists } })
      if (!answer.ok) {
        onFault(faultText(answer.error))
        isDirty = false
        await read()
      }
    }
    writing = false
  }

  function change(next: readonly string[]): void {
    const old = state.get()
    if (!old.loaded || next === old.ids) return
    state.set({ ...old, ids: next })
    void write()
  }

  return {
    state,
    read,
    toggle: (outcomeId) => change(toggled(state.get().ids, outcomeId)),
    move: (outcomeId, by) => change(moved(state.get().ids, outcomeId, by)),
  }
}
