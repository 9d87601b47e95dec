/** Prices in the format that the trader has chosen. */
import { useSelected } from '../platform/state/use-store.ts'
import { usePage } from './page.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { Prices } from '../data/settings/prices.ts'

/** Prices in the chosen format; another object only when that changes. */
export function usePrices(): Prices {
  return pricesIn(useSelected(usePage().settings, (settings) => settings.priceFormat))
}
