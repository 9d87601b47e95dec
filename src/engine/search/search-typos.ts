/** Which known words are a few typos of the finger away from a typed one. */

/** How many typos a word of this length may hold: none below 4 letters, one from 4, two from 8. */
export function typosAllowed(length: number): 0 | 1 | 2 {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/**
 * The letters of a word as bits. One typo changes at most two of them, which rules out nearly every word of a
 * vocabulary for the price of an exclusive or.
 */
export function letterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask
}

/** Bits set. */
function countBits(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** True if two words of these masks can be within `typos` of each other. */
export function mayBeClose(mask: number, other: number, typos: number): boolean {
  return countBits(mask ^ other) <= 2 * typos
}

/** True if a word of the second mask can begin with something within `typos` of a word of the first. */
export function mayBeginClose(mask: number, longer: number, typos: number): boolean {
  return countBits(mask & ~longer) <= typos
}

/**
 * Builds a meter.
 *
 * @param longest  letters of the longest word
 */
export function createTypoMeter(longest: number) {
  let older = new Uint8Array(longest + 1)
  let old = new Uint8Array(longest + 1)
  let current = new Uint8Array(longest + 1)

  /** Fills `old` with the distances from the whole of `from` to each beginning of `to`; false when all are beyond. */
  function measure(from: string, to: string, limit: number): boolean {
    for (let column = 0; column <= to.length; column += 1) old[column] = column
    for (let row = 1; row <= from.length; row += 1) {
      const letter = from.charCodeAt(row - 1)
      const letterBefore = row > 1 ? from.charCodeAt(row - 2) : -1
      current[0] = row
      let smallest = row
      for (let column = 1; column <= to.length; column += 1) {
        const other = to.charCodeAt(column - 1)
        let cost = (old[column - 1] ?? 0) + (letter === other ? 0 : 1)
        cost = Math.min(cost, (old[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
        if (column > 1 && letterBefore === other && letter === to.charCodeAt(column - 2)) {
          cost = Math.min(cost, (older[column - 2] ?? 0) + 1)
        }
        current[column] = cost
        if (cost < smallest) smallest = cost
      }
      if (smallest > limit) return false
      const freed = older
      older = old
      old = current
      current = freed
    }
    return true
  }

  return {
    /**
     * Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment), or
     * `limit + 1` when there are more.
     */
    between(from: string, to: string, limit: number): number {
      if (Math.abs(from.length - to.length) > limit || !measure(from, to, limit)) return limit + 1
      return Math.min(old[to.length] ?? 0, limit + 1)
    },
    /** The same, to the beginning of the other word that is nearest. */
    toBeginning(from: string, of: string, limit: number): number {
      const to = of.slice(0, from.length + limit)
      if (!measure(from, to, limit)) return limit + 1
      let nearest = limit + 1
      for (let column = 0; column <= to.length; column += 1) nearest = Math.min(nearest, old[column] ?? 0)
      return nearest
    },
  }
}
