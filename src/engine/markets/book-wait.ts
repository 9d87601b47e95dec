/**
 * The one wait of orders for a book: the first order, preview or way out of an outcome that nobody follows has it followed and
 * waits a moment for its first book, and for what else its market cannot be traded without. Whoever waits asks its gates
 * again afterwards: a cancel in between means it.
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Clock } from '#ports/clock.ts'
import type { Bus } from '../bus.ts'
import type { Books } from './books.ts'
import type { Catalog } from './catalog.ts'

const WAIT_MS = 2_000

/**
 * Follows the book and waits two seconds at most; resolves in every case. `first`: only for a book that has never come, an order
 * with a price on one that is stale is refused at once. `current`: for one that is asked for again too.
 */
export type BookWait = (outcomeId: OutcomeId, until: 'first' | 'current') => Promise<void>

/** Follows nothing before it is asked. */
export function createBookWait(parts: {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'subscribe'>
  readonly catalog: Pick<Catalog, 'outcome' | 'complete'>
  readonly books: Pick<Books, 'view'>
}): BookWait {
  const { clock, bus, catalog, books } = parts

  function isPending(outcomeId: OutcomeId, until: 'first' | 'current'): boolean {
    const reason = books.view(outcomeId)?.staleReason ?? null
    return until === 'first' ? reason === 'no_snapshot' : reason !== null && reason !== 'resolved'
  }

  function isIncomplete(outcomeId: OutcomeId): boolean {
    const market = catalog.outcome(outcomeId)?.market
    return market?.notTradable !== undefined && market.missing !== undefined
  }

  return async (outcomeId, until) => {
    const isBookPending = isPending(outcomeId, until)
    if (!isBookPending && !isIncomplete(outcomeId)) return
    const { promise, resolve } = Promise.withResolvers<undefined>()
    let isCompleted = false
    const look = (): void => {
      if (isCompleted && !isPending(outcomeId, until)) resolve(undefined)
    }
    const stopWaiting = clock.after(WAIT_MS, () => {
      resolve(undefined)
    })
    const stopListening = bus.subscribe('book', (fact) => {
      if (fact.outcomeId === outcomeId) look()
    })
    void catalog.complete(outcomeId).then(() => {
      isCompleted = true
      look()
    })
    await promise
    stopWaiting()
    stopListening()
  }
}
