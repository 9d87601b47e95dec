/** Every choice of the settings as a command: found by its name, with the one that holds now marked. */
import type { Settings } from '../../model/settings/settings.ts'
import type { Page } from '../../model/contexts/page.ts'
import { command } from './make-command.ts'
import type { Command } from './palette-items.ts'

type Choice = {
  readonly name: string
  readonly words: string
  readonly options: readonly (readonly [string, Partial<Settings>])[]
}

const CHOICES: readonly Choice[] = [
  {
    name: 'Theme',
    words: 'colours looks mode',
    options: [
      ['dark', { theme_mode: 'dark' }],
      ['light', { theme_mode: 'light' }],
      ['system', { theme_mode: 'system' }],
    ],
  },
  {
    name: 'Contrast',
    words: 'colours looks',
    options: [
      ['high', { contrast: 'more' }],
      ['system', { contrast: 'system' }],
    ],
  },
  {
    name: 'Up/down colours',
    words: 'palette polarity looks',
    options: [
      ['blue / orange', { polarity: 'polar' }],
      ['green / red', { polarity: 'classic' }],
      ['red / green', { polarity: 'classic_red_up' }],
      ['none', { polarity: 'mono' }],
    ],
  },
  {
    name: 'Density',
    words: 'rows looks size',
    options: [
      ['compact', { density: 'compact' }],
      ['normal', { density: 'normal' }],
      ['touch', { density: 'touch' }],
    ],
  },
  {
    name: 'Price format',
    words: 'odds cents percent ladder',
    options: [
      ['price', { price_format: 'price' }],
      ['cents', { price_format: 'cents' }],
      ['percent', { price_format: 'percent' }],
      ['decimal odds', { price_format: 'decimal_odds' }],
      ['American odds', { price_format: 'american_odds' }],
    ],
  },
  {
    name: 'Mouse',
    words: 'buttons scheme ladder click',
    options: [
      ['column buys or sells', { mouse_scheme: 'column' }],
      ['left buys, right sells', { mouse_scheme: 'button' }],
      ['own choice', { mouse_scheme: 'custom' }],
    ],
  },
  {
    name: 'Fire on press',
    words: 'mouse ladder click expert',
    options: [
      ['on', { fire_on_press: true }],
      ['off', { fire_on_press: false }],
    ],
  },
  {
    name: 'Selling without shares buys the other outcome',
    words: 'short sell ladder ticket complement both sides',
    options: [
      ['on', { buy_other_side: true }],
      ['off', { buy_other_side: false }],
    ],
  },
  {
    name: 'Refuse a click when the market jumps by more ticks than',
    words: 'ladder press release move guard',
    options: [
      ['1', { click_jump_ticks: 1 }],
      ['3', { click_jump_ticks: 3 }],
      ['5', { click_jump_ticks: 5 }],
      ['10', { click_jump_ticks: 10 }],
    ],
  },
  {
    name: 'Auto-centre',
    words: 'auto ladder',
    options: [
      ['on', { auto_centre: true }],
      ['off', { auto_centre: false }],
    ],
  },
  {
    name: 'Single-key shortcuts',
    words: 'letters single shortcuts',
    options: [
      ['on', { letter_keys: true }],
      ['off', { letter_keys: false }],
    ],
  },
  {
    name: 'Orders by market',
    words: 'group table',
    options: [
      ['on', { group_orders: true }],
      ['off', { group_orders: false }],
    ],
  },
]

/** One command for each choice. */
export function settingCommands({ settings }: Pick<Page, 'settings'>): readonly Command[] {
  const now = settings.get()
  const holds = (part: Partial<Settings>): boolean =>
    Object.entries(part).every(([name, value]) => now[name as keyof Settings] === value)
  return CHOICES.flatMap(({ name, words, options }) =>
    options.map(([option, part]) =>
      command(
        'Settings',
        `${name}-${option}`.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
        `${name}: ${option}`,
        () => settings.update((old) => ({ ...old, ...part })),
        { hint: holds(part) ? 'now' : '', words, typedOnly: true },
      ),
    ),
  )
}
