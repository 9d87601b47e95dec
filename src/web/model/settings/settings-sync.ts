/**
 * Settings kept by the server: read after login and when another page may have changed them, written a moment after a
 * change. Only what was changed here is written, so that pages that change different settings lose none of them; of the
 * same setting the last write holds. The browser's own copy serves before the first read and without the server.
 */
import type { Client } from '../../platform/api/client.ts'
import type { ServerSettings } from '../../platform/api/wire.ts'
import { readTables } from './table-layouts.ts'
import type { TableLayout } from './table-layouts.ts'
import { DEFAULT_SETTINGS, readColumns } from './settings.ts'
import type { Settings } from './settings.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable, Store } from '../../platform/state/store.ts'

const PAUSE_MS = 500

/** The page's settings as the server keeps them: each of them, so that none that is added can be left out. */
export function toServer(settings: Settings): Required<ServerSettings> {
  return {
    theme_mode: settings.theme_mode,
    polarity: settings.polarity,
    density: settings.density,
    contrast: settings.contrast,
    auto_centre: settings.auto_centre,
    letter_keys: settings.letter_keys,
    quick_sizes: [...settings.quick_sizes],
    group_orders: settings.group_orders,
    watch_sort: settings.watch_sort,
    mouse_scheme: settings.mouse_scheme,
    mouse_buttons: settings.mouse_buttons,
    fire_on_press: settings.fire_on_press,
    buy_other_side: settings.buy_other_side,
    click_jump_ticks: settings.click_jump_ticks,
    price_format: settings.price_format,
    ladder_columns: [...settings.ladder_columns],
    tables: Object.fromEntries(
      Object.entries(settings.tables).map(([name, layout]) => [name, written(layout)]),
    ),
    keys: Object.fromEntries(Object.entries(settings.keys).map(([id, strokes]) => [id, [...strokes]])),
    onboarded: settings.onboarded,
  }
}

function written({ hidden, widths, sort }: TableLayout) {
  return { hidden: [...hidden], widths: { ...widths }, sort: sort === null ? null : { ...sort } }
}

/** The server's settings as the page uses them. */
export function fromServer(kept: ServerSettings): Settings {
  return {
    theme_mode: kept.theme_mode,
    polarity: kept.polarity,
    density: kept.density,
    contrast: kept.contrast ?? 'system',
    auto_centre: kept.auto_centre,
    letter_keys: kept.letter_keys,
    quick_sizes: kept.quick_sizes,
    group_orders: kept.group_orders ?? false,
    watch_sort: kept.watch_sort ?? DEFAULT_SETTINGS.watch_sort,
    mouse_scheme: kept.mouse_scheme ?? DEFAULT_SETTINGS.mouse_scheme,
    mouse_buttons: kept.mouse_buttons ?? DEFAULT_SETTINGS.mouse_buttons,
    fire_on_press: kept.fire_on_press ?? false,
    buy_other_side: kept.buy_other_side ?? true,
    click_jump_ticks: kept.click_jump_ticks ?? DEFAULT_SETTINGS.click_jump_ticks,
    price_format: kept.price_format ?? DEFAULT_SETTINGS.price_format,
    ladder_columns: readColumns(kept.ladder_columns),
    tables: readTables(kept.tables),
    keys: kept.keys ?? {},
    onboarded: kept.onboarded ?? false,
  }
}

export type SettingsSync = {
  /** Takes over what the server keeps. A choice made while it is read wins and is written. */
  readonly read: () => Promise<void>
  /** Whether what the server keeps is known. */
  readonly isRead: Readable<boolean>
}

type Needs = {
  readonly client: Pick<Client, 'call'>
  readonly settings: Store<Settings>
  readonly after: (ms: number, task: () => void) => () => void
  /** The page goes: a reload, a closed tab. */
  readonly onLeave: (task: () => void) => void
  /** Another page may have changed them. */
  readonly onNews: (task: () => void) => void
  readonly onWritten: () => void
  readonly onRefused: () => void
}

/** What is different in `after`; a list or a map counts as one setting. */
function differing(before: ServerSettings, after: ServerSettings): Partial<ServerSettings> {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => old.get(name) !== JSON.stringify(value)),
  )
}

/** Keeps the store and the server the same from the first successful read on. */
export function createSettingsSync(needs: Needs): SettingsSync {
  const { client, settings, after, onLeave, onNews, onWritten, onRefused } = needs
  const isRead = createStore(false)
  /** As the server last said; before it was asked, as this browser had them. */
  let kept: ServerSettings | null = null
  let cancelWait: (() => void) | null = null
  /** One after the other: an answer never stands over a newer one. */
  let last: Promise<void> = Promise.resolve()

  function mine(): ServerSettings {
    return toServer(settings.get())
  }

  /** Takes over what the server has, but for what was changed here since `before`. */
  function take(answer: ServerSettings, before: ServerSettings): void {
    kept = toServer(fromServer(answer))
    const merged = { ...kept, ...differing(before, mine()) }
    if (Object.keys(differing(mine(), merged)).length > 0) settings.set(fromServer(merged))
  }

  async function write(isLast = false): Promise<void> {
    const sent = mine()
    const body = differing(kept ?? sent, sent)
    if (Object.keys(body).length === 0) return
    const answer = await client.call('writeSettings', { body }, isLast ? { keepalive: true } : {})
    if (!answer.ok) {
      onRefused()
      return
    }
    take(answer.value, sent)
    onWritten()
  }

  async function read(): Promise<void> {
    const before = kept ?? mine()
    const answer = await client.call('readSettings', {})
    if (!answer.ok) return
    take(answer.value, before)
    isRead.set(true)
    await write()
  }

  function inTurn(task: () => Promise<void>): Promise<void> {
    last = last.then(task)
    return last
  }

  settings.subscribe(() => {
    cancelWait?.()
    cancelWait = null
    if (!isRead.get()) return
    cancelWait = after(PAUSE_MS, () => {
      cancelWait = null
      void inTurn(write)
    })
  })

  // What waits to be written, or for an answer before it, does not wait for a page that goes.
  onLeave(() => {
    if (!isRead.get()) return
    cancelWait?.()
    cancelWait = null
    void write(true)
  })

  onNews(() => {
    if (isRead.get()) void inTurn(read)
  })

  return {
    isRead,
    read() {
      kept ??= mine()
      return inTurn(read)
    },
  }
}
