/**
 * The settings of the page, each written once: its values, its default, its name and where it is offered. What the API takes
 * (`workspace.ts`), what the page reads and the settings page follow from it. Without zod: the page loads it.
 */
import { record, same, type Codec, type Snake } from './codec/codec.ts'

/** Values, each with its text on the settings page. */
export type Options = Readonly<Record<string, string>>

type Named = {
  /** On the settings page. */
  readonly label: string
  /** Explanation behind the label. */
  readonly help?: string
  /** Section of the settings page; none if set in its own view. */
  readonly section?: 'Appearance' | 'Ladder' | 'Keys'
}

type Choice = Named & { readonly options: Options }
/** `read`: values that earlier versions kept, each as the one that it is read as now. */
type OneOf = Choice & { readonly initial: string; readonly read?: Readonly<Record<string, string>> }
type Bounds = { readonly min: number; readonly max: number; readonly offered: readonly number[] }

/** `sizes`: as many sizes in shares as there are at first, as decimal text. */
export type PageSetting =
  | (OneOf & { readonly kind: 'one' })
  | (Choice & { readonly kind: 'some'; readonly initial: readonly string[] })
  | (Named & { readonly kind: 'flag'; readonly initial: boolean })
  | (Named & Bounds & { readonly kind: 'count'; readonly initial: number })
  | (Named & { readonly kind: 'sizes'; readonly initial: readonly string[] })
  | (Named & { readonly kind: 'tables'; readonly initial: TableLayouts })
  | (Named & { readonly kind: 'keys'; readonly initial: KeyStrokes })

export type TableLayout = {
  /** Ids of columns that are left out. */
  readonly hidden: readonly string[]
  /** Null for the table's own order. */
  readonly sort: { readonly column: string; readonly descending: boolean } | null
}

/** Layouts by the table's name; a missing table has its default layout. */
export type TableLayouts = Readonly<Record<string, TableLayout>>

/** Own strokes by command; a command with an empty list has no key. */
export type KeyStrokes = Readonly<Record<string, readonly string[]>>

/** Most of what can be kept of tables and keys; `name` is that of a table and of a column. */
export const KEPT = { name: /^[a-z0-9_-]{1,60}$/, tables: 60, columns: 40, strokes: 4 } as const

export const PAGE_SETTINGS = {
  themeMode: {
    kind: 'one',
    label: 'Theme',
    section: 'Appearance',
    options: { dark: 'Dark', light: 'Light', system: 'System' },
    initial: 'system',
  },
  contrast: {
    kind: 'one',
    label: 'Contrast',
    section: 'Appearance',
    options: { system: 'System', more: 'High' },
    initial: 'system',
  },
  polarity: {
    kind: 'one',
    label: 'Up/down colours',
    section: 'Appearance',
    options: { polar: 'Blue / orange', classic: 'Green / red', classic_red_up: 'Red / green', mono: 'None' },
    initial: 'polar',
  },
  density: {
    kind: 'one',
    label: 'Density',
    section: 'Appearance',
    options: { compact: 'Compact', normal: 'Normal', touch: 'Touch' },
    initial: 'normal',
  },
  quickSizes: {
    kind: 'sizes',
    label: 'Quick sizes',
    help: 'keys 1 to 6',
    section: 'Ladder',
    initial: ['5', '10', '25', '50', '100', '250'],
  },
  priceFormat: {
    kind: 'one',
    label: 'Price format',
    section: 'Ladder',
    options: { price: '0.57', cents: '57c', percent: '57%', decimal_odds: 'Odds 1.75' },
    read: { american_odds: 'decimal_odds', fractional_odds: 'decimal_odds' },
    initial: 'price',
  },
  /** In this order; bid, price and ask stand between the two of my orders. */
  ladderColumns: {
    kind: 'some',
    label: 'Extra columns',
    help: 'hidden when narrow',
    section: 'Ladder',
    options: {
      result: 'If closed',
      my_bids: 'My bids',
      my_asks: 'My asks',
      volume: 'Traded',
      queue: 'Est. queue',
    },
    initial: ['result', 'my_bids', 'my_asks', 'volume', 'queue'],
  },
  mouseScheme: {
    kind: 'one',
    label: 'Mouse',
    section: 'Ladder',
    options: { column: 'Click side by column', button: 'Left buys, right sells' },
    initial: 'column',
  },
  fireOnPress: {
    kind: 'flag',
    label: 'Fire on press',
    help: 'sends on mouse down, no slide-off cancel',
    section: 'Ladder',
    initial: false,
  },
  /** Target, stop and trailing stop. */
  exitUnit: {
    kind: 'one',
    label: 'Enter exits in',
    section: 'Ladder',
    options: { ticks: 'Ticks', price: 'Prices' },
    initial: 'ticks',
  },
  /** Otherwise a sale beyond the shares held is barred. */
  buyOtherSide: {
    kind: 'flag',
    label: 'Selling without shares buys the other outcome',
    section: 'Ladder',
    initial: true,
  },
  /** Jump of the best price that the click would meet, between press and release. */
  clickJumpTicks: {
    kind: 'count',
    label: 'Block clicks after a jump of (ticks)',
    section: 'Ladder',
    min: 1,
    max: 100,
    offered: [1, 2, 3, 5, 10, 20],
    initial: 5,
  },
  autoCentre: {
    kind: 'flag',
    label: 'Auto-centre when idle',
    section: 'Ladder',
    initial: true,
  },
  letterKeys: {
    kind: 'flag',
    label: 'Single-key shortcuts',
    help: 'letters, digits, signs',
    section: 'Keys',
    initial: true,
  },
  keys: { kind: 'keys', label: 'Custom keys by command', initial: {} },
  tables: { kind: 'tables', label: 'Layouts of tables by their names', initial: {} },
} as const satisfies Readonly<Record<string, PageSetting>>

export type PageSettingName = keyof typeof PAGE_SETTINGS

type OptionOf<Setting> = Setting extends { readonly options: infer All } ? keyof All & string : never

type ValueOf<Setting extends PageSetting> = {
  readonly one: OptionOf<Setting>
  readonly some: readonly OptionOf<Setting>[]
  readonly flag: boolean
  readonly count: number
  readonly sizes: readonly string[]
  readonly tables: TableLayouts
  readonly keys: KeyStrokes
}[Setting['kind']]

export type PageSettings = { readonly [Name in PageSettingName]: ValueOf<(typeof PAGE_SETTINGS)[Name]> }

/** The same as they are kept and sent. */
export type KeptSettings = { readonly [Name in PageSettingName as Snake<Name>]: PageSettings[Name] }

export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(PAGE_SETTINGS).map(([name, { initial }]) => [name, initial]),
) as PageSettings

/** The settings on the wire and in this browser's storage; each has its value on both sides. */
export const pageSettings = record(
  null,
  Object.fromEntries(Object.keys(PAGE_SETTINGS).map((name) => [name, same({ kind: 'details' })])),
) as unknown as Codec<PageSettings, KeptSettings>

/** A kept value as this version reads it. */
export function renewed(setting: PageSetting, value: unknown): unknown {
  return 'read' in setting && typeof value === 'string' ? (setting.read?.[value] ?? value) : value
}
