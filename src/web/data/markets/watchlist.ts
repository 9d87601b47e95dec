/**
 * The watchlist, kept by the server. Changes show at once and are written one after the other; a refused write is
 * reported and the server's list is shown again. One that another page has written is taken over. Several lists, which
 * earlier versions and programs keep, are shown as one.
 */
import { faultText } from '../../platform/api/client.ts'
import type { Client } from '../../platform/api/client.ts'
import type { Decoded } from '../../platform/api/answers.ts'
import type { OtherPages } from '../../platform/page/other-pages.ts'
import { createStore } from '../../platform/state/store.ts'

const NAME = 'Watchlist'
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

/** Builds the watchlist over the API client; `onFault` gets the text. */
export function createWatch(
  client: Pick<Client, 'call'>,
  onFault: (text: string) => void,
  { onNews, onWritten }: OtherPages,
) {
  const state = createStore<{ readonly loaded: boolean; readonly ids: readonly string[] }>({
    loaded: false,
    ids: [],
  })
  /** One after the other. */
  let last = Promise.resolve()

  function take({ lists }: Decoded<'readWatchlist'>): void {
    const ids = [...new Set(lists.flatMap(({ outcomeIds }) => outcomeIds))].slice(0, MAX_OUTCOMES)
    state.set({ loaded: true, ids })
  }

  async function read(): Promise<void> {
    const answer = await client.call('readWatchlist', {})
    if (answer.ok) take(answer.value)
    else onFault(faultText(answer.error))
  }

  /** As another page left it, if nothing was changed here meanwhile. */
  async function readNews(): Promise<void> {
    const { loaded, ids } = state.get()
    const answer = loaded ? await client.call('readWatchlist', {}) : null
    if (answer?.ok === true && state.get().ids === ids) take(answer.value)
  }

  /** Writes the list unless a newer one is to follow. */
  async function write(ids: readonly string[]): Promise<void> {
    if (state.get().ids !== ids) return
    const body = { lists: [{ name: NAME, outcomeIds: ids }] }
    const answer = await client.call('writeWatchlist', { body })
    if (answer.ok) onWritten()
    else {
      onFault(faultText(answer.error))
      await read()
    }
  }

  /** Nothing before the list has been read. */
  function change(next: (ids: readonly string[]) => readonly string[]): void {
    const { loaded, ids } = state.get()
    const changed = next(ids)
    if (!loaded || changed === ids) return
    state.set({ loaded, ids: changed })
    last = last.then(() => write(changed))
  }

  onNews(() => {
    last = last.then(readNews)
  })

  return {
    state,
    read,
    /** Adds the outcome at the end, or takes it off. */
    toggle: (outcomeId: string) => change((ids) => toggled(ids, outcomeId)),
    /** Moves an outcome by so many places; it stops at the ends. */
    move: (outcomeId: string, by: number) => change((ids) => moved(ids, outcomeId, by)),
  }
}
