/** The user's own choices, kept in this browser. Anything unreadable counts as not chosen. */
import { PRICE_FORMATS } from '../../platform/format/price-formats.ts'
import type { PriceFormat } from '../../platform/format/price-formats.ts'
import { readTables } from './table-layouts.ts'
import type { TableLayouts } from './table-layouts.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Store } from '../../platform/state/store.ts'

export const MOUSE_SCHEMES = ['column', 'button', 'custom'] as const
export type MouseScheme = (typeof MOUSE_SCHEMES)[number]

/** `column` buys in the bid column and sells in the ask column; `buy` and `sell` do so anywhere. */
export const MOUSE_ACTIONS = ['column', 'buy', 'sell', 'ticket', 'alert', 'menu', 'centre', 'none'] as const
export type MouseAction = (typeof MOUSE_ACTIONS)[number]

export type MouseButtons = {
  readonly left: MouseAction
  readonly middle: MouseAction
  readonly right: MouseAction
}

/** Columns of a ladder that can be left out, in their order; bid, price and ask stand between the two of my orders. */
export const LADDER_COLUMNS = ['result', 'my_bids', 'my_asks', 'volume', 'queue'] as const
export type LadderColumn = (typeof LADDER_COLUMNS)[number]

export const WATCH_SORTS = ['own', 'change', 'volume', 'start'] as const
export type WatchSort = (typeof WATCH_SORTS)[number]

export type Settings = {
  readonly theme_mode: 'dark' | 'light' | 'system'
  readonly polarity: 'polar' | 'classic' | 'classic_red_up' | 'mono'
  readonly density: 'compact' | 'normal' | 'touch'
  /** More than usual: always, or when the system asks for it. */
  readonly contrast: 'system' | 'more'
  readonly auto_centre: boolean
  readonly letter_keys: boolean
  /** Six quick quick_sizes in shares, as decimal text. */
  readonly quick_sizes: readonly string[]
  /** Whether the table of orders stands by market. */
  readonly group_orders: boolean
  readonly watch_sort: WatchSort
  readonly mouse_scheme: MouseScheme
  /** What the buttons do in the custom scheme. */
  readonly mouse_buttons: MouseButtons
  readonly fire_on_press: boolean
  /** Whether a sale beyond what is held buys the market's other outcome. */
  readonly buy_other_side: boolean
  /** Ticks by which the best price may move between press and release before a click is refused. */
  readonly click_jump_ticks: number
  readonly price_format: PriceFormat
  /** Shown ones, in their order. */
  readonly ladder_columns: readonly LadderColumn[]
  readonly tables: TableLayouts
  /** Own strokes by command (features/keys). */
  readonly keys: Readonly<Record<string, readonly string[]>>
  /** Whether the first visit is over. */
  readonly onboarded: boolean
}

export const DEFAULT_SETTINGS: Settings = {
  theme_mode: 'system',
  polarity: 'polar',
  density: 'normal',
  contrast: 'system',
  auto_centre: true,
  letter_keys: true,
  quick_sizes: ['5', '10', '25', '50', '100', '250'],
  group_orders: false,
  watch_sort: 'own',
  mouse_scheme: 'column',
  mouse_buttons: { left: 'column', middle: 'centre', right: 'menu' },
  fire_on_press: false,
  buy_other_side: true,
  click_jump_ticks: 5,
  price_format: 'price',
  ladder_columns: LADDER_COLUMNS,
  tables: {},
  keys: {},
  onboarded: false,
}

const CHOICES = {
  theme_mode: ['dark', 'light', 'system'],
  polarity: ['polar', 'classic', 'classic_red_up', 'mono'],
  density: ['compact', 'normal', 'touch'],
  contrast: ['system', 'more'],
} as const

function choice<T extends string>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.find((one) => one === value) ?? fallback
}

function readButtons(value: unknown): MouseButtons {
  const stored: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {}
  const { left, middle, right } = DEFAULT_SETTINGS.mouse_buttons
  return {
    left: choice(stored['left'], MOUSE_ACTIONS, left),
    middle: choice(stored['middle'], MOUSE_ACTIONS, middle),
    right: choice(stored['right'], MOUSE_ACTIONS, right),
  }
}

/** In their fixed order, whatever the order in which they are given. */
export function readColumns(value: unknown): readonly LadderColumn[] {
  if (!Array.isArray(value)) return DEFAULT_SETTINGS.ladder_columns
  return LADDER_COLUMNS.filter((column) => value.includes(column))
}

/** Reads stored settings, field by field. */
export function readSettings(text: string | null): Settings {
  let stored: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    if (typeof parsed === 'object' && parsed !== null) stored = { ...parsed }
  } catch {
    return DEFAULT_SETTINGS
  }
  const quick_sizes = stored['quick_sizes']
  return {
    theme_mode: choice(stored['theme_mode'], CHOICES.theme_mode, DEFAULT_SETTINGS.theme_mode),
    polarity: choice(stored['polarity'], CHOICES.polarity, DEFAULT_SETTINGS.polarity),
    density: choice(stored['density'], CHOICES.density, DEFAULT_SETTINGS.density),
    contrast: choice(stored['contrast'], CHOICES.contrast, DEFAULT_SETTINGS.contrast),
    auto_centre: stored['auto_centre'] !== false,
    letter_keys: stored['letter_keys'] !== false,
    quick_sizes:
      Array.isArray(quick_sizes) &&
      quick_sizes.length === 6 &&
      quick_sizes.every((size) => typeof size === 'string')
        ? quick_sizes
        : DEFAULT_SETTINGS.quick_sizes,
    group_orders: stored['group_orders'] === true,
    watch_sort: choice(stored['watch_sort'], WATCH_SORTS, DEFAULT_SETTINGS.watch_sort),
    mouse_scheme: choice(stored['mouse_scheme'], MOUSE_SCHEMES, DEFAULT_SETTINGS.mouse_scheme),
    mouse_buttons: readButtons(stored['mouse_buttons']),
    fire_on_press: stored['fire_on_press'] === true,
    buy_other_side: stored['buy_other_side'] !== false,
    click_jump_ticks: readJump(stored['click_jump_ticks']),
    price_format: choice(stored['price_format'], PRICE_FORMATS, DEFAULT_SETTINGS.price_format),
    ladder_columns: readColumns(stored['ladder_columns']),
    tables: readTables(stored['tables']),
    keys: readKeys(stored['keys']),
    onboarded: stored['onboarded'] === true,
  }
}

function readJump(value: unknown): number {
  const isTicks = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100
  return isTicks ? value : DEFAULT_SETTINGS.click_jump_ticks
}

function readKeys(value: unknown): Settings['keys'] {
  if (typeof value !== 'object' || value === null) return DEFAULT_SETTINGS.keys
  const isStrokes = (one: unknown): one is string[] =>
    Array.isArray(one) && one.every((stroke) => typeof stroke === 'string')
  return Object.fromEntries(
    Object.entries(value).flatMap(([id, strokes]) => (isStrokes(strokes) ? [[id, strokes]] : [])),
  )
}

const NAME = 'sesame.settings'

/** Builds the settings store over the browser's storage; a storage that refuses only costs the memory. */
export function createSettings(storage: Pick<Storage, 'getItem' | 'setItem'>): Store<Settings> {
  let text: string | null = null
  try {
    text = storage.getItem(NAME)
  } catch {
    text = null
  }
  const store = createStore(readSettings(text))
  store.subscribe(() => {
    try {
      storage.setItem(NAME, JSON.stringify(store.get()))
    } catch {
      // Private windows store nothing: the choice then lasts as long as the page.
    }
  })
  return store
}
