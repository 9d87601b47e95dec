/**
 * Prices and tick sizes as integers in steps of 0.0001 pUSD. All six tick sizes are whole multiples of a step, so a
 * price keeps its meaning when the tick size changes.
 */
import { formatDecimal, parseDecimal } from '#lib/decimal.ts'

declare const brand: unique symbol

/** Steps of 0.0001, from 1 to 9999: a price between 0 and 1, both excluded. */
export type Price = number & { readonly [brand]: 'Price' }

/** Steps of 0.0001: 0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001 (VEN-1). */
export type TickSize = 1000 | 100 | 50 | 25 | 10 | 1

export const TICK_SIZES: readonly TickSize[] = [1000, 100, 50, 25, 10, 1]

const PLACES = 4
const ONE = 10_000
const PRICE_DECIMALS: Record<TickSize, number> = { 1000: 1, 100: 2, 50: 3, 25: 4, 10: 3, 1: 4 }

/** Brands a whole number of steps; null outside 1 to 9999. */
export function priceFromSteps(steps: number): Price | null {
  return Number.isInteger(steps) && steps >= 1 && steps < ONE ? (steps as Price) : null
}

/** Reads decimal text of a price; null when it is not one, has more than 4 decimals, or lies outside 0 to 1. */
export function parsePrice(text: string): Price | null {
  const parsed = parseDecimal(text, PLACES)
  return parsed.ok && parsed.value >= 1n && parsed.value < 10_000n
    ? priceFromSteps(Number(parsed.value))
    : null
}

/** Canonical text: `0.57`. */
export function formatPrice(price: Price): string {
  return formatDecimal(BigInt(price), PLACES)
}

/** Reads a tick size from decimal text; null for any but the six, and for none. */
export function parseTickSize(text: string | null): TickSize | null {
  const parsed = parseDecimal(text ?? '', PLACES)
  return parsed.ok ? (TICK_SIZES.find((tick) => BigInt(tick) === parsed.value) ?? null) : null
}

/** Canonical text: `0.01`. */
export function formatTickSize(tick: TickSize): string {
  return formatDecimal(BigInt(tick), PLACES)
}

/** True if the price is a whole number of ticks and lies between tick and 1 - tick inclusive. */
export function isOnTick(price: Price, tick: TickSize): boolean {
  return price % tick === 0 && price >= tick && price <= ONE - tick
}

/** Decimals with which prices of this tick size are shown. */
export function priceDecimals(tick: TickSize): number {
  return PRICE_DECIMALS[tick]
}

/** The same price seen from the other outcome of a two-outcome market: 1 - p. */
export function complementPrice(price: Price): Price {
  return (ONE - price) as Price
}
