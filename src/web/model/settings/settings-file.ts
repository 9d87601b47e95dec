/**
 * Settings, keys and layouts as one file, to be taken to another terminal. It has no secret and no risk limit: raising one asks for
 * the password. What is read is judged by the table of settings from which the server's schema is made, setting by setting, and what
 * is not understood is named.
 */
import { DEFAULT_SETTINGS, KEPT, PAGE_SETTINGS } from '#contract/page-settings.ts'
import type { PageSetting, PageSettingName, TableLayout } from '#contract/page-settings.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { SCREEN_CLASSES } from '../../platform/page/screen-class.ts'
import type { ScreenClass } from '../../platform/page/screen-class.ts'
import { commandOf, strokeRefusal } from '../keys/key-map.ts'
import { readContent } from '../workspace/layout-document.ts'
import type { Document } from '../workspace/workspace-list.ts'
import { withSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import { fieldsOf } from './table-layouts.ts'

export type Layouts = Readonly<Partial<Record<ScreenClass, Document['workspaces']>>>

export type SettingsFile = {
  readonly settings: Partial<Settings>
  readonly layouts: Layouts
  /** What is left out of it, each by its name. */
  readonly notUnderstood: readonly string[]
}

/** One line of what an import would change. */
export type Change = {
  readonly label: string
  readonly from: string
  readonly to: string
  /** There is no room for it. */
  readonly isLeftOut: boolean
}

const FORMAT = 1
/** Of the file, in bytes; the text has no more characters. */
export const MAX_LENGTH = 2_000_000
const MAX_WORKSPACES = 20
const MAX_NAME = 60
const MAX_DEPTH = 50

const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** In files of versions that welcomed a first visit. */
const RETIRED: ReadonlySet<string> = new Set(['onboarded'])

/** The text of the file. */
export function writeSettingsFile(settings: Settings, layouts: Layouts, at: string): string {
  return `${JSON.stringify({ sesame_settings: FORMAT, exported_at: at, settings, layouts }, null, 2)}\n`
}

/** Reads such a file; the fault says why it is none. */
export function readSettingsFile(text: string): Result<SettingsFile, string> {
  if (text.length > MAX_LENGTH) return err('The file is too large for settings.')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return err('The file is not JSON.')
  }
  if (isTooDeep(parsed)) return err('The file is nested too deeply for settings.')
  const file = fieldsOf(parsed)
  if (typeof file['sesame_settings'] !== 'number') return err('The file has no settings of Sesame.')
  if (file['sesame_settings'] > FORMAT) return err('The file was written by a newer version.')
  const notUnderstood = Object.keys(file).filter((name) => !FIELDS.has(name))
  const settings = readEach(fieldsOf(file['settings']), notUnderstood)
  return ok({ settings, layouts: readLayouts(fieldsOf(file['layouts']), notUnderstood), notUnderstood })
}

/** What walks through values calls itself for each level. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return level.length > 0
}

const FIELDS: ReadonlySet<string> = new Set(['sesame_settings', 'exported_at', 'settings', 'layouts'])

function readEach(kept: Readonly<Record<string, unknown>>, notUnderstood: string[]): Partial<Settings> {
  const entries = Object.entries(kept).flatMap(([name, value]) => {
    if (RETIRED.has(name)) return []
    const read = isSetting(name) ? readOne(name, value, notUnderstood) : undefined
    if (read === undefined) notUnderstood.push(`setting ${name}`)
    return read === undefined ? [] : [[name, read]]
  })
  return Object.fromEntries(entries) as Partial<Settings>
}

function isSetting(name: string): name is PageSettingName {
  return Object.hasOwn(PAGE_SETTINGS, name)
}

/** Undefined where the setting cannot have the value; of keys and tables, those that can be kept. */
function readOne(name: PageSettingName, value: unknown, notUnderstood: string[]): unknown {
  const read = withSettings(DEFAULT_SETTINGS, { [name]: value })
  if (!isSame(read[name], value)) return undefined
  if (name === 'keys') return fitting(read.keys, isKept, 'key of', notUnderstood)
  if (name !== 'tables') return read[name]
  const tables = fitting(read.tables, isTable, 'table', notUnderstood)
  return Object.fromEntries(Object.entries(tables).slice(0, KEPT.tables))
}

function fitting<T>(
  all: Readonly<Record<string, T>>,
  fits: (one: T, name: string) => boolean,
  kind: string,
  notUnderstood: string[],
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(all).filter(([name, one]) => {
      if (fits(one, name)) return true
      notUnderstood.push(`${kind} ${name}`)
      return false
    }),
  )
}

/** One that the server would not take keeps all settings from being written from then on. */
function isKept(strokes: readonly string[], id: string): boolean {
  const command = commandOf(id)
  return (
    command !== null &&
    strokes.length <= KEPT.strokes &&
    strokes.every((text) => strokeRefusal(command, text) === null)
  )
}

/** A body with one of the names of prototypes is refused whole. */
const isTableName = (name: string): boolean => KEPT.name.test(name) && !PROTOTYPE_NAMES.has(name)

function isTable({ hidden, widths, sort }: TableLayout, name: string): boolean {
  const wide = Object.keys(widths)
  return (
    Math.max(hidden.length, wide.length) <= KEPT.columns &&
    [name, ...hidden, ...wide, ...(sort === null ? [] : [sort.column])].every(isTableName)
  )
}

function readLayouts(kept: Readonly<Record<string, unknown>>, notUnderstood: string[]): Layouts {
  return Object.fromEntries(
    Object.entries(kept).flatMap(([screen, workspaces]) => {
      if (!SCREEN_CLASSES.some((one) => one === screen) || !Array.isArray(workspaces)) {
        notUnderstood.push(`layouts of ${screen}`)
        return []
      }
      const read = (workspaces as readonly unknown[]).flatMap((workspace) => {
        const { id, name, content } = fieldsOf(workspace)
        if (isName(id) && isName(name) && readContent(content).ok) return [{ id, name, content }]
        notUnderstood.push(`layout ${typeof name === 'string' ? name : '?'} of ${screen}`)
        return []
      })
      const beyond = read.slice(MAX_WORKSPACES)
      notUnderstood.push(...beyond.map(({ name }) => `layout ${name} of ${screen}, beyond ${MAX_WORKSPACES}`))
      return [[screen, read.slice(0, MAX_WORKSPACES)]]
    }),
  )
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** The fields of objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  )
}

/** The layouts with those of the file put in: the same workspace is replaced, others are added as far as there is room. */
export function mergeWorkspaces(
  kept: Document['workspaces'],
  read: Document['workspaces'],
): Document['workspaces'] {
  const ids = new Set(read.map(({ id }) => id))
  const news = read.filter(({ id }) => !kept.some((one) => one.id === id))
  return [
    ...kept.map((one) => (ids.has(one.id) ? (read.find(({ id }) => id === one.id) ?? one) : one)),
    ...news,
  ].slice(0, MAX_WORKSPACES)
}

/** What an import changes, setting by setting and workspace by workspace; nothing that is the same already. */
export function changesOf(file: SettingsFile, settings: Settings, layouts: Layouts): readonly Change[] {
  const changed = Object.entries(file.settings).flatMap(([name, value]) => {
    const before = settings[name as PageSettingName]
    if (isSame(before, value)) return []
    const setting: PageSetting = PAGE_SETTINGS[name as PageSettingName]
    const [from, to] = [valueText(setting, before), valueText(setting, value)]
    return [{ label: setting.label, from, to, isLeftOut: false }]
  })
  const arranged = SCREEN_CLASSES.flatMap((screen) => {
    const [kept, read] = [layouts[screen] ?? [], file.layouts[screen] ?? []]
    const fits = new Set(mergeWorkspaces(kept, read).map(({ id }) => id))
    return read.flatMap(({ id, name, content }) => {
      const before = kept.find((one) => one.id === id)
      if (before !== undefined && isSame(before.content, content) && before.name === name) return []
      return [
        {
          label: `Layout ${name}, ${screen}`,
          from: before === undefined ? 'none' : 'as arranged here',
          to: fits.has(id) ? 'as in the file' : `left out, as there are ${MAX_WORKSPACES} already`,
          isLeftOut: !fits.has(id),
        },
      ]
    })
  })
  return [...changed, ...arranged]
}

function valueText(setting: PageSetting, value: unknown): string {
  switch (setting.kind) {
    case 'one':
      return setting.options.find(([one]) => one === value)?.[1] ?? String(value)
    case 'flag':
      return value === true ? 'On' : 'Off'
    case 'count':
      return String(value)
    case 'sizes':
      return (value as readonly string[]).join(', ')
    case 'some':
      return (
        setting.options
          .flatMap(([one, text]) => ((value as readonly string[]).includes(one) ? [text] : []))
          .join(', ') || 'none'
      )
    case 'each':
      return setting.parts
        .map(([part]) => setting.options.find(([one]) => one === fieldsOf(value)[part])?.[1] ?? '')
        .join(', ')
    case 'tables':
    case 'keys': {
      const count = Object.keys(fieldsOf(value)).length
      return count === 0 ? 'none' : `${count} of your own`
    }
  }
}
