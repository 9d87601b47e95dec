/** One combo request: quoted, accepted once, executed step by step on the venue's clock, or ended. */
import type { SimulatorClock } from '../../types.ts'
import type { ComboIds, Leg } from './ids.ts'
import type { Quote } from './pricing.ts'
import type { QuoteRequest } from './wire.ts'

type RfqStatus =
  | 'AWAITING_REQUESTER_ACCEPTANCE'
  | 'AWAITING_MAKER_CONFIRMATION'
  | 'EXECUTING'
  | 'MATCHED'
  | 'MINED'
  | 'RETRYING'
  | 'CONFIRMED'
  | 'FAILED'
  | 'EXPIRED'

export type Rfq = {
  readonly id: string
  readonly wallet: string
  readonly request: QuoteRequest
  readonly ids: ComboIds
  readonly legs: readonly Leg[]
  readonly quoteId: string
  readonly quote: Quote
  readonly createdAt: number
  readonly expiresAt: number
  status: RfqStatus
  accepted: { readonly at: number; readonly orderId: string; readonly body: string } | null
  error: { readonly code: string; readonly message: string } | null
  hash: string
}

type Step = { readonly status: RfqStatus; readonly afterMs: number; readonly error?: Rfq['error'] }

/** How an accepted request goes on. */
export const USUAL: readonly Step[] = [
  { status: 'MATCHED', afterMs: 900 },
  { status: 'MINED', afterMs: 1500 },
  { status: 'CONFIRMED', afterMs: 2200 },
]
const FAILURE = { code: 'TRADE_SUBMISSION_FAILED', message: 'trade failed' }
export const FAILING: readonly Step[] = [
  { status: 'RETRYING', afterMs: 1200 },
  { status: 'FAILED', afterMs: 1800, error: FAILURE },
]

/** Runs the steps one after the other; `reached` is called for each. A combo decided meanwhile by a leg is not traded any more. */
export function execute(
  clock: SimulatorClock,
  rfq: Rfq,
  steps: readonly Step[],
  reached: (rfq: Rfq) => void,
): void {
  const [step, ...rest] = steps
  if (step === undefined) return
  clock.after(step.afterMs, () => {
    const isTooLate = step.status === 'MATCHED' && rfq.legs.some(isDecided)
    rfq.status = isTooLate ? 'FAILED' : step.status
    rfq.error = isTooLate ? FAILURE : (step.error ?? rfq.error)
    reached(rfq)
    if (!isTooLate) execute(clock, rfq, rest, reached)
  })
}

function isDecided({ market }: Leg): boolean {
  return (market.listed?.winner ?? null) !== null
}

/** The answer of a status read. @see venue reference, section 5.3 */
export function statusRow(rfq: Rfq): Record<string, unknown> {
  return {
    rfq_id: rfq.id,
    status: rfq.status,
    ...(rfq.status === 'MINED' || rfq.status === 'CONFIRMED' ? { tx_hash: rfq.hash } : {}),
    ...(rfq.error === null ? {} : { error: rfq.error }),
  }
}

/** The quote as it is answered, with the echo of what was asked. */
export function quoteRow(rfq: Rfq): Record<string, unknown> {
  const { request, ids, quote } = rfq
  return {
    rfq_id: rfq.id,
    status: 'AWAITING_REQUESTER_ACCEPTANCE',
    expires_at: rfq.expiresAt,
    request: {
      rfq_id: rfq.id,
      maker_address: request.maker_address,
      requestor_public_id: `req-${rfq.wallet.slice(2, 10)}`,
      leg_position_ids: request.leg_position_ids,
      condition_id: ids.conditionId,
      yes_position_id: ids.yes,
      no_position_id: ids.no,
      direction: request.direction,
      side: request.side,
      requested_size: request.requested_size,
      created_at: rfq.createdAt,
    },
    quote: {
      quote_id: rfq.quoteId,
      blended_price_e6: quote.price.toString(),
      maker_amount_e6: quote.makerAmount.toString(),
      taker_amount_e6: quote.takerAmount.toString(),
      total_required_e6: quote.totalRequired.toString(),
      net_receive_e6: quote.netReceive.toString(),
    },
  }
}
