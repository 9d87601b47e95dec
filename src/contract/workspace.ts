/** What the user arranges and the terminal keeps: watchlists, layouts, settings (API-4). */
import { z } from 'zod'
import { decimal, outcomeId } from './values.ts'

const name = z.string().min(1).max(60)

export const watchlist = z
  .strictObject({
    lists: z.array(z.strictObject({ name, outcome_ids: z.array(outcomeId).max(200) })).max(20),
  })
  .meta({ id: 'Watchlist' })

export const SCREEN_CLASSES = ['desktop', 'wide', 'tablet', 'phone'] as const
export const screenClass = z.enum(SCREEN_CLASSES).meta({ id: 'ScreenClass' })

const layoutVersion = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** `version` counts the writes of this layout; in a PUT it is the one that is replaced. `content` is the page's own. */
export const layoutBody = z
  .strictObject({
    version: layoutVersion,
    workspaces: z.array(z.strictObject({ id: name, name, content: z.unknown() })).max(20),
    active: name.nullable(),
  })
  .meta({ id: 'LayoutBody' })

export const layout = layoutBody.extend({ can_undo: z.boolean() }).meta({ id: 'Layout' })

export const undoBody = z.strictObject({ version: layoutVersion }).meta({ id: 'LayoutUndo' })

const mouseAction = z.enum(['column', 'buy', 'sell', 'ticket', 'alert', 'menu', 'centre', 'none'])

const columnName = z.string().regex(/^[a-z0-9_-]{1,60}$/)

/** How a table is laid out: columns left out, widths in CSS pixels, and the column that it is sorted by. */
const tableLayout = z.strictObject({
  hidden: z.array(columnName).max(40),
  widths: z
    .record(columnName, z.number().int().min(32).max(1_200))
    .refine((widths) => Object.keys(widths).length <= 40, 'at most 40 columns'),
  sort: z.strictObject({ column: columnName, descending: z.boolean() }).nullable(),
})

/** A setting that older stores do not have has a default below. */
const fields = {
  theme_mode: z.enum(['dark', 'light', 'system']),
  polarity: z.enum(['polar', 'classic', 'classic_red_up', 'mono']),
  density: z.enum(['compact', 'normal', 'touch']),
  /** `system` follows the operating system's wish. */
  contrast: z.enum(['system', 'more']),
  auto_centre: z.boolean(),
  letter_keys: z.boolean(),
  /** In shares, for the keys 1 to 6. */
  quick_sizes: z.array(decimal).length(6),
  /** Whether the table of orders is grouped by market. */
  group_orders: z.boolean(),
  /** The order of the watchlist: the user's own, or by change in 24 hours, volume or start. */
  watch_sort: z.enum(['own', 'change', 'volume', 'start']),
  /** Which mouse button does what in a ladder; `mouse_buttons` counts in the custom scheme only. */
  mouse_scheme: z.enum(['column', 'button', 'custom']),
  mouse_buttons: z.strictObject({ left: mouseAction, middle: mouseAction, right: mouseAction }),
  /** Whether a ladder acts on the press instead of on the release. */
  fire_on_press: z.boolean(),
  /** Whether a sale beyond what is held buys the market's other outcome; otherwise it is barred. */
  buy_other_side: z.boolean(),
  /** A click is refused when the best price that it would meet moved further than this between press and release. */
  click_jump_ticks: z.number().int().min(1).max(100),
  price_format: z.enum(['price', 'cents', 'percent', 'decimal_odds', 'american_odds']),
  /** The columns of a ladder that are shown beside bid, price and ask; their order is fixed. */
  ladder_columns: z.array(z.enum(['result', 'my_bids', 'my_asks', 'volume', 'queue'])).max(5),
  /** By name of the table; one that is not here stands as it was made. */
  tables: z
    .record(columnName, tableLayout)
    .refine((tables) => Object.keys(tables).length <= 60, 'at most 60 tables'),
  /** Own keys by command of the page; a command with none in its list has no key. */
  keys: z
    .record(z.string().regex(/^[a-z0-9_]{1,40}$/), z.array(z.string().regex(/^[ -~]{1,40}$/)).max(4))
    .refine((keys) => Object.keys(keys).length <= 200, 'at most 200 commands'),
  /** Whether the first visit is over. */
  onboarded: z.boolean(),
} as const

export const settings = z
  .strictObject({
    ...fields,
    contrast: fields.contrast.default('system'),
    group_orders: fields.group_orders.default(false),
    watch_sort: fields.watch_sort.default('own'),
    mouse_scheme: fields.mouse_scheme.default('column'),
    mouse_buttons: fields.mouse_buttons.default({ left: 'column', middle: 'centre', right: 'menu' }),
    fire_on_press: fields.fire_on_press.default(false),
    buy_other_side: fields.buy_other_side.default(true),
    click_jump_ticks: fields.click_jump_ticks.default(5),
    price_format: fields.price_format.default('price'),
    ladder_columns: fields.ladder_columns.default(['result', 'my_bids', 'my_asks', 'volume', 'queue']),
    tables: fields.tables.default({}),
    keys: fields.keys.default({}),
    onboarded: fields.onboarded.default(false),
  })
  .meta({ id: 'Settings' })

/** Some of the settings; omitted ones stay, so that two pages can change different settings. */
export const settingsChange = z.strictObject(fields).partial().meta({ id: 'SettingsChange' })
