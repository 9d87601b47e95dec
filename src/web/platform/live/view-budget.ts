/**
 * Topics of rows in view, books or games: at most so many at once, however fast somebody scrolls. A place that a row has left
 * stays taken for as long as the connection lingers on its topic; rows beyond the budget wait for a free place.
 */
export type ViewBudget = {
  /** Follows it as soon as there is a place, until the answered function is called. */
  readonly show: (id: string) => () => void
}

/** How long a topic lives on after its last holder; the same as the connection's own. */
const LINGER_MS = 10_000

type Place = { holders: number; stop: (() => void) | null; turn: number }

/** Builds the budget over the shelf. */
export function createViewBudget(
  cache: { readonly follow: (id: string) => () => void },
  after: (ms: number, task: () => void) => unknown,
  most: number,
): ViewBudget {
  const places = new Map<string, Place>()
  const waiting = new Map<string, number>()

  function take(id: string, holders: number): void {
    const place = places.get(id) ?? { holders: 0, stop: null, turn: 0 }
    places.set(id, place)
    place.holders += holders
    place.turn += 1
    place.stop ??= cache.follow(id)
  }

  function admit(): void {
    for (const [id, holders] of waiting) {
      if (places.size >= most) return
      waiting.delete(id)
      take(id, holders)
    }
  }

  function leave(id: string): void {
    const held = waiting.get(id)
    if (held !== undefined) {
      if (held > 1) waiting.set(id, held - 1)
      else waiting.delete(id)
      return
    }
    const place = places.get(id)
    if (place === undefined) return
    place.holders -= 1
    if (place.holders > 0) return
    place.stop?.()
    place.stop = null
    const { turn } = place
    after(LINGER_MS, () => {
      if (place.turn !== turn) return
      places.delete(id)
      admit()
    })
  }

  return {
    show(id) {
      if (places.has(id) || places.size < most) take(id, 1)
      else waiting.set(id, (waiting.get(id) ?? 0) + 1)
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        leave(id)
      }
    },
  }
}
