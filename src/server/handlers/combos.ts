/** Combos: quotes, acceptance, positions and activity. Every refusal by risk or venue is an answer, not a problem. */
import type { Combos } from '#engine/combos/combo-types.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import { newestPage, pageAfter, viewed } from '../http/cursors.ts'
import type { Problem } from '../http/replies.ts'
import {
  comboAcceptResultView,
  comboActivityView,
  comboPositionView,
  comboQuoteResultView,
  comboRfqView,
} from '../views/combos.ts'
import { timeOrNull } from '../views/values.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'
import { CONFLICT } from './orders.ts'

type Operations =
  | 'quoteCombo'
  | 'acceptCombo'
  | 'dismissCombo'
  | 'listComboRfqs'
  | 'listComboPositions'
  | 'listComboActivity'

const UNAVAILABLE: Problem = {
  code: 'combos_unavailable',
  detail: 'The venue profile has no combos address.',
}

export function comboHandlers({ engine }: Services): Pick<Handlers, Operations> {
  const { combos, catalog, trading } = engine

  async function withCombos<T>(
    run: (known: Combos) => Result<T, Problem> | Promise<Result<T, Problem>>,
  ): Promise<Result<T, Problem>> {
    return combos === null ? err(UNAVAILABLE) : run(combos)
  }

  return {
    quoteCombo: ({ body }) =>
      withCombos(async (known) => {
        trading.touch()
        const quoted = await known.quote({
          clientOrderId: body.client_order_id,
          legs: body.legs,
          side: body.side,
          size: body.size,
        })
        return quoted.ok ? ok(comboQuoteResultView(quoted.value)) : err(CONFLICT)
      }),

    acceptCombo: ({ body }) =>
      withCombos(async (known) => {
        trading.touch()
        const accepted = await known.accept({
          clientOrderId: body.client_order_id,
          rfqId: body.rfq_id,
          quoteId: body.quote_id,
        })
        return accepted.ok ? ok(comboAcceptResultView(accepted.value)) : err(CONFLICT)
      }),

    dismissCombo: ({ params }) =>
      withCombos((known) => {
        const rfq = known.dismiss(params.rfq_id)
        return rfq === null ? err(notFound('quote')) : ok(comboRfqView(rfq, catalog))
      }),

    listComboRfqs: ({ query }) =>
      withCombos((known) =>
        viewed(
          newestPage(known.rfqs(), (rfq) => [rfq.askedAt, rfq.clientOrderId], query),
          (rfq) => comboRfqView(rfq, catalog),
        ),
      ),

    listComboPositions: ({ query }) =>
      withCombos(async (known) => {
        const read = await known.positions()
        if (!read.ok) return err(problemOf(read.error))
        const page = viewed(
          pageAfter(read.value, ({ id }) => id, query),
          (one) => comboPositionView(one, catalog),
        )
        return page.ok ? ok({ ...page.value, as_of: timeOrNull(known.asOf().positions) }) : page
      }),

    listComboActivity: ({ query }) =>
      withCombos(async (known) => {
        const read = await known.activity()
        if (!read.ok) return err(problemOf(read.error))
        const { rows, complete } = read.value
        const page = viewed(
          pageAfter(rows, ({ id }) => id, query),
          comboActivityView,
        )
        return page.ok ? ok({ ...page.value, complete, as_of: timeOrNull(known.asOf().activity) }) : page
      }),
  }
}

function problemOf(fault: ReadFault): Problem {
  return fault.kind === 'no_credentials'
    ? { code: 'credentials_unavailable', detail: 'No wallet is configured.' }
    : { code: 'venue_error', detail: `The venue could not be read: ${fault.detail}` }
}
