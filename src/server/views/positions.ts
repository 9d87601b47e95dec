/** Positions on the wire. */
import { inertText } from '#lib/inert-text.ts'
import type { z } from 'zod'
import type { Wire } from '#contract/live.ts'
import type { position } from '#contract/positions.ts'
import { formatMicros, subtractMicros, type Micros } from '#core/money.ts'
import type { Position, QuotedExit, QuotedHedge, VenuePositionView } from '#core/position/position.ts'
import { formatPrice } from '#core/price.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import { namedIds } from './orders.ts'
import { amountOrNull, knownFigures, pricesView, timeOrNull, timeText } from './values.ts'

type WirePosition = z.input<typeof position>
type Known = ReturnType<Catalog['outcome']>

export function positionView(held: Position, catalog: Pick<Catalog, 'outcome'>): Wire['Position'] {
  const known = catalog.outcome(held.outcomeId)
  const { figures, mark, exit, flat, hedge, join } = held
  return {
    ...titles(held, known),
    status: held.status,
    size: formatMicros(figures.size),
    settled_size: formatMicros(figures.settledSize),
    settling_size: formatMicros(subtractMicros(figures.size, figures.settledSize)),
    overdue_size: formatMicros(held.overdue),
    reversed_size: formatMicros(figures.reversedSize),
    reserved_size: formatMicros(held.reserved),
    free_size: amountOrNull(held.free),
    sellable_size: amountOrNull(held.sellable),
    average_price:
      figures.size > 0n && figures.costKnown ? formatMicros(average(figures.cost, figures.size)) : null,
    cost_basis: figures.costKnown ? formatMicros(figures.cost) : null,
    fees: formatMicros(figures.fees),
    fees_known: figures.feesKnown,
    basis: held.basis,
    unexplained_size: formatMicros(figures.unexplainedSize),
    mark_price: amountOrNull(mark.price),
    mark_source: mark.source,
    value: amountOrNull(mark.value),
    unrealised_pnl: amountOrNull(held.unrealised),
    realised_pnl: formatMicros(figures.realised),
    realised_pnl_today: formatMicros(figures.realisedToday),
    settling_pnl: formatMicros(figures.settlingPnl),
    exit_price: mark.exitPrice === null ? null : formatPrice(mark.exitPrice),
    exit_complete: mark.exitComplete,
    exit_value: amountOrNull(mark.exitValue),
    exit_missing_size: formatMicros(mark.exitMissing),
    exit: exit.quote && exitView(exit.quote),
    exit_unavailable: exit.reason?.code ?? null,
    exit_unavailable_message: exit.reason && inertText(exit.reason.message),
    exit_unavailable_prices: exit.reason === null ? [] : pricesView(exit.reason.message, exit.reason.prices),
    flat: flat && exitView(flat),
    join: join && {
      size: formatMicros(join.size),
      limit_price: formatPrice(join.price),
      ...namedIds({ cancels_first: [...join.cancelsFirst] }),
    },
    hedge: hedge.quote && hedgeView(hedge.quote, catalog),
    hedge_unavailable: hedge.reason?.code ?? null,
    hedge_unavailable_message: hedge.reason && inertText(hedge.reason.message),
    hedge_unavailable_prices:
      hedge.reason === null ? [] : pricesView(hedge.reason.message, hedge.reason.prices),
    stale: mark.staleReason !== null,
    stale_reason: mark.staleReason,
    redeemable: held.status === 'redeemable',
    result: held.result,
    dust: held.dust,
    first_at: timeOrNull(figures.firstAt),
    last_at: timeOrNull(figures.lastAt),
    venue: held.venue && venueView(held.venue),
    as_of: timeText(held.asOf),
  }
}

type Titles = Pick<
  WirePosition,
  | 'outcome_id'
  | 'market_id'
  | 'event_id'
  | 'event_slug'
  | 'event_title'
  | 'game_id'
  | 'market_title'
  | 'outcome_name'
  | 'opposite_outcome_id'
  | 'tick_size'
  | 'min_order_size'
>

/** The catalog's names; the data service's own where the catalog does not know the outcome. */
function titles(held: Position, known: Known): Titles {
  const ids = {
    outcome_id: held.outcomeId,
    market_id: held.marketId,
    opposite_outcome_id: held.oppositeOutcomeId,
  }
  if (known === null) {
    const title = inertText(held.title ?? held.marketId)
    return {
      ...ids,
      event_id: null,
      event_slug: null,
      event_title: title,
      game_id: null,
      market_title: title,
      outcome_name: inertText(held.outcomeName ?? held.outcomeId),
      tick_size: null,
      min_order_size: null,
    }
  }
  const { event, market, outcome } = known
  const figures = knownFigures(market)
  return {
    ...ids,
    event_id: event.id,
    event_slug: event.slug,
    event_title: inertText(event.title),
    game_id: event.gameId,
    market_title: inertText(market.groupTitle ?? market.question),
    outcome_name: inertText(outcome.name),
    tick_size: figures.tick_size,
    min_order_size: figures.min_order_size,
  }
}

function exitView(quote: QuotedExit): WirePosition['exit'] {
  return {
    size: formatMicros(quote.terms.size),
    limit_price: formatPrice(quote.terms.price),
    average_price: quote.averagePrice === null ? null : formatPrice(quote.averagePrice),
    proceeds: formatMicros(quote.cash),
    fee: amountOrNull(quote.fee),
    leaves: formatMicros(quote.leaves),
    complete: quote.leaves === 0n,
    limited_by: quote.limitedBy,
    ...namedIds({ cancels_first: [...quote.cancelsFirst] }),
  }
}

function hedgeView(quote: QuotedHedge, catalog: Pick<Catalog, 'outcome'>): WirePosition['hedge'] {
  return {
    outcome_id: quote.outcomeId,
    outcome_name: inertText(catalog.outcome(quote.outcomeId)?.outcome.name ?? quote.outcomeId),
    size: formatMicros(quote.terms.size),
    limit_price: formatPrice(quote.terms.price),
    cost: formatMicros(quote.cash),
    fee: amountOrNull(quote.fee),
    locked_pnl: amountOrNull(quote.lockedPnl),
    covers: formatMicros(quote.covers),
    leaves: formatMicros(quote.leaves),
    complete: quote.leaves === 0n,
    limited_by: quote.limitedBy,
    ...namedIds({ cancels_first: [...quote.cancelsFirst] }),
  }
}

function venueView(venue: VenuePositionView): WirePosition['venue'] {
  return {
    outcome_name: venue.outcomeName && inertText(venue.outcomeName),
    size: formatMicros(venue.size),
    average_price: amountOrNull(venue.averagePrice),
    cost_basis: amountOrNull(venue.cost),
    value: amountOrNull(venue.value),
    realised_pnl: amountOrNull(venue.realised),
    unrealised_pnl: amountOrNull(venue.unrealised),
    size_difference: formatMicros(venue.sizeDifference),
    cost_difference: amountOrNull(venue.costDifference),
    pnl_difference: amountOrNull(venue.pnlDifference),
    differs: venue.differs,
    likely_cause: venue.likelyCause,
    since: timeOrNull(venue.since),
    as_of: timeText(venue.asOf),
  }
}

/** Cost of one share, to the nearest micro. */
function average(cost: Micros, size: Micros): Micros {
  return ((2n * cost * 1_000_000n + size) / (2n * size)) as Micros
}
