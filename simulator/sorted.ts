/** How many entries of a sorted list belong to its beginning. */
export function countLeading<T>(list: readonly T[], belongs: (entry: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = list[middle]
    if (entry !== undefined && belongs(entry)) low = middle + 1
    else high = middle
  }
  return low
}
