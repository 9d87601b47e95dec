/**
 * Settings kept by the server: read after login, written a moment after a change. The browser's own copy serves before
 * that and while the server cannot be reached.
 */
import type { Client } from '../api/client.ts'
import type { ServerSettings } from '../api/wire.ts'
import { DEFAULT_SETTINGS, readColumns } from './settings.ts'
import type { Settings } from './settings.ts'
import { createStore } from './store.ts'
import type { Readable, Store } from './store.ts'

const PAUSE_MS = 500

/** The page's settings as the server keeps them. */
export function toServer(settings: Settings): ServerSettings {
  return {
    theme_mode: settings.theme,
    polarity: settings.polarity,
    density: settings.density,
    contrast: settings.contrast,
    auto_centre: settings.autoCentre,
    letter_keys: settings.letterKeys,
    quick_sizes: [...settings.sizes],
    group_orders: settings.groupOrders,
    watch_sort: settings.watchSort,
    mouse_scheme: settings.mouseScheme,
    mouse_buttons: settings.mouseButtons,
    fire_on_press: settings.fireOnPress,
    price_format: settings.priceFormat,
    ladder_columns: [...settings.ladderColumns],
    keys: Object.fromEntries(Object.entries(settings.keys).map(([id, strokes]) => [id, [...strokes]])),
    onboarded: settings.onboarded,
  }
}

/** The server's settings as the page uses them. */
export function fromServer(kept: ServerSettings): Settings {
  return {
    theme: kept.theme_mode,
    polarity: kept.polarity,
    density: kept.density,
    contrast: kept.contrast ?? 'system',
    autoCentre: kept.auto_centre,
    letterKeys: kept.letter_keys,
    sizes: kept.quick_sizes,
    groupOrders: kept.group_orders ?? false,
    watchSort: kept.watch_sort ?? DEFAULT_SETTINGS.watchSort,
    mouseScheme: kept.mouse_scheme ?? DEFAULT_SETTINGS.mouseScheme,
    mouseButtons: kept.mouse_buttons ?? DEFAULT_SETTINGS.mouseButtons,
    fireOnPress: kept.fire_on_press ?? false,
    priceFormat: kept.price_format ?? DEFAULT_SETTINGS.priceFormat,
    ladderColumns: readColumns(kept.ladder_columns),
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
  readonly onRefused: () => void
}

/** Keeps the store and the server the same from the first successful read on. */
export function createSettingsSync({ client, settings, after, onLeave, onRefused }: Needs): SettingsSync {
  const isRead = createStore(false)
  let kept = ''
  let cancelWait: (() => void) | null = null

  async function write(isLast = false): Promise<void> {
    const body = toServer(settings.get())
    const text = JSON.stringify(body)
    if (text === kept) return
    const answer = await client.call('writeSettings', { body }, isLast ? { keepalive: true } : {})
    if (answer.ok) kept = text
    else onRefused()
  }

  settings.subscribe(() => {
    cancelWait?.()
    cancelWait = isRead.get() ? after(PAUSE_MS, () => void write()) : null
  })

  // What waits to be written does not wait for a page that goes.
  onLeave(() => {
    if (cancelWait === null) return
    cancelWait()
    cancelWait = null
    void write(true)
  })

  return {
    isRead,
    async read() {
      const before = settings.get()
      const answer = await client.call('readSettings', {})
      if (!answer.ok) return
      kept = JSON.stringify(answer.value)
      if (settings.get() !== before) void write()
      else if (JSON.stringify(toServer(before)) !== kept) settings.set(fromServer(answer.value))
      isRead.set(true)
    },
  }
}
