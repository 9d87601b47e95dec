/** The request for a quote and what its answer proves: a quote only when everything that was asked is echoed. */
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { Clock } from '#ports/clock.ts'
import type { ComboRequest, QuoteOutcome, VenueQuote } from '#ports/venue-combos.ts'
import { fieldsOf, type Fields } from '../fields.ts'
import { readBaseUnits, readMilliseconds } from '../figures.ts'
import type { Reply } from '../http.ts'
import { sortPositionIds, type ComboIds } from './ids.ts'
import { refusalOfCode, refusalOfReply } from './refusals.ts'

/** A deadline further off than this is not one of a quote. */
const MAX_WINDOW_MS = 86_400_000

type Asked = { readonly request: ComboRequest; readonly wallet: string; readonly ids: ComboIds }

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
export function quoteOutcome(reply: Reply, asked: Asked, clock: Pick<Clock, 'now'>): QuoteOutcome {
  switch (reply.kind) {
    case 'answered':
      return reply.status === 200
        ? fromAnswer(reply.json, asked, clock)
        : refusedBy(refusalOfReply(reply, 'combo_no_response'))
    case 'stopped':
      return refusedBy(rejection(reply.code, { retryAfterMs: reply.retryAfterMs }))
    case 'not_sent':
    case 'no_answer':
      return refusedBy(rejection('combo_no_response'))
    default:
      return reply satisfies never
  }
}

function fromAnswer(json: unknown, asked: Asked, clock: Pick<Clock, 'now'>): QuoteOutcome {
  const answer = fieldsOf(json)
  if (answer === null) return refusedBy(rejection('combo_no_response'))
  const rfqId = idOf(answer, 'rfq_id')
  const quoted = quoteOf(answer, asked)
  if (typeof quoted !== 'string') {
    const field = firstMismatch(answer, quoted, asked, clock)
    return field === null ? { kind: 'quoted', quote: quoted } : { kind: 'mismatch', rfqId, field }
  }
  const status = answer.raw('status')
  if (typeof status !== 'string') return refusedBy(rejection('combo_no_response'))
  if (status === 'AWAITING_REQUESTER_ACCEPTANCE') return { kind: 'mismatch', rfqId, field: quoted }
  const error = fieldsOf(answer.raw('error'))
  return refusedBy(
    refusalOfCode(error?.word('code') ?? '', error?.word('message') ?? status, 'combo_no_response'),
    rfqId,
  )
}

/** Goes into paths and audit rows. */
function idOf(fields: Fields, name: string): string | null {
  const id = fields.word(name)
  return /^[\w.:-]{1,100}$/.test(id) ? id : null
}

/** Everything that is signed or shown, or the name of the first field that is not known. */
function quoteOf(answer: Fields, asked: Asked): VenueQuote | string {
  const quote = fieldsOf(answer.raw('quote'))
  if (quote === null) return 'quote'
  const rfqId = idOf(answer, 'rfq_id')
  const quoteId = idOf(quote, 'quote_id')
  const makerAmount = readBaseUnits(quote.raw('maker_amount_e6'))
  const takerAmount = readBaseUnits(quote.raw('taker_amount_e6'))
  const totalRequired = readBaseUnits(quote.raw('total_required_e6'))
  const expiresAt = readMilliseconds(answer.raw('expires_at'))
  const createdAt = readMilliseconds(fieldsOf(answer.raw('request'))?.raw('created_at'))
  if (rfqId === null) return 'rfq_id'
  if (quoteId === null) return 'quote.quote_id'
  if (makerAmount === null) return 'quote.maker_amount_e6'
  if (takerAmount === null) return 'quote.taker_amount_e6'
  if (totalRequired === null) return 'quote.total_required_e6'
  if (expiresAt === null) return 'expires_at'
  return {
    rfqId,
    quoteId,
    side: asked.request.side,
    tokenId: asked.ids.yes,
    makerAmount,
    takerAmount,
    totalRequired,
    netReceive: readBaseUnits(quote.raw('net_receive_e6')),
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
  answer: Fields,
  quoted: VenueQuote,
  { request, wallet, ids }: Asked,
  clock: Pick<Clock, 'now'>,
): string | null {
  const echo = fieldsOf(answer.raw('request'))
  if (echo === null) return 'request'
  const { word } = echo
  const size = fieldsOf(echo.raw('requested_size'))
  const legs = sortPositionIds(request.positionIds).join()
  const echoed = echo.list('leg_position_ids') ?? []
  const checks: readonly (readonly [field: string, agrees: boolean])[] = [
    [
      'legs',
      echoed.length === request.positionIds.length &&
        isNumbers(echoed) &&
        sortPositionIds(echoed).join() === legs,
    ],
    ['direction', word('direction') === request.side],
    ['side', word('side') === 'YES'],
    ['size', size?.raw('unit') === unitOf(request) && readBaseUnits(size.raw('value_e6')) === request.size],
    ['maker_address', word('maker_address').toLowerCase() === wallet.toLowerCase()],
    ['condition_id', word('condition_id').toLowerCase() === ids.conditionId],
    ['position_id', word('yes_position_id') === ids.yes && word('no_position_id') === ids.no],
    ['amounts', areAmountsFit(quoted, request)],
    ['expires_at', Math.abs(quoted.expiresAt - clock.now()) <= MAX_WINDOW_MS],
  ]
  return checks.find(([, agrees]) => !agrees)?.[0] ?? null
}

/** True if the signed amounts are within the asked ones, and a share costs and brings less than 1 pUSD. */
function areAmountsFit(
  { makerAmount: maker, takerAmount: taker, totalRequired: total, netReceive: net }: VenueQuote,
  request: ComboRequest,
): boolean {
  if (maker === 0n || taker === 0n) return false
  if (request.side === 'BUY') return maker <= total && total <= request.size && maker < taker
  return maker === request.size && total === request.size && taker < maker && net !== null && net <= taker
}

function isNumbers(texts: readonly unknown[]): texts is readonly string[] {
  return texts.every((text) => typeof text === 'string' && /^\d{1,78}$/.test(text))
}

function unitOf(request: ComboRequest): 'notional' | 'shares' {
  return request.side === 'BUY' ? 'notional' : 'shares'
}
