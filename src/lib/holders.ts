/** Counts the holders of shared things: the first opens one, the last closes it. */

type Holders<K> = {
  /** Holds the key until the answered function is called; a second call of it changes nothing. */
  readonly hold: (key: K) => () => void
  /** How many hold it now. */
  readonly count: (key: K) => number
  /** Those that are held, the one opened first at the front. */
  readonly keys: () => MapIterator<K>
}

/** @param open  opens what the first holder asks for; its answer closes it after the last has let go */
export function createHolders<K>(open: (key: K) => () => void = () => () => {}): Holders<K> {
  const held = new Map<K, { count: number; readonly close: () => void }>()
  return {
    hold(key) {
      const entry = held.get(key) ?? { count: 0, close: open(key) }
      held.set(key, entry)
      entry.count += 1
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        entry.count -= 1
        if (entry.count > 0) return
        held.delete(key)
        entry.close()
      }
    },
    count: (key) => held.get(key)?.count ?? 0,
    keys: () => held.keys(),
  }
}
