// How the venue writes figures and times: decimal text without trailing zeros, prices in steps of 0.0001, sizes in millionths.
import { formatDecimal, formatFixed } from '#lib/decimal.ts'

/** A price in steps as text: `0.53`. */
export function priceText(price: number): string {
  return formatDecimal(BigInt(Math.round(price)), 4)
}

/** Micro-shares or micro-pUSD as text: `12.5`. */
export function amountText(amount: bigint): string {
  return formatDecimal(amount, 6)
}

/** A price as a JSON number, where the venue uses one. */
export function priceNumber(price: number): number {
  return price / 10_000
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

/** RFC 3339 with six digits, the last three taken from `noise`. */
export function preciseTime(at: number, noise: number): string {
  return `${new Date(at).toISOString().slice(0, -1)}${String(noise % 1000).padStart(3, '0')}Z`
}

/** RFC 3339 without fractions. */
export function plainTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** `2026-02-07 20:00:00+00`, as game starts are written. */
export function gameTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+00`
}

/** Millionths as the JSON number that the catalog and the data service show; never used for arithmetic on money. */
export function amountNumber(micros: bigint): number {
  const whole = micros / 1_000_000n
  return Number(whole) + Number(micros - whole * 1_000_000n) / 1_000_000
}
