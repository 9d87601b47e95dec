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
      ['dark', { theme: 'dark' }],
      ['light', { theme: 'light' }],
      ['system', { theme: 'system' }],
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
      ['price', { priceFormat: 'price' }],
      ['cents', { priceFormat: 'cents' }],
      ['percent', { priceFormat: 'percent' }],
      ['decimal odds', { priceFormat: 'decimal_odds' }],
      ['American odds', { priceFormat: 'american_odds' }],
    ],
  },
  {
    name: 'Mouse',
    words: 'buttons scheme ladder click',
    options: [
      ['column buys or sells', { mouseScheme: 'column' }],
      ['left buys, right sells', { mouseScheme: 'button' }],
      ['own choice', { mouseScheme: 'custom' }],
    ],
  },
  {
    name: 'Fire on press',
    words: 'mouse ladder click expert',
    options: [
      ['on', { fireOnPress: true }],
      ['off', { fireOnPress: false }],
    ],
  },
  {
    name: 'Refuse a click when the market jumps by more ticks than',
    words: 'ladder press release move guard',
    options: [
      ['1', { clickJumpTicks: 1 }],
      ['3', { clickJumpTicks: 3 }],
      ['5', { clickJumpTicks: 5 }],
      ['10', { clickJumpTicks: 10 }],
    ],
  },
  {
    name: 'Auto-centre',
    words: 'auto ladder',
    options: [
      ['on', { autoCentre: true }],
      ['off', { autoCentre: false }],
    ],
  },
  {
    name: 'Single-key shortcuts',
    words: 'letters single shortcuts',
    options: [
      ['on', { letterKeys: true }],
      ['off', { letterKeys: false }],
    ],
  },
  {
    name: 'Orders by market',
    words: 'group table',
    options: [
      ['on', { groupOrders: true }],
      ['off', { groupOrders: false }],
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
