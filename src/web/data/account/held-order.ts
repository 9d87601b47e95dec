/** The order of a list that sorts itself: while the pointer or the focus is inside, nothing changes its place. */

/**
 * The items in the order in which they stood before, what is new at the end.
 *
 * @param before  ids as they were shown when the pointer or the focus came
 */
export function heldOrder<Item>(
  items: readonly Item[],
  before: readonly string[],
  idOf: (item: Item) => string,
): readonly Item[] {
  const place = new Map(before.map((id, at) => [id, at]))
  const placeOf = (item: Item) => place.get(idOf(item)) ?? before.length
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Items in their order. While held, those that were there stay, whatever the filter says of them now, each in its place. */
export function shownOrder<Item>(
  sorted: readonly Item[],
  passes: (item: Item) => boolean,
  held: readonly string[] | null,
  idOf: (item: Item) => string,
): readonly Item[] {
  if (held === null) return sorted.filter(passes)
  const kept = new Set(held)
  return heldOrder(
    sorted.filter((item) => kept.has(idOf(item)) || passes(item)),
    held,
    idOf,
  )
}
