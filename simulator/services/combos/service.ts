/**
 * The combos requester: quotes on request, one signed acceptance for each, and the status of its execution. Every call
 * is authenticated; money moves when a trade is matched and comes back when it fails.
 */
import type { Parts } from '../../parts.ts'
import { get, ok, post } from '../../answers.ts'
import { signedKey } from '../../auth/signed-key.ts'
import type { Refusal, VenueAnswer, VenueRequest } from '../../http-server.ts'
import type { DataBook } from '../data/book.ts'
import { checkAcceptance } from './acceptance.ts'
import { canPay, free, hold, settle } from './funds.ts'
import type { Holdings } from './holdings.ts'
import { comboIds, contradict, sortLegs, type Leg } from './ids.ts'
import { fairPrice, quoteBuy, quoteSell } from './pricing.ts'
import { execute, FAILING, quoteRow, statusRow, USUAL, type Rfq } from './requests.ts'
import { acceptance, bodyOf, comboError, quoteRequest, type QuoteRequest } from './wire.ts'

type CombosDeps = Pick<
  Parts,
  'world' | 'exchange' | 'credentials' | 'verifier' | 'wallets' | 'clock' | 'random' | 'faults' | 'log'
> & {
  readonly holdings: Holdings
  readonly book: DataBook
  /** How often the makers decline in their last look. */
  readonly declineChance: number
}

type CombosState = CombosDeps & {
  readonly requests: Map<string, Rfq>
  /** When each wallet asked within the last minute. */
  readonly asked: Map<string, readonly number[]>
}

const PREFIX = '/v1/requester/rfq'
const AUCTION_MS = 400
const WINDOW_MS = 10_000
const PER_MINUTE = 15
/** Micro-pUSD. */
const LEAST = 1_000_000n
const MOST = 25_000_000_000n

/** Routes of the service and its requests. See VEN-8. */
export function createCombos(deps: CombosDeps) {
  const state: CombosState = { ...deps, requests: new Map(), asked: new Map() }
  return {
    routes: [
      post(`${PREFIX}/requests`, (request) => create(state, request)),
      post(`${PREFIX}/requests/:id/accept`, (request, { id = '' }) => accept(state, request, id)),
      get(`${PREFIX}/requests/:id`, (request, { id = '' }) => status(state, request, id)),
    ],
    requests: (): readonly Rfq[] => [...state.requests.values()],
  }
}

/** The deposit wallet that the caller acts for. */
function walletOf(state: CombosState, request: VenueRequest): string {
  const key = signedKey(state, request, 'COMBOSRFQ', (why) =>
    comboError(why === 'unknown' ? 'UNAUTHENTICATED' : 'UNAUTHORIZED_ROLE'),
  )
  const wallet = state.wallets.walletOf(key.address, 3)
  if (wallet === null) throw comboError('ADDRESS_MISMATCH')
  return wallet
}

/** The caller's own request. */
function rfqOf(state: CombosState, request: VenueRequest, id: string): Rfq {
  const wallet = walletOf(state, request)
  const rfq = state.requests.get(id)
  if (rfq === undefined || rfq.wallet !== wallet) throw comboError('UNKNOWN_RFQ')
  return rfq
}

function tooMany({ clock, asked }: CombosState, wallet: string): boolean {
  const now = clock.now()
  const recent = (asked.get(wallet) ?? []).filter((at) => at > now - 60_000)
  if (recent.length >= PER_MINUTE) return true
  asked.set(wallet, [...recent, now])
  return false
}

function legsOf({ world }: CombosState, ids: readonly string[]): readonly Leg[] {
  return ids.map((positionId) => {
    const found = world.marketOfPosition(positionId)
    if (found === undefined) throw comboError('LEG_METADATA_UNAVAILABLE')
    return { positionId, ...found }
  })
}

async function create(state: CombosState, request: VenueRequest): Promise<VenueAnswer> {
  const wallet = walletOf(state, request)
  const body = bodyOf(request, quoteRequest, 'INVALID_RFQ', 'rfq')
  const legs = legsOf(state, body.leg_position_ids)
  const refusal = refusalOf(state, body, wallet, legs)
  if (refusal !== null) throw refusal
  if (tooMany(state, wallet)) throw comboError('RATE_LIMITED')
  await new Promise<void>((resolve) => {
    state.clock.after(AUCTION_MS, resolve)
  })
  return answerQuote(state, request, body, wallet, legs)
}

function refusalOf(
  state: CombosState,
  body: QuoteRequest,
  wallet: string,
  legs: readonly Leg[],
): Refusal | null {
  if (body.signature_type !== 3) return comboError('UNSUPPORTED_REQUESTER_SIGNATURE_TYPE')
  if (body.signer_address.toLowerCase() !== body.maker_address.toLowerCase())
    return comboError('INVALID_IDENTITY')
  if (body.maker_address.toLowerCase() !== wallet) return comboError('ADDRESS_MISMATCH')
  const ids = body.leg_position_ids
  if (new Set(ids).size !== ids.length) return comboError('INVALID_RFQ', 'invalid rfq: leg repeated')
  if (sortLegs(ids).some((id, index) => id !== ids[index]))
    return comboError('INVALID_RFQ', 'invalid rfq: legs not sorted')
  if (contradict(legs)) return comboError('CONTRADICTORY_LEGS')
  if (!legs.every(isOffered)) return comboError('INVALID_RFQ', 'invalid rfq: leg not enabled for combos')
  const unit = body.direction === 'BUY' ? 'notional' : 'shares'
  const size = BigInt(body.requested_size.value_e6)
  if (body.requested_size.unit !== unit || size <= 0n)
    return comboError('INVALID_RFQ', 'invalid rfq: requested size')
  const covered = size <= free(state, body.direction, wallet, comboIds(ids).conditionId)
  return covered ? null : comboError('BALANCE_VALIDATION_FAILED', 'insufficient balance')
}

function answerQuote(
  { clock, faults, random, exchange, requests }: CombosState,
  request: VenueRequest,
  body: QuoteRequest,
  wallet: string,
  legs: readonly Leg[],
): VenueAnswer {
  const id = `rfq-${Buffer.from(random.bytes(8)).toString('hex')}`
  const size = BigInt(body.requested_size.value_e6)
  const fair = fairPrice(exchange, legs)
  const quote = body.direction === 'BUY' ? quoteBuy(fair, size) : quoteSell(fair, size)
  if (body.direction === 'BUY' && size > MOST)
    return failed(id, 'SIZE_TOO_LARGE', 'requested size is too large')
  const tooSmall = body.direction === 'BUY' && size < LEAST
  if (quote === null || tooSmall) return failed(id, 'NO_QUOTES', 'no quotes received')
  const now = clock.now()
  const window = faults.first(request.subject, 'combo.short_expiry')?.number('ms', 800) ?? WINDOW_MS
  const rfq: Rfq = {
    id,
    wallet,
    request: body,
    ids: comboIds(body.leg_position_ids),
    legs,
    quoteId: `quote-${Buffer.from(random.bytes(8)).toString('hex')}`,
    quote,
    createdAt: now,
    expiresAt: now + window,
    status: 'AWAITING_REQUESTER_ACCEPTANCE',
    accepted: null,
    error: null,
    hash: `0x${Buffer.from(random.bytes(32)).toString('hex')}`,
  }
  requests.set(id, rfq)
  return ok(quoteRow(rfq))
}

function accept(state: CombosState, request: VenueRequest, id: string): VenueAnswer {
  const rfq = rfqOf(state, request, id)
  const body = bodyOf(request, acceptance, 'INVALID_ACCEPTANCE', 'acceptance')
  if (rfq.accepted !== null) return repeated(state, request, rfq)
  if (body.quote_id !== rfq.quoteId) throw comboError('QUOTE_MISMATCH')
  if (state.clock.now() >= rfq.expiresAt) {
    rfq.status = 'EXPIRED'
    throw comboError('EXPIRED_RFQ')
  }
  const signed = checkAcceptance(rfq, body.signed_order, state.verifier, state.clock.now())
  if (!signed.ok) {
    state.log.violation('combos', 'bad_acceptance', signed.why, request.entry)
    throw comboError(signed.code)
  }
  request.entry.order_hashes.push(signed.orderId)
  if (!canPay(state, rfq)) throw comboError('BALANCE_VALIDATION_FAILED', 'insufficient balance')
  rfq.accepted = { at: state.clock.now(), orderId: signed.orderId, body: request.body.toString('utf8') }
  return take(state, request, rfq)
}

/** An identical acceptance never fills twice; another one is refused. */
function repeated({ log }: CombosState, request: VenueRequest, rfq: Rfq): VenueAnswer {
  log.violation('combos', 'accept_repeated', rfq.id, request.entry)
  if (rfq.accepted?.body !== request.body.toString('utf8')) throw comboError('INVALID_RFQ_STATE')
  return ok({ ...statusRow(rfq), taker_order_hash: rfq.accepted.orderId })
}

function take(state: CombosState, request: VenueRequest, rfq: Rfq): VenueAnswer {
  const declined = state.faults.first(request.subject, 'combo.decline') !== null
  if (declined || state.random.next() < state.declineChance) {
    rfq.status = 'FAILED'
    rfq.error = { code: 'MAKER_DECLINED', message: 'maker declined' }
    return ok(statusRow(rfq))
  }
  const fails = state.faults.first(request.subject, 'combo.fail') !== null
  rfq.status = 'EXECUTING'
  hold(state, rfq, 1n)
  execute(state.clock, rfq, fails ? FAILING : USUAL, (reached) => {
    if (reached.status === 'MATCHED' || reached.status === 'FAILED') hold(state, reached, -1n)
    if (reached.status === 'MATCHED') settle(state, reached)
  })
  return ok({ rfq_id: rfq.id, status: 'EXECUTING', taker_order_hash: rfq.accepted?.orderId })
}

function status(state: CombosState, request: VenueRequest, id: string): VenueAnswer {
  const rfq = rfqOf(state, request, id)
  if (rfq.accepted === null) throw comboError('INVALID_RFQ_STATE')
  return ok(statusRow(rfq))
}

function isOffered({ market }: Leg): boolean {
  return market.definition.combo === 'enabled' && market.listed?.closed === false
}

function failed(id: string, code: string, message: string): VenueAnswer {
  return ok({ rfq_id: id, status: 'FAILED', error: { code, message } })
}
