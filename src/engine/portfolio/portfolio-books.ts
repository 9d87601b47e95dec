/** Keeps the books of what is held followed, those of the other outcomes too: a hedge is quoted from them. */
import type { OutcomeId } from '#core/ids.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Bus } from '../bus.ts'

export type PortfolioBooks = ReturnType<typeof createPortfolioBooks>

/** Beyond it positions have no live mark. */
const MAX_FOLLOWED = 200

/**
 * Builds the follower.
 *
 * @param onBook  called with a held outcome of whose figures the book, or the book of its other outcome, has moved
 */
export function createPortfolioBooks(parts: {
  readonly bus: Pick<Bus, 'subscribe'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly books: Pick<Books, 'hold'>
  readonly onBook: (outcomeId: OutcomeId) => void
}) {
  const releases = new Map<OutcomeId, () => void>()
  /** By the outcome whose book it is. */
  const owners = new Map<OutcomeId, readonly OutcomeId[]>()
  const stop = parts.bus.subscribe('book', ({ outcomeId }) => {
    for (const owner of owners.get(outcomeId) ?? []) parts.onBook(owner)
  })

  return {
    /** From now on these are held, in order of importance. */
    follow(held: readonly OutcomeId[]): void {
      owners.clear()
      for (const outcomeId of held.slice(0, MAX_FOLLOWED)) {
        for (const { id } of parts.catalog.outcome(outcomeId)?.market.outcomes ?? []) {
          owners.set(id, [...(owners.get(id) ?? []), outcomeId])
          if (!releases.has(id)) releases.set(id, parts.books.hold(id))
        }
      }
      for (const [outcomeId, release] of releases) {
        if (owners.has(outcomeId)) continue
        releases.delete(outcomeId)
        release()
      }
    },
    stop(): void {
      stop()
      for (const release of releases.values()) release()
      releases.clear()
    },
  }
}
