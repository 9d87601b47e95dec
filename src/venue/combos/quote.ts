/** The request for a quote and what its answer proves: a quote only when everything that was asked is echoed. */
import { micros } from '#core/money.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { Clock } from '#ports/clock.ts'
import type { ComboRequest, QuoteOutcome } from '#ports/venue-combos.ts'
import type { Reply } from '../http.ts'
import { sortPositionIds } from './ids.ts'
import type { ComboIds } from './ids.ts'
import { refusalOfCode, refusalOfReply } from './refusals.ts'
import { quoteAnswer, statusAnswer } from './wire.ts'
import type { QuoteAnswer } from './wire.ts'

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

/** What the one answer proves about the request. */
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
  if (!read.success) {
    const none = statusAnswer.safeParse(json)
    if (!none.success) return refusedBy(rejection('combo_no_response'))
    const { rfq_id: named, error, status } = none.data
    if (status === 'AWAITING_REQUESTER_ACCEPTANCE') {
      return { kind: 'mismatch', rfqId: named, field: read.error.issues[0]?.path.join('.') ?? 'answer' }
    }
    return refusedBy(refusalOfCode(error?.code ?? '', error?.message ?? status, 'combo_no_response'), named)
  }
  const { rfq_id: rfqId, quote, expires_at: expiresAt } = read.data
  const field = firstMismatch(read.data, asked, clock)
  if (field !== null) return { kind: 'mismatch', rfqId, field }
  const { net_receive_e6: net } = quote
  return {
    kind: 'quoted',
    quote: {
      rfqId,
      quoteId: quote.quote_id,
      side: asked.request.side,
      tokenId: asked.ids.yes,
      makerAmount: micros(BigInt(quote.maker_amount_e6)),
      takerAmount: micros(BigInt(quote.taker_amount_e6)),
      totalRequired: micros(BigInt(quote.total_required_e6)),
      netReceive: net === null || net === undefined ? null : micros(BigInt(net)),
      expiresAt,
      windowMs: windowOf(read.data),
    },
  }
}

function refusedBy(refusal: Rejection, rfqId: string | null = null): QuoteOutcome {
  return { kind: 'refused', rfqId, rejection: refusal }
}

/** The first field that differs from the request; null when none does. */
function firstMismatch(
  answer: QuoteAnswer,
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
      echo.requested_size.unit === unitOf(request) && echo.requested_size.value_e6 === String(request.size),
    ],
    ['maker_address', echo.maker_address.toLowerCase() === wallet.toLowerCase()],
    ['condition_id', echo.condition_id.toLowerCase() === ids.conditionId],
    ['position_id', echo.yes_position_id === ids.yes && echo.no_position_id === ids.no],
    ['amounts', areAmountsFit(answer, request)],
    ['expires_at', Math.abs(answer.expires_at - clock.now()) <= MAX_WINDOW_MS],
  ]
  return checks.find(([, agrees]) => !agrees)?.[0] ?? null
}

/** What is signed is within what was asked, and a share costs and brings less than 1 pUSD. */
function areAmountsFit({ quote }: QuoteAnswer, request: ComboRequest): boolean {
  const maker = BigInt(quote.maker_amount_e6)
  const taker = BigInt(quote.taker_amount_e6)
  const total = BigInt(quote.total_required_e6)
  const net = quote.net_receive_e6
  if (maker === 0n || taker === 0n) return false
  if (request.side === 'BUY') return maker <= total && total <= request.size && maker < taker
  const isNetFit = net !== null && net !== undefined && BigInt(net) <= taker
  return maker === request.size && total === request.size && taker < maker && isNetFit
}

/** The venue sends its time in whole seconds only: the maximum duration of a quote is known better than its deadline. */
function windowOf({ expires_at: expiresAt, request }: QuoteAnswer): number | null {
  const { created_at: createdAt } = request
  return createdAt === null || createdAt === undefined ? null : Math.max(0, expiresAt - createdAt)
}

function isNumbers(texts: readonly string[]): boolean {
  return texts.every((text) => /^\d{1,78}$/.test(text))
}

function unitOf(request: ComboRequest): 'notional' | 'shares' {
  return request.side === 'BUY' ? 'notional' : 'shares'
}
