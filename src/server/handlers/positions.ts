/** Positions; leaving and hedging them: the backend quotes, risk judges, the answer is that of any order. */
import { pricesIn } from '#contract/records/errors.ts'
import type { PositionRow } from '#contract/records/positions.ts'
import { knownFigures } from '#core/market/market.ts'
import { subtractMicros, type Micros } from '#core/money.ts'
import type { Position, QuotedExit, QuotedHedge } from '#core/position/position.ts'
import type { Catalog } from '#engine/markets/catalog.ts'
import { namesOf } from '#engine/markets/titles.ts'
import { err, ok } from '#lib/result.ts'
import type { Handlers, Services } from './handler.ts'
import { CONFLICT } from '../http/replies.ts'
import { cancelAnswer, placeAnswer } from './orders.ts'

export function positionHandlers({ engine }: Services) {
  const { exits, catalog } = engine
  return {
    async exitPosition({ body }) {
      const placed = await exits.exit({
        clientOrderId: body.client_order_id,
        outcomeId: body.outcome_id,
        mode: body.mode,
        size: body.size ?? null,
        worst: body.worst_price ?? null,
      })
      return placed.ok ? ok(placeAnswer(placed.value, catalog)) : err(CONFLICT)
    },

    async hedgePosition({ body }) {
      const placed = await exits.hedge({
        clientOrderId: body.client_order_id,
        outcomeId: body.outcome_id,
        worst: body.worst_price ?? null,
      })
      return placed.ok ? ok(placeAnswer(placed.value, catalog)) : err(CONFLICT)
    },

    async flattenPositions({ body }) {
      const { cancels, legs } = await exits.flatten(
        body.legs.map((leg) => ({
          clientOrderId: leg.client_order_id,
          outcomeId: leg.outcome_id,
          worst: leg.worst_price ?? null,
        })),
      )
      return ok({
        cancels: cancels.map((one) => ({ ...cancelAnswer(one), outcomeIds: one.outcomeIds })),
        legs: legs.map((leg) => ({ ...leg, result: leg.result && placeAnswer(leg.result, catalog) })),
      })
    },
  } satisfies Partial<Handlers>
}

/** A position with its ways out, and the names that the catalog has, or else the data service. */
export function positionRow(held: Position, catalog: Pick<Catalog, 'outcome'>): PositionRow {
  const { figures, mark, exit, flat, hedge } = held
  return {
    ...held,
    ...figures,
    ...mark,
    ...placeOf(held, catalog.outcome(held.outcomeId)),
    settlingSize: subtractMicros(figures.size, figures.settledSize),
    averagePrice: figures.size > 0n && figures.costKnown ? average(figures.cost, figures.size) : null,
    costBasis: figures.costKnown ? figures.cost : null,
    exit: exit.quote && exitRow(exit.quote),
    exitUnavailable: exit.reason?.code ?? null,
    exitUnavailableMessage: exit.reason?.message ?? null,
    exitUnavailablePrices: exit.reason === null ? [] : pricesIn(exit.reason.message, exit.reason.prices),
    flat: flat && exitRow(flat),
    hedge: hedge.quote && hedgeRow(hedge.quote, catalog),
    hedgeUnavailable: hedge.reason?.code ?? null,
    hedgeUnavailableMessage: hedge.reason?.message ?? null,
    hedgeUnavailablePrices: hedge.reason === null ? [] : pricesIn(hedge.reason.message, hedge.reason.prices),
    stale: mark.staleReason !== null,
    redeemable: held.status === 'redeemable',
  }
}

function placeOf({ marketId, outcomeId, ...held }: Position, known: ReturnType<Catalog['outcome']>) {
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
  const { event, market } = known
  return {
    eventId: event.id,
    eventSlug: event.slug,
    ...namesOf(known),
    gameId: event.gameId,
    ...knownFigures(market),
  }
}

function exitRow({ terms, ...quote }: QuotedExit): NonNullable<PositionRow['exit']> {
  return { ...quote, ...terms, complete: quote.leaves === 0n }
}

function hedgeRow(quote: QuotedHedge, catalog: Pick<Catalog, 'outcome'>): PositionRow['hedge'] {
  const outcomeName = catalog.outcome(quote.outcomeId)?.outcome.name ?? quote.outcomeId
  return { ...quote, ...exitRow(quote), outcomeName }
}

/** Cost of one share, to the nearest micro. */
function average(cost: Micros, size: Micros): Micros {
  return ((2n * cost * 1_000_000n + size) / (2n * size)) as Micros
}
