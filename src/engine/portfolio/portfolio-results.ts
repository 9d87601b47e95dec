/** Results of the account as the loss limit counts them: realised by the ledger, unrealised by the bids (INV-95). */
import { roundTrips } from '#core/journal/round-trips.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Results } from '#core/loss-limit.ts'
import { micros, subtractMicros, type Micros } from '#core/money.ts'
import type { Instant } from '#core/market/market.ts'
import type { AccountTotals } from '#core/position/position.ts'
import type { ValuedPosition } from '#core/position/account-summary.ts'
import type { Clock } from '#ports/clock.ts'
import type { Books } from '../markets/books.ts'
import { startOfDay } from '#core/day.ts'
import { remembered } from './portfolio-account.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'

type Worth = { readonly value: Micros | null; readonly isLive: boolean }

/**
 * Builds the reader.
 *
 * @param held  outcomes of which shares are held
 */
export function createPortfolioResults(parts: {
  readonly clock: Pick<Clock, 'now'>
  readonly books: Pick<Books, 'lastBest'>
  readonly ledger: PortfolioLedger
  readonly totals: () => AccountTotals
  readonly held: () => readonly OutcomeId[]
  readonly valued: (outcomeId: OutcomeId) => ValuedPosition
}) {
  const { books, ledger } = parts
  const ended = remembered(() => endedSince(startOfDay(parts.clock.now())))

  function endedSince(today: Instant): Results['ended'] {
    // Few of thousands of outcomes have moved today.
    const moved = ledger.outcomes().filter((outcomeId) => (ledger.figures(outcomeId).lastAt ?? 0) >= today)
    const trips = moved.flatMap((outcomeId) => {
      const known = ledger.entries(outcomeId)
      return known === null ? [] : roundTrips(known.opening, known.entries, known.replaced).trips
    })
    return trips
      .flatMap(({ closedAt: at, realised: profit, isCostKnown }) =>
        at === null || at < today || !isCostKnown ? [] : { at, profit },
      )
      .toSorted((a, b) => a.at - b.at)
  }

  /** Shares that the book does not take count at the average price of those that it takes; an empty side at its last bid. */
  function worth(outcomeId: OutcomeId, { status, figures, mark }: ValuedPosition): Worth {
    if (status !== 'open') return { value: mark.value, isLive: true }
    const { size } = figures
    const taken = subtractMicros(size, mark.exitMissing)
    if (mark.exitValue !== null && taken > 0n) {
      const value = micros((mark.exitValue * size) / taken)
      return { value, isLive: mark.exitComplete && mark.staleReason === null }
    }
    const last = books.lastBest(outcomeId).bid
    const price = last === null ? mark.price : micros(BigInt(last) * 100n)
    return { value: price === null ? null : micros((price * size) / 1_000_000n), isLive: false }
  }

  return (): Results => {
    const { realised, realisedToday } = parts.totals()
    const positions = { byLastBid: 0, withoutPrice: 0, withoutCost: 0 }
    let unrealised = 0n
    for (const outcomeId of parts.held()) {
      const valued = parts.valued(outcomeId)
      const { value, isLive } = worth(outcomeId, valued)
      if (!valued.figures.costKnown) positions.withoutCost += 1
      else if (value === null) positions.withoutPrice += 1
      else {
        unrealised += value - valued.figures.cost
        if (!isLive) positions.byLastBid += 1
      }
    }
    return {
      realised,
      realisedToday,
      ended: ended(`${ledger.version()} ${startOfDay(parts.clock.now())}`),
      unrealised: positions.withoutPrice > 0 ? null : micros(unrealised),
      positions,
    }
  }
}
