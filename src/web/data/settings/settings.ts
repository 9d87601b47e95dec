/** The user's own choices, kept in this browser. Anything unreadable counts as not chosen. */
import { DEFAULT_SETTINGS, PAGE_SETTINGS, pageSettings, renewed } from '#contract/page-settings.ts'
import type {
  KeyStrokes,
  PageSetting,
  PageSettingName,
  PageSettings,
  TableLayouts,
} from '#contract/page-settings.ts'
import { unreachable } from '#lib/never.ts'
import { createKept, fieldsOf, rowsOf } from '../../platform/state/store.ts'
import type { Store } from '../../platform/state/store.ts'
import { amountIn, writtenAmount } from '../../platform/format/figures.ts'

export { PAGE_SETTINGS } from '#contract/page-settings.ts'
export type { PageSetting, PageSettingName, TableLayout } from '#contract/page-settings.ts'
export type Settings = PageSettings
export type MouseScheme = Settings['mouseScheme']
export type LadderColumn = Settings['ladderColumns'][number]

/** Reads settings from this browser or the terminal, each on its own: what cannot be read is at its default. */
export function readSettings(kept: unknown): Settings {
  return withSettings(DEFAULT_SETTINGS, fieldsOf(kept))
}

/** The settings with some of them changed; a value that a setting cannot have leaves it at its default. */
export function withSettings(settings: Settings, changed: Readonly<Record<string, unknown>>): Settings {
  const entries = Object.entries(PAGE_SETTINGS)
    .filter(([name]) => Object.hasOwn(changed, name))
    .map(([name, setting]) => [name, readValue(setting, changed[name])])
  return { ...settings, ...(Object.fromEntries(entries) as Partial<Settings>) }
}

function readValue(setting: PageSetting, kept: unknown): unknown {
  const { kind, initial } = setting
  const value = renewed(setting, kept)
  switch (kind) {
    case 'one':
      return typeof value === 'string' && Object.hasOwn(setting.options, value) ? value : initial
    case 'some':
      // In their fixed order, whatever the order in which they are given.
      return Array.isArray(value)
        ? Object.keys(setting.options).filter((one) => value.includes(one))
        : initial
    case 'flag':
      return typeof value === 'boolean' ? value : initial
    case 'count':
      return Number.isInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max
        ? value
        : initial
    case 'sizes':
      return isTexts(value) && value.length === setting.initial.length && value.every(isSize)
        ? value
        : initial
    case 'tables':
      return readTables(value)
    case 'keys':
      return readKeys(value)
    default:
      return unreachable(kind)
  }
}

/** Reads stored layouts, field by field; what cannot be read is as it was made. */
export function readTables(value: unknown): TableLayouts {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([name, layout]) => {
      const { hidden, sort } = fieldsOf(layout)
      const { column, descending } = fieldsOf(sort)
      return [
        name,
        {
          hidden: rowsOf(hidden).filter((id) => typeof id === 'string'),
          sort: typeof column === 'string' ? { column, descending: descending === true } : null,
        },
      ]
    }),
  )
}

function readKeys(value: unknown): KeyStrokes {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([id, strokes]) => (isTexts(strokes) ? [[id, strokes]] : [])),
  )
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

function isSize(text: string): boolean {
  const size = amountIn(text)
  return size !== null && size >= 0n && writtenAmount(size) === text
}

/** The values that a setting is offered with, where it is one of a few. */
export function choicesOf(name: PageSettingName): readonly Choice[] {
  const setting: PageSetting = PAGE_SETTINGS[name]
  switch (setting.kind) {
    case 'one':
    case 'some':
      return Object.entries(setting.options).map(([value, text]) => ({ value, text }))
    case 'flag':
      return [true, false].map((value) => ({ value, text: value ? 'On' : 'Off' }))
    case 'count':
      return setting.offered.map((value) => ({ value, text: `${value}` }))
    default:
      return []
  }
}

export type Choice = { readonly value: string | boolean | number; readonly text: string }

const NAME = 'sesame.settings'

/** Builds the settings store over the browser's storage; a storage that refuses only costs the memory. */
export function createSettings(storage: Pick<Storage, 'getItem' | 'setItem'>): Store<Settings> {
  const read = (kept: unknown) => readSettings(pageSettings.decode(fieldsOf(kept) as never))
  return createKept(storage, NAME, read, pageSettings.encode)
}
