/** Arrangements of the user that the terminal keeps: watchlists, layouts, settings (API-4). */
import { z } from 'zod'
import { unreachable } from '#lib/never.ts'
import { snake } from './codec/codec.ts'
import { KEPT, PAGE_SETTINGS, renewed } from './page-settings.ts'
import type { KeptSettings, PageSetting } from './page-settings.ts'
import { own, read } from './route.ts'
import { decimal, outcomeId } from './values.ts'

const name = z.string().min(1).max(60).describe('As it is shown')

export const watchlist = z
  .strictObject({
    lists: z
      .array(z.strictObject({ name, outcome_ids: z.array(outcomeId).max(200).describe('In their order') }))
      .max(20)
      .describe('In their order'),
  })
  .meta({ id: 'Watchlist' })

export const SCREEN_CLASSES = ['desktop', 'wide', 'tablet', 'phone'] as const
const screenClass = z.enum(SCREEN_CLASSES).meta({ id: 'ScreenClass' })

const layoutVersion = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).describe('Counts its writes')

/** In a PUT the version is the one that is replaced. */
export const layout = z
  .strictObject({
    version: layoutVersion,
    workspaces: z
      .array(z.strictObject({ id: name, name, content: z.unknown().describe("The page's own") }))
      .max(20)
      .describe('In their order'),
    active: name.nullable().describe('Id of the open one'),
  })
  .meta({ id: 'Layout' })

const columnName = z.string().regex(KEPT.name)

/** Columns left out, and the column that the table is sorted by. Widths, which earlier versions kept, are read over. */
const tableLayout = z.object({
  hidden: z.array(columnName).max(KEPT.columns).describe('Columns left out'),
  sort: z
    .strictObject({ column: columnName.describe('By it'), descending: z.boolean().describe('Largest first') })
    .nullable()
    .describe("Null: the table's own order"),
})

const tables = z
  .record(columnName, tableLayout)
  .refine((all) => Object.keys(all).length <= KEPT.tables, `at most ${KEPT.tables} tables`)

const keys = z
  .record(z.string().regex(/^[a-z0-9_]{1,40}$/), z.array(z.string().regex(/^[ -~]{1,40}$/)).max(KEPT.strokes))
  .refine((all) => Object.keys(all).length <= 200, 'at most 200 commands')

function schemaOf(setting: PageSetting): z.ZodType {
  switch (setting.kind) {
    case 'one':
      return z.enum(Object.keys(setting.options))
    case 'some':
      return z.array(z.enum(Object.keys(setting.options))).max(Object.keys(setting.options).length)
    case 'flag':
      return z.boolean()
    case 'count':
      return z.number().int().min(setting.min).max(setting.max)
    case 'sizes':
      return z.array(decimal).length(setting.initial.length)
    case 'tables':
      return tables
    case 'keys':
      return keys
    default:
      return unreachable(setting)
  }
}

type Fields = {
  readonly [Name in keyof KeptSettings]: z.ZodType<KeptSettings[Name], KeptSettings[Name]>
}
type Kept = { readonly [Name in keyof Fields]: z.ZodDefault<Fields[Name]> }

const described = Object.entries(PAGE_SETTINGS).map(([name, setting]: [string, PageSetting]) => {
  const { label, help } = setting
  const description = help === undefined ? label : `${label} (${help})`
  return { name: snake(name), setting, schema: schemaOf(setting).meta({ description }) }
})

/** One that older stores do not have is at its default. */
const kept = Object.fromEntries(
  described.map(({ name, setting, schema }) => [name, schema.default(setting.initial)]),
) as Kept
export const settings = z.strictObject(kept).meta({ id: 'Settings' })
/** As they were stored: what this version does not have is at its default, or as the nearest that it has. */
export const storedSettings = z.object(
  Object.fromEntries(
    described.map(({ name, setting, schema }) => [
      name,
      z.preprocess((value) => renewed(setting, value), schema).catch(setting.initial),
    ]),
  ),
) as unknown as z.ZodType<KeptSettings>

/** Some of the settings; omitted ones stay, so that two pages can change different settings. */
const fields = Object.fromEntries(described.map(({ name, schema }) => [name, schema])) as Fields
export const settingsChange = z.strictObject(fields).partial().meta({ id: 'SettingsChange' })

const params = z.strictObject({ screen_class: screenClass })

export const workspaceRoutes = {
  readWatchlist: read('Watchlists', { answer: watchlist }),
  writeWatchlist: own('Replace the watchlists', { body: watchlist, answer: watchlist }),
  readLayout: read('The layout of one class of screens; ETag is its version', {
    params,
    answer: layout,
    versioned: true,
  }),
  writeLayout: own('Replace a layout; 412 if version or If-Match is not current', {
    params,
    body: layout,
    answer: layout,
    versioned: true,
  }),
  readSettings: read('Appearance and keys', { answer: settings }),
  writeSettings: own('Change appearance and keys; omitted settings stay', {
    body: settingsChange,
    answer: settings,
  }),
} as const
