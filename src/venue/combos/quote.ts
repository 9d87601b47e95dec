/** The request for a quote and what its answer proves: a quote only when everything that was asked is echoed. */
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { Clock } from '#ports/clock.ts'
import type { ComboRequest, QuoteOutcome, VenueQuote } from '#ports/venue-combos.ts'
import { readBaseUnits, readMilliseconds } from '../figures.ts'
import type { Reply } from '../http.ts'
import { sortPositionIds, type ComboIds } from './ids.ts'
import { refusalOfCode, refusalOfReply } from './refusals.ts'
import { quoteAnswer, statusAnswer, type QuoteAnswer } from './wire.ts'

/** A deadline further off than this is not one of a quote. */
const MAX_WINDOW_MS = 86_400_000

/** Body of POST /requests. */
export function quoteBody(request: ComboRequest, wallet: string): string {
  return JSON.stringify({
    signer_address: wallet,
    maker_address: wallet,
    signature_type: 3,
    leg_position_ids: sortPositionIds(request.positionIds),
    direction: request.side,
    side: 'YES',
    requested_size: { unit: unitOf(request), value_e6: String(request.size) },
  })
}

/** Proof in the one answer to the request. */
export function quoteOutcome(
  reply: Reply,
  asked: { readonly request: ComboRequest; readonly wallet: string; readonly ids: ComboIds },
  clock: Pick<Clock, 'now'>,
): QuoteOutcome {
  switch (reply.kind) {
    case 'answered':
      return reply.status === 200
        ? fromAnswer(reply.json, asked, clock)
        : refusedBy(refusalOfReply(reply, 'combo_no_response'))
    case 'no_credentials':
      return refusedBy(rejection('no_credentials'))
    case 'held':
      return refusedBy(rejection('venue_rate_limited', { retryAfterMs: reply.retryAfterMs }))
    case 'stopped':
      return refusedBy(rejection(reply.code))
    case 'not_sent':
    case 'no_answer':
      return refusedBy(rejection('combo_no_response'))
    default:
      return reply satisfies never
  }
}

function fromAnswer(
  json: unknown,
  asked: { readonly request: ComboRequest; readonly wallet: string; readonly ids: ComboIds },
  clock: Pick<Clock, 'now'>,
): QuoteOutcome {
  const read = quoteAnswer.safeParse(json)
  const quoted = read.success ? figuresOf(read.data) : null
  if (!read.success || quoted === null || typeof quoted === 'string') {
    const none = statusAnswer.safeParse(json)
    if (!none.success) return refusedBy(rejection('combo_no_response'))
    const { rfq_id: named, error, status } = none.data
    if (status === 'AWAITING_REQUESTER_ACCEPTANCE') {
      const unread = typeof quoted === 'string' ? quoted : read.error?.issues[0]?.path.join('.')
      return { kind: 'mismatch', rfqId: named, field: unread ?? 'answer' }
    }
    return refusedBy(refusalOfCode(error?.code ?? '', error?.message ?? status, 'combo_no_response'), named)
  }
  const { rfq_id: rfqId, quote } = read.data
  const field = firstMismatch(read.data, quoted, asked, clock)
  if (field !== null) return { kind: 'mismatch', rfqId, field }
  return {
    kind: 'quoted',
    quote: {
      rfqId,
      quoteId: quote.quote_id,
      side: asked.request.side,
      tokenId: asked.ids.yes,
      ...quoted,
    },
  }
}

type QuoteFigures = Pick<
  VenueQuote,
  'makerAmount' | 'takerAmount' | 'totalRequired' | 'netReceive' | 'expiresAt' | 'windowMs'
>

/** Everything that is signed or shown, or the name of the first figure that is not known. */
function figuresOf({ quote, request, expires_at: end }: QuoteAnswer): QuoteFigures | string {
  const makerAmount = readBaseUnits(quote.maker_amount_e6)
  const takerAmount = readBaseUnits(quote.taker_amount_e6)
  const totalRequired = readBaseUnits(quote.total_required_e6)
  const expiresAt = readMilliseconds(end)
  const createdAt = readMilliseconds(request.created_at)
  if (makerAmount === null) return 'quote.maker_amount_e6'
  if (takerAmount === null) return 'quote.taker_amount_e6'
  if (totalRequired === null) return 'quote.total_required_e6'
  if (expiresAt === null) return 'expires_at'
  return {
    makerAmount,
    takerAmount,
    totalRequired,
    netReceive: readBaseUnits(quote.net_receive_e6),
    expiresAt,
    // The venue sends its time in whole seconds only: the maximum duration of a quote is known better than its deadline.
    windowMs: createdAt === null ? null : Math.max(0, expiresAt - createdAt),
  }
}

function refusedBy(refusal: Rejection, rfqId: string | null = null): QuoteOutcome {
  return { kind: 'refused', rfqId, rejection: refusal }
}

/** The first field that differs from the request; null when none does. */
function firstMismatch(
  answer: QuoteAnswer,
  quoted: QuoteFigures,
  {
    request,
    wallet,
    ids,
  }: { readonly request: ComboRequest; readonly wallet: string; readonly ids: ComboIds },
  clock: Pick<Clock, 'now'>,
): string | null {
  const echo = answer.request
  const legs = sortPositionIds(request.positionIds).join()
  const checks: readonly (readonly [field: string, agrees: boolean])[] = [
    ['legs', isNumbers(echo.leg_position_ids) && sortPositionIds(echo.leg_position_ids).join() === legs],
    ['direction', echo.direction === request.side],
    ['side', echo.side === 'YES'],
    [
      'size',
      echo.requested_size.unit === unitOf(request) &&
        readBaseUnits(echo.requested_size.value_e6) === request.size,
    ],
    ['maker_address', echo.maker_address.toLowerCase() === wallet.toLowerCase()],
    ['condition_id', echo.condition_id.toLowerCase() === ids.conditionId],
    ['position_id', echo.yes_position_id === ids.yes && echo.no_position_id === ids.no],
    ['amounts', areAmountsFit(quoted, request)],
    ['expires_at', Math.abs(quoted.expiresAt - clock.now()) <= MAX_WINDOW_MS],
  ]
  return checks.find(([, agrees]) => !agrees)?.[0] ?? null
}

/** True if the signed amounts are within the asked ones, and a share costs and brings less than 1 pUSD. */
function areAmountsFit(
  { makerAmount: maker, takerAmount: taker, totalRequired: total, netReceive: net }: QuoteFigures,
  request: ComboRequest,
): boolean {
  if (maker === 0n || taker === 0n) return false
  if (request.side === 'BUY') return maker <= total && total <= request.size && maker < taker
  return maker === request.size && total === request.size && taker < maker && net !== null && net <= taker
}

function isNumbers(texts: readonly string[]): boolean {
  return texts.every((text) => /^\d{1,78}$/.test(text))
}

function unitOf(request: ComboRequest): 'notional' | 'shares' {
  return request.side === 'BUY' ? 'notional' : 'shares'
}
