/** Books to quote from: followed and current, or a refusal that says why not. */
import { bestAsk, bestBid, type BookView } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import type { ClickEvidence } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import { createBookWait } from '../markets/book-wait.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Bus } from '../bus.ts'

type QuoteSource = { readonly market: Market; readonly book: BookView }

export type QuoteBooks = ReturnType<typeof createQuoteBooks>

export function createQuoteBooks(parts: {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'subscribe'>
  readonly catalog: Pick<Catalog, 'outcome' | 'complete'>
  readonly books: Pick<Books, 'view'>
}) {
  const { clock, books } = parts
  const wait = createBookWait(parts)

  return {
    /** Follows the book and waits a moment for it to become current; answers in every case. */
    awaitCurrent: (outcomeId: OutcomeId): Promise<void> => wait(outcomeId, 'current'),
    /** Market and book to quote from now. */
    source(outcomeId: OutcomeId): Result<QuoteSource, Rejection> {
      const market = parts.catalog.outcome(outcomeId)?.market
      const book = books.view(outcomeId)
      if (market?.notTradable !== undefined) {
        return err(rejection('market_not_supported', { message: market.notTradable }))
      }
      if (market === undefined || book === null) return err(rejection('unknown_outcome'))
      if (book.staleReason === 'resolved') return err(rejection('market_closed', { value: 'resolved' }))
      if (market.status !== 'open') return err(rejection('market_closed', { value: market.status }))
      if (!market.acceptingOrders) return err(rejection('market_not_accepting'))
      return book.staleReason === null ? ok({ market, book }) : err(rejection('book_stale'))
    },
    /** Evidence of a quote, for the intent row. */
    evidence: (book: BookView): ClickEvidence => ({
      bestBid: bestBid(book),
      bestAsk: bestAsk(book),
      bookSequence: book.version,
      bookAgeMs: book.changedAt === null ? 0 : Math.max(0, clock.now() - book.changedAt),
    }),
  }
}
