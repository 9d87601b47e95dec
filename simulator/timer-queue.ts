// A queue of actions by due time: a binary heap in which equal times keep the order of their arrival.
// Cancelling marks an entry, which is dropped when it reaches the top.

type Entry = { readonly due: number; readonly order: number; action: (() => void) | null }

export type TimerQueue = ReturnType<typeof createTimerQueue>

/** An empty queue. Times are plain milliseconds of whatever clock the owner keeps. */
export function createTimerQueue() {
  const heap: Entry[] = []
  let arrivals = 0

  function before(left: number, right: number): boolean {
    const a = heap[left]
    const b = heap[right]
    if (a === undefined || b === undefined) return false
    return a.due < b.due || (a.due === b.due && a.order < b.order)
  }

  function swap(left: number, right: number): void {
    const a = heap[left]
    const b = heap[right]
    if (a === undefined || b === undefined) return
    heap[left] = b
    heap[right] = a
  }

  function rise(from: number): void {
    let index = from
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!before(index, parent)) return
      swap(index, parent)
      index = parent
    }
  }

  function sink(): void {
    let index = 0
    for (;;) {
      let least = index
      if (before(2 * index + 1, least)) least = 2 * index + 1
      if (before(2 * index + 2, least)) least = 2 * index + 2
      if (least === index) return
      swap(index, least)
      index = least
    }
  }

  function dropTop(): void {
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    heap[0] = last
    sink()
  }

  function top(): Entry | null {
    for (let entry = heap[0]; entry !== undefined; entry = heap[0]) {
      if (entry.action !== null) return entry
      dropTop()
    }
    return null
  }

  return {
    /** Puts `action` at `due`; the answer takes it out again. */
    add(due: number, action: () => void): () => void {
      const entry: Entry = { due, order: arrivals, action }
      arrivals += 1
      heap.push(entry)
      rise(heap.length - 1)
      return () => {
        entry.action = null
      }
    },
    /** When the next action is due, or null when none waits. */
    next: (): number | null => top()?.due ?? null,
    /** Takes the next action that is due at `time` or before, with its due time. */
    takeDue(time: number): { readonly due: number; readonly action: () => void } | null {
      const entry = top()
      if (entry === null || entry.action === null || entry.due > time) return null
      dropTop()
      return { due: entry.due, action: entry.action }
    },
  }
}
