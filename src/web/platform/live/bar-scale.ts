/** The scale of depth bars: steps of 1, 2 and 5, held while it fits, so that bars do not breathe with every message. */

/** The smallest of 1, 2, 5 times a power of ten that is not below `size`. */
export function roundScale(size: bigint): bigint {
  let power = 1n
  for (;;) {
    for (const step of [1n, 2n, 5n]) {
      if (step * power >= size) return step * power
    }
    power *= 10n
  }
}

/** The next scale for the largest size in sight: kept as long as that size fills between a quarter and all of it. */
export function nextScale(current: bigint, largest: bigint): bigint {
  if (largest === 0n) return current
  if (largest <= current && largest * 4n >= current) return current
  return roundScale(largest < 10n ? 10n : largest)
}

/** How much of its cell a bar fills, in percent; a size at all shows as something. */
export function barShare(size: bigint | null, scale: bigint): number {
  if (size === null) return 0
  const shares = size / 1_000_000n + 1n
  return shares >= scale ? 100 : Number((shares * 1_000n) / scale) / 10
}

/**
 * How far a bar's picture is shifted, in percent for `background-position`: it is twice as wide as its cell, since another width
 * would be another picture. Without a size it goes a little beyond the cell, where its edge, rounded to pixels, would show as a line.
 */
export function barShift(size: bigint | null, scale: bigint, column: 'bid' | 'ask'): number {
  const share = size === null ? -2 : barShare(size, scale)
  return column === 'bid' ? share : 100 - share
}
