/** Exit: sells a position against the current book, through the same checks as any other order. */
import type { BookView } from '#core/book/book.ts'
import { quoteExit, type ExitFacts, type QuotedTerms, type Reach } from '#core/order/exit-quote.ts'
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { formatMicros, subtractMicros, type Micros } from '#core/money.ts'
import type { OrderIntent, OrderTerms } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ExitIntent } from './contract.ts'
import type { QuoteBooks } from './quote-books.ts'
import type { QuotedGroup, QuotedOrders } from '../orders/place/order-commands.ts'

/** Account facts of the quotes. */
export type Holdings = {
  /** Reads what an order of this side needs when it is not known: shares for a sale, cash for a buy. */
  readonly ensure: (order: Pick<OrderTerms, 'side' | 'outcomeId'>) => Promise<void>
  /** Has the venue look at the chain and reads the shares then. */
  readonly lookAgain: (outcomeId: OutcomeId) => Promise<void>
  /** Shares surely held; null when they were never read. */
  readonly held: (outcomeId: OutcomeId) => Micros | null
  /** Shares as the balance shows them, at least what is held: with those of sales that still settle. */
  readonly shown: (outcomeId: OutcomeId) => Micros | null
  /** When the venue looked at the chain for the shares last and they were read after it; null when that never was. */
  readonly lookedAt: (outcomeId: OutcomeId) => Instant | null
  /** Shares that open, in-flight and unknown sells may take. */
  readonly reserved: (outcomeId: OutcomeId) => Micros
  /** Shares just bought that are not in what is held yet. */
  readonly settling: (outcomeId: OutcomeId) => Micros
  /** Bought, less sold, in trades that have not settled within ten minutes. */
  readonly overdue: (outcomeId: OutcomeId) => Micros
}

/** How far a quote may reach into the book: no further than the price band lets an order go anyway. */
export function reachOf(limits: RiskLimits): Reach {
  return {
    ticks: Math.min(limits.exitSlippageTicks, limits.priceBandTicks),
    percent: limits.exitSlippagePercent,
  }
}

/** The worst price as rows keep it; those of commands without one have no place for it. */
export function worstAsked({ worst }: Pick<ExitIntent, 'worst'>): readonly string[] {
  return worst === null ? [] : [formatPrice(worst)]
}

export type QuotingParts = {
  readonly quotedOrders: QuotedOrders
  readonly quoteBooks: QuoteBooks
  readonly holdings: Holdings
  readonly limits: () => RiskLimits
  /** Positions are not reconciled yet. */
  readonly areReading: () => boolean
}

/** Shares of an outcome, with so many of those in own sales freed. */
export function sharesOf(
  { holdings }: QuotingParts,
  outcomeId: OutcomeId,
  freed: Micros,
): Pick<ExitFacts, 'held' | 'reserved' | 'settling' | 'overdue'> {
  return {
    held: holdings.held(outcomeId),
    reserved: subtractMicros(holdings.reserved(outcomeId), freed),
    settling: holdings.settling(outcomeId),
    overdue: holdings.overdue(outcomeId),
  }
}

/** The order on an outcome by its book as it is now. */
export function quoteNow(
  { quoteBooks }: QuotingParts,
  clientOrderId: ClientOrderId,
  outcomeId: OutcomeId,
  quote: (book: BookView) => Result<QuotedTerms, Rejection>,
): Result<OrderIntent, Rejection> {
  const source = quoteBooks.source(outcomeId)
  if (!source.ok) return source
  const quoted = quote(source.value.book)
  if (!quoted.ok) return quoted
  const evidence = quoteBooks.evidence(source.value.book)
  return ok({ ...quoted.value, clientOrderId, outcomeId, expiresAt: null, evidence })
}

export type Exit = ReturnType<typeof createExit>

export function createExit(parts: QuotingParts) {
  const { quoteBooks, holdings } = parts

  function quote(exit: ExitIntent, freed: Micros): Result<OrderIntent, Rejection> {
    const { clientOrderId, outcomeId, mode, size: asked, worst } = exit
    if (parts.areReading()) return err(rejection('positions_reading'))
    const reach = reachOf(parts.limits())
    return quoteNow(parts, clientOrderId, outcomeId, (book) =>
      quoteExit({ mode, asked, ...sharesOf(parts, outcomeId, freed), book, reach, worst }),
    )
  }

  /** `group` is the command that the exit is a part of; without it the exit is a command of its own. */
  return (exit: ExitIntent, group?: QuotedGroup) => {
    const { clientOrderId, outcomeId, mode } = exit
    const size = exit.size === null ? null : formatMicros(exit.size)
    const worst = worstAsked(exit)
    return parts.quotedOrders({
      clientOrderId,
      action: 'exit',
      body: JSON.stringify(['exit', outcomeId, mode, size, ...worst]),
      asked: {
        outcome_id: outcomeId,
        mode,
        asked_size: size,
        ...(worst.length > 0 && { worst: worst[0] }),
        ...(exit.attached !== undefined && { attached_exit: exit.attached }),
      },
      leaves: outcomeId,
      group,
      async prepare() {
        await Promise.all([holdings.ensure({ side: 'SELL', outcomeId }), quoteBooks.awaitCurrent(outcomeId)])
      },
      quote: (freed) => quote(exit, freed),
    })
  }
}
