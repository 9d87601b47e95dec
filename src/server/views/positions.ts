/** Positions, with the names that the catalog has, or else the data service. */
import { pricesIn } from '#contract/records/errors.ts'
import type { PositionRow } from '#contract/records/positions.ts'
import { subtractMicros, type Micros } from '#core/money.ts'
import type { Position, QuotedExit, QuotedHedge, VenuePositionView } from '#core/position/position.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import { namedIds } from './orders.ts'
import { knownFigures } from './values.ts'

export function positionRow(held: Position, catalog: Pick<Catalog, 'outcome'>): PositionRow {
  const { figures, mark, exit, flat, hedge, join } = held
  return {
    ...held,
    ...figures,
    ...mark,
    ...namesOf(held, catalog.outcome(held.outcomeId)),
    settlingSize: subtractMicros(figures.size, figures.settledSize),
    overdueSize: held.overdue,
    reservedSize: held.reserved,
    freeSize: held.free,
    sellableSize: held.sellable,
    averagePrice: figures.size > 0n && figures.costKnown ? average(figures.cost, figures.size) : null,
    costBasis: figures.costKnown ? figures.cost : null,
    markPrice: mark.price,
    markSource: mark.source,
    unrealisedPnl: held.unrealised,
    realisedPnl: figures.realised,
    realisedPnlToday: figures.realisedToday,
    exitMissingSize: mark.exitMissing,
    exit: exit.quote && exitRow(exit.quote),
    exitUnavailable: exit.reason?.code ?? null,
    exitUnavailableMessage: exit.reason?.message ?? null,
    exitUnavailablePrices: exit.reason === null ? [] : pricesIn(exit.reason.message, exit.reason.prices),
    flat: flat && exitRow(flat),
    join: join && {
      size: join.size,
      limitPrice: join.price,
      ...namedIds({ cancelsFirst: join.cancelsFirst }),
    },
    hedge: hedge.quote && hedgeRow(hedge.quote, catalog),
    hedgeUnavailable: hedge.reason?.code ?? null,
    hedgeUnavailableMessage: hedge.reason?.message ?? null,
    hedgeUnavailablePrices: hedge.reason === null ? [] : pricesIn(hedge.reason.message, hedge.reason.prices),
    stale: mark.staleReason !== null,
    redeemable: held.status === 'redeemable',
    venue: held.venue && venueRow(held.venue),
  }
}

function namesOf({ marketId, outcomeId, ...held }: Position, known: ReturnType<Catalog['outcome']>) {
  if (known === null) {
    const title = held.title ?? marketId
    return {
      eventId: null,
      eventSlug: null,
      eventTitle: title,
      gameId: null,
      marketTitle: title,
      outcomeName: held.outcomeName ?? outcomeId,
      tickSize: null,
      minOrderSize: null,
    }
  }
  const { event, market, outcome } = known
  return {
    eventId: event.id,
    eventSlug: event.slug,
    eventTitle: event.title,
    gameId: event.gameId,
    marketTitle: market.groupTitle ?? market.question,
    outcomeName: outcome.name,
    ...knownFigures(market),
  }
}

function exitRow({ terms, cash, cancelsFirst, ...quote }: QuotedExit): NonNullable<PositionRow['exit']> {
  return {
    ...quote,
    size: terms.size,
    limitPrice: terms.price,
    proceeds: cash,
    complete: quote.leaves === 0n,
    ...namedIds({ cancelsFirst }),
  }
}

function hedgeRow(quote: QuotedHedge, catalog: Pick<Catalog, 'outcome'>): PositionRow['hedge'] {
  const { outcomeId, lockedPnl, covers } = quote
  const outcomeName = catalog.outcome(outcomeId)?.outcome.name ?? outcomeId
  return { ...exitRow(quote), outcomeId, outcomeName, lockedPnl, covers, cost: quote.cash }
}

function venueRow(venue: VenuePositionView): PositionRow['venue'] {
  return { ...venue, costBasis: venue.cost, realisedPnl: venue.realised, unrealisedPnl: venue.unrealised }
}

/** Cost of one share, to the nearest micro. */
function average(cost: Micros, size: Micros): Micros {
  return ((2n * cost * 1_000_000n + size) / (2n * size)) as Micros
}
