/** Two presses for large orders: the second counts only for the very same order, neither too soon nor too late. */
import type { Micros } from '#core/money.ts'
import { SETTLE_MS } from '../platform/page/settling.ts'

/** The order that waits for its second press. */
export type Pending = { readonly key: string; readonly at: number }

/** A second press before this is the same double click (PAGE-5). */
export const EARLIEST_MS = SETTLE_MS
export const LATEST_MS = 4_000

/** Effect of a press: sends, or leaves an order waiting for the next one. */
export function pressConfirm(
  pending: Pending | null,
  key: string,
  now: number,
): { readonly send: boolean; readonly pending: Pending | null } {
  if (pending === null || pending.key !== key || now < pending.at || now - pending.at > LATEST_MS) {
    return { send: false, pending: { key, at: now } }
  }
  return now - pending.at < EARLIEST_MS ? { send: false, pending } : { send: true, pending: null }
}

/** True if an order of this cash needs two presses. The quick notional is never above the order limit. */
export function needsConfirm(cash: Micros, quickNotional: Micros, orderLimit: Micros | null): boolean {
  return cash > (orderLimit !== null && orderLimit < quickNotional ? orderLimit : quickNotional)
}
