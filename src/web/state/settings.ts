/** The user's own choices, kept in this browser. Anything unreadable counts as not chosen. */
import { createStore } from './store.ts'
import type { Store } from './store.ts'

export type Settings = {
  readonly theme: 'dark' | 'light' | 'system'
  readonly polarity: 'polar' | 'classic' | 'classic_red_up' | 'mono'
  readonly density: 'compact' | 'normal' | 'touch'
  /** More than usual: always, or when the system asks for it. */
  readonly contrast: 'system' | 'more'
  readonly autoCentre: boolean
  readonly letterKeys: boolean
  /** Six quick sizes in shares, as decimal text. */
  readonly sizes: readonly string[]
  /** Whether the table of orders stands by market. */
  readonly groupOrders: boolean
}

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  polarity: 'polar',
  density: 'normal',
  contrast: 'system',
  autoCentre: true,
  letterKeys: true,
  sizes: ['5', '10', '25', '50', '100', '250'],
  groupOrders: false,
}

const CHOICES = {
  theme: ['dark', 'light', 'system'],
  polarity: ['polar', 'classic', 'classic_red_up', 'mono'],
  density: ['compact', 'normal', 'touch'],
  contrast: ['system', 'more'],
} as const

function choice<T extends string>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.find((one) => one === value) ?? fallback
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
  const sizes = stored['sizes']
  return {
    theme: choice(stored['theme'], CHOICES.theme, DEFAULT_SETTINGS.theme),
    polarity: choice(stored['polarity'], CHOICES.polarity, DEFAULT_SETTINGS.polarity),
    density: choice(stored['density'], CHOICES.density, DEFAULT_SETTINGS.density),
    contrast: choice(stored['contrast'], CHOICES.contrast, DEFAULT_SETTINGS.contrast),
    autoCentre: stored['autoCentre'] !== false,
    letterKeys: stored['letterKeys'] !== false,
    sizes:
      Array.isArray(sizes) && sizes.length === 6 && sizes.every((size) => typeof size === 'string')
        ? sizes
        : DEFAULT_SETTINGS.sizes,
    groupOrders: stored['groupOrders'] === true,
  }
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
      // Private windows refuse to store: the choice then lasts as long as the page.
    }
  })
  return store
}
