/** Pauses that double from one failure to the next. */

export type Backoff = {
  /** After the first failure. */
  readonly firstMs: number
  readonly maxMs: number
}

/**
 * The pause before the next try, in milliseconds: never less than the first, never more than the longest.
 *
 * @param earlier  failures in a row before the one that asks; less than 0 counts as 0
 */
export function backoffMs({ firstMs, maxMs }: Backoff, earlier: number): number {
  return Math.min(firstMs * 2 ** Math.max(0, earlier), maxMs)
}
