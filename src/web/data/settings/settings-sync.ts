/**
 * Settings kept by the server: read after login and when another page may have changed them, written at each change. Only what was changed here is written, so that pages that change different settings lose none of them; of the
 * same setting the last write holds. The browser's own copy serves before the first read and without the server.
 */
import type { Client } from '../../platform/api/client.ts'
import { readSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable, Store } from '../../platform/state/store.ts'

type Needs = {
  readonly client: Pick<Client, 'call'>
  readonly settings: Store<Settings>
  /** A second page may have changed them. */
  readonly onNews: (task: () => void) => void
  /** The page is about to go. */
  readonly onLeave: (task: () => void) => void
  readonly onWritten: () => void
  readonly onRefused: () => void
}

/** Settings that differ in `after`; a list or a map counts as one setting. */
function differing(before: Settings, after: Settings): Partial<Settings> {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => old.get(name) !== JSON.stringify(value)),
  )
}

/** Keeps the store and the server the same from the first successful read on. */
export function createSettingsSync(needs: Needs) {
  const { client, settings, onNews, onLeave, onWritten, onRefused } = needs
  const isRead = createStore(false)
  /** As the server last said; before it was asked, as this browser had them. */
  let kept: Settings | null = null
  /** One after the other: an answer never replaces a newer one. */
  let last: Promise<void> = Promise.resolve()

  /** Takes over what the server has, but for what was changed here since `before`. */
  function take(answer: unknown, before: Settings): void {
    kept = readSettings(answer)
    const now = settings.get()
    const news = differing(now, { ...kept, ...differing(before, now) })
    if (Object.keys(news).length > 0) settings.set({ ...now, ...news })
  }

  /** Outlives the page: a reload right after a choice loses nothing. */
  async function write(): Promise<void> {
    const sent = settings.get()
    const body = differing(kept ?? sent, sent)
    if (Object.keys(body).length === 0) return
    const answer = await client.call('writeSettings', { body }, { keepalive: true })
    if (!answer.ok) {
      onRefused()
      return
    }
    take(answer.value, sent)
    onWritten()
  }

  async function read(): Promise<void> {
    const before = kept ?? settings.get()
    const answer = await client.call('readSettings', {})
    if (!answer.ok) return
    take(answer.value, before)
    isRead.set(true)
    await write()
  }

  const inTurn = (task: () => Promise<void>): Promise<void> => (last = last.then(task))
  settings.subscribe(() => {
    if (isRead.get()) void inTurn(write)
  })
  onNews(() => {
    if (isRead.get()) void inTurn(read)
  })
  // Its turn would not come any more: what is being written is written again with it.
  onLeave(() => {
    if (isRead.get()) void write()
  })
  return {
    /** True if the server's settings are known. */
    isRead: isRead as Readable<boolean>,
    /** Takes over what the server keeps. A choice made while it is read wins and is written. */
    read(): Promise<void> {
      kept ??= settings.get()
      return inTurn(read)
    },
  }
}
