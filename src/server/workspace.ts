/**
 * The user's arrangements in the settings store: one row each, written whole, so that a kill leaves the old or the
 * new (INV-34). An unreadable row counts as never written.
 */
import { z } from 'zod'
import { layoutBody, settings, storedSettings, watchlist } from '#contract/workspace.ts'
import type { KeptSettings } from '#contract/page-settings.ts'
import type { layout, SCREEN_CLASSES, settingsChange } from '#contract/workspace.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { SettingsStore, StorageRefused } from '#ports/stores.ts'

export type ScreenClass = (typeof SCREEN_CLASSES)[number]
export type Layout = z.output<typeof layout>
type LayoutBody = z.output<typeof layoutBody>
type Watchlist = z.output<typeof watchlist>
type SettingsChange = z.output<typeof settingsChange>

/** The present layout and the one before it; older versions kept more of them. */
const storedLayout = z.object({ current: layoutBody, before: z.array(layoutBody) })

const EMPTY_WATCHLIST: Watchlist = { lists: [] }
const NO_LAYOUT: z.output<typeof storedLayout> = {
  current: { version: 0, workspaces: [], active: null },
  before: [],
}
export type Workspace = {
  watchlist(): Watchlist
  setWatchlist(value: Watchlist): Result<void, StorageRefused>
  settings(): KeptSettings
  /** Omitted settings stay. Returns all settings after the change. */
  setSettings(change: SettingsChange): Result<KeptSettings, StorageRefused>
  layout(screen: ScreenClass): Layout
  /** `stale_version`: another write came between. */
  setLayout(screen: ScreenClass, body: LayoutBody): Result<Layout, 'stale_version' | StorageRefused>
  undoLayout(
    screen: ScreenClass,
    version: number,
  ): Result<Layout, 'stale_version' | 'nothing_before' | StorageRefused>
}

/** Builds the keeper; each call reads or writes the store at once. */
export function createWorkspace(store: SettingsStore, log: Log): Workspace {
  function read<Value>(name: string, schema: z.ZodType<Value>, fallback: Value): Value {
    const json = store.read(name)
    if (json === null) return fallback
    const parsed = schema.safeParse(JSON.parse(json))
    if (parsed.success) return parsed.data
    log.warn('workspace.unreadable', { name })
    return fallback
  }

  function readSettings(): KeptSettings {
    return read('settings', storedSettings, settings.parse({}))
  }

  function readLayout(screen: ScreenClass): z.output<typeof storedLayout> {
    return read(`layout.${screen}`, storedLayout, NO_LAYOUT)
  }

  function writeLayout(
    screen: ScreenClass,
    current: LayoutBody,
    before: readonly LayoutBody[],
  ): Result<Layout, StorageRefused> {
    const written = store.write(`layout.${screen}`, JSON.stringify({ current, before }))
    return written.ok ? ok({ ...current, can_undo: before.length > 0 }) : written
  }

  return {
    watchlist: () => read('watchlist', watchlist, EMPTY_WATCHLIST),
    setWatchlist: (value) => store.write('watchlist', JSON.stringify(value)),
    settings: readSettings,
    setSettings(change) {
      const next = settings.parse({ ...readSettings(), ...change })
      const written = store.write('settings', JSON.stringify(next))
      return written.ok ? ok(next) : written
    },

    layout(screen) {
      const { current, before } = readLayout(screen)
      return { ...current, can_undo: before.length > 0 }
    },

    setLayout(screen, body) {
      const { current } = readLayout(screen)
      if (body.version !== current.version) return err('stale_version')
      return writeLayout(screen, { ...body, version: current.version + 1 }, [current])
    },

    undoLayout(screen, version) {
      const { current, before } = readLayout(screen)
      if (version !== current.version) return err('stale_version')
      const [previous] = before
      if (previous === undefined) return err('nothing_before')
      return writeLayout(screen, { ...previous, version: current.version + 1 }, [])
    },
  }
}
