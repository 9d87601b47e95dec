/**
 * The user's arrangements in the settings store: one row each, written whole, so that a kill leaves the old or the
 * new (INV-34). An unreadable row counts as never written.
 */
import { z } from 'zod'
import { exitTemplates } from '#contract/attached-exits.ts'
import * as records from '#contract/records/attached-exits.ts'
import { layout, settings, storedSettings, watchlist } from '#contract/workspace.ts'
import type { KeptSettings } from '#contract/page-settings.ts'
import type { SCREEN_CLASSES, settingsChange } from '#contract/workspace.ts'
import { NO_TEMPLATES, type ExitTemplates } from '#core/order/exit-template.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { SettingsStore, StorageRefused } from '#ports/stores.ts'

export type ScreenClass = (typeof SCREEN_CLASSES)[number]
export type Layout = z.output<typeof layout>
type Watchlist = z.output<typeof watchlist>
type SettingsChange = z.output<typeof settingsChange>

/** Older versions kept layouts of before in it. */
const storedLayout = z.object({ current: layout })

const EMPTY_WATCHLIST: Watchlist = { lists: [] }
const NO_LAYOUT: z.output<typeof storedLayout> = { current: { version: 0, workspaces: [], active: null } }

/** Builds the keeper; each call reads or writes the store at once. */
export function createWorkspace(store: SettingsStore, log: Log) {
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

  function readLayout(screen: ScreenClass): Layout {
    return read(`layout.${screen}`, storedLayout, NO_LAYOUT).current
  }

  return {
    watchlist: (): Watchlist => read('watchlist', watchlist, EMPTY_WATCHLIST),
    setWatchlist: (value: Watchlist): Result<void, StorageRefused> =>
      store.write('watchlist', JSON.stringify(value)),
    exitTemplates: (): ExitTemplates =>
      records.exitTemplates.decode(
        read('exit_templates', exitTemplates, records.exitTemplates.encode(NO_TEMPLATES)),
      ),
    setExitTemplates: (value: ExitTemplates): Result<void, StorageRefused> =>
      store.write('exit_templates', JSON.stringify(records.exitTemplates.encode(value))),
    settings: readSettings,
    /** Omitted settings stay. Returns all settings after the change. */
    setSettings(change: SettingsChange): Result<KeptSettings, StorageRefused> {
      const next = settings.parse({ ...readSettings(), ...change })
      const written = store.write('settings', JSON.stringify(next))
      return written.ok ? ok(next) : written
    },

    layout: readLayout,

    /** `stale_version`: another write came between. */
    setLayout(screen: ScreenClass, body: Layout): Result<Layout, 'stale_version' | StorageRefused> {
      const { version } = readLayout(screen)
      if (body.version !== version) return err('stale_version')
      const current = { ...body, version: version + 1 }
      const written = store.write(`layout.${screen}`, JSON.stringify({ current }))
      return written.ok ? ok(current) : written
    },
  }
}

export type Workspace = ReturnType<typeof createWorkspace>
