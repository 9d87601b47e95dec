/** Combos: quotes, acceptance, positions and activity. Every refusal by risk or venue is an answer, not a problem. */
import type { CoreOf } from '#contract/codec/codec.ts'
import type { comboPosition, ComboQuoteRow, ComboRfqRow } from '#contract/records/combos.ts'
import {
  comboFee,
  comboShares,
  comboTotal,
  type ComboPosition,
  type ComboQuote,
  type ComboRfq,
} from '#core/combo/combo.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Side } from '#core/order/order.ts'
import type { ComboQuoteResult } from '#engine/combos/combo-types.ts'
import type { Combos } from '#engine/combos/combos.ts'
import type { Catalog } from '#engine/markets/catalog.ts'
import { namesOf } from '#engine/markets/titles.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import { mapped, newestPage, pageAfter } from '../http/cursors.ts'
import { CONFLICT, type Problem } from '../http/replies.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

const UNAVAILABLE: Problem = {
  code: 'combos_unavailable',
  detail: 'The venue profile has no combos address.',
}

export function comboHandlers({ engine }: Services) {
  const { combos, catalog } = engine

  async function withCombos<T>(
    run: (known: Combos) => Result<T, Problem> | Promise<Result<T, Problem>>,
  ): Promise<Result<T, Problem>> {
    return combos === null ? err(UNAVAILABLE) : run(combos)
  }

  return {
    quoteCombo: ({ body }) =>
      withCombos(async (known) => {
        const quoted = await known.quote({
          clientOrderId: body.client_order_id,
          legs: body.legs,
          side: body.side,
          size: body.size,
        })
        return quoted.ok ? ok(quoteAnswer(quoted.value)) : err(CONFLICT)
      }),

    acceptCombo: ({ body }) =>
      withCombos(async (known) => {
        const accepted = await known.accept({
          clientOrderId: body.client_order_id,
          rfqId: body.rfq_id,
          quoteId: body.quote_id,
        })
        return accepted.ok ? accepted : err(CONFLICT)
      }),

    dismissCombo: ({ params }) =>
      withCombos((known) => {
        const rfq = known.dismiss(params.rfq_id)
        return rfq === null ? err(notFound('quote')) : ok(rfqRow(rfq, catalog))
      }),

    listComboRfqs: ({ query }) =>
      withCombos((known) =>
        mapped(
          newestPage(known.rfqs(), (rfq) => [rfq.askedAt, rfq.clientOrderId], query),
          (rfq) => rfqRow(rfq, catalog),
        ),
      ),

    listComboPositions: ({ query }) =>
      withCombos(async (known) => {
        const read = await known.positions()
        if (!read.ok) return err(problemOf(read.error))
        const page = mapped(
          pageAfter(read.value, ({ id }) => id, query),
          (one) => heldRow(one, catalog),
        )
        return page.ok ? ok({ ...page.value, asOf: known.asOf().positions }) : page
      }),

    listComboActivity: ({ query }) =>
      withCombos(async (known) => {
        const read = await known.activity()
        if (!read.ok) return err(problemOf(read.error))
        const { rows, complete } = read.value
        const page = pageAfter(rows, ({ id }) => id, query)
        return page.ok ? ok({ ...page.value, complete, asOf: known.asOf().activity }) : page
      }),
  } satisfies Partial<Handlers>
}

/** @param remainingMs  time left to accept at the moment of sending */
function quoteRow(quote: ComboQuote, side: Side, remainingMs: number): ComboQuoteRow {
  return {
    ...quote,
    side,
    shares: comboShares(side, quote),
    total: comboTotal(side, quote),
    fee: comboFee(side, quote),
    expiresInMs: Math.max(0, Math.floor(remainingMs)),
  }
}

function quoteAnswer({ quote, side, remainingMs, ...result }: ComboQuoteResult) {
  return { ...result, quote: quote && quoteRow(quote, side, remainingMs) }
}

/** A request with the names of its legs. */
export function rfqRow(
  { quote, remainingMs, ...rfq }: ComboRfq,
  catalog: Pick<Catalog, 'outcome'>,
): ComboRfqRow {
  return {
    ...rfq,
    legs: rfq.legs.map((outcomeId) => legRow(outcomeId, catalog.outcome(outcomeId))),
    quote: quote && quoteRow(quote, rfq.side, remainingMs ?? 0),
  }
}

function legRow(outcomeId: OutcomeId, known: ReturnType<Catalog['outcome']>): ComboRfqRow['legs'][number] {
  const unknown = { eventTitle: '', marketTitle: '', outcomeName: outcomeId }
  return {
    outcomeId,
    marketId: known && known.market.id,
    eventId: known && known.event.id,
    ...(known === null ? unknown : namesOf(known)),
  }
}

/** A held combo; a leg has its outcome when the catalog has its event. */
export function heldRow(
  position: ComboPosition,
  catalog: Pick<Catalog, 'event'>,
): CoreOf<typeof comboPosition> {
  return {
    ...position,
    legs: position.legs.map((leg) => {
      const known = leg.eventId === null ? null : catalog.event(leg.eventId)
      const outcomes = known?.markets.flatMap((market) => market.outcomes) ?? []
      return {
        ...leg,
        outcomeId: outcomes.find(({ positionId }) => positionId === leg.positionId)?.id ?? null,
      }
    }),
  }
}

function problemOf(fault: ReadFault): Problem {
  return fault.kind === 'no_credentials'
    ? { code: 'credentials_unavailable', detail: 'No wallet is configured.' }
    : { code: 'venue_error', detail: `The venue could not be read: ${fault.detail}` }
}
