// How the venue writes figures: decimal text without trailing zeros, prices in steps of 0.0001, sizes in millionths.
import { formatDecimal, formatFixed } from '#lib/decimal.ts'

/** A price in steps as text: `0.53`. */
export function priceText(price: number): string {
  return formatDecimal(BigInt(price), 4)
}

/** Micro-shares or micro-pUSD as text: `12.5`. */
export function amountText(amount: bigint): string {
  return formatDecimal(amount, 6)
}

/** A price as a JSON number, where the venue uses one. */
export function priceNumber(price: number): number {
  return Number(priceText(price))
}

/** The last trade's price as books show it: at least three decimals. */
export function lastTradeText(price: number): string {
  return formatFixed(BigInt(price), 4, price % 10 === 0 ? 3 : 4)
}

/** Half of the sum of two prices, exact to half a step. */
export function midText(bid: number, ask: number): string {
  return formatDecimal(BigInt(bid + ask) * 5n, 5)
}

/** Milliseconds as whole seconds. */
export function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
