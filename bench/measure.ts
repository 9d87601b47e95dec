/** What every benchmark needs: repeatable randomness and robust middles. */

/** A repeatable stream of numbers below 1. */
export function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The value below which the given share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
