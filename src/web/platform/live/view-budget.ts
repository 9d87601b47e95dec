/**
 * Topics of rows in view, books or games: a limited number at once, however fast the list is scrolled. A place stays
 * occupied until the connection has dropped the topic; rows beyond the budget wait for a free place.
 */
import { createHolders } from '#lib/holders.ts'

/** How long a topic is kept after its last holder; the same as the connection's own. */
const LINGER_MS = 10_000

type Place = { stop: (() => void) | null; turn: number }

/** Builds the budget over a cache. */
export function createViewBudget(
  cache: { readonly follow: (id: string) => () => void },
  after: (ms: number, task: () => void) => unknown,
  most: number,
) {
  const places = new Map<string, Place>()
  const waiting = new Set<string>()

  function take(id: string): void {
    const place = places.get(id) ?? { stop: null, turn: 0 }
    places.set(id, place)
    place.turn += 1
    place.stop = cache.follow(id)
  }

  function admit(): void {
    for (const id of waiting) {
      if (places.size >= most) return
      waiting.delete(id)
      take(id)
    }
  }

  function leave(id: string): void {
    if (waiting.delete(id)) return
    const place = places.get(id)
    if (place === undefined) return
    place.stop?.()
    place.stop = null
    const { turn } = place
    after(LINGER_MS, () => {
      if (place.turn !== turn) return
      places.delete(id)
      admit()
    })
  }

  const holders = createHolders<string>((id) => {
    if (places.has(id) || places.size < most) take(id)
    else waiting.add(id)
    return () => leave(id)
  })
  /** `show` follows it as soon as there is a place, until the returned function is called. */
  return { show: holders.hold }
}
