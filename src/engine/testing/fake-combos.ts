/**
 * A fake combos venue: quotes, records and executes acceptances on command, loses answers on command, and keeps the
 * truth that tests compare with. It has a clock of its own.
 */
import type { ComboPosition } from '#core/combo/combo.ts'
import { parseComboMarketId, parseComboPositionId, type ComboPositionId } from '#core/ids.ts'
import { micros, ZERO } from '#core/money.ts'
import { rejection } from '#core/reject-codes.ts'
import { err, ok } from '#lib/result.ts'
import { pause } from '#lib/pause.ts'
import type { Clock } from '#ports/clock.ts'
import type {
  AcceptOutcome,
  ComboRequest,
  PreparedAccept,
  QuoteOutcome,
  StatusOutcome,
  VenueCombos,
  VenueQuote,
} from '#ports/venue-combos.ts'

/** Outcome of a request for a quote. */
export type ScriptedQuote = 'quoted' | 'mismatch' | 'none' | 'lost'

/** Outcome of an acceptance, and its reports. */
export type ScriptedAccept =
  | 'fills'
  | 'fails'
  | 'filled_at_once'
  | 'declined'
  | 'refused'
  | '409_recorded'
  | '409_nothing'
  | '503_recorded'
  | '503_nothing'
  | 'lost_fills'
  | 'lost_fails'
  | 'lost_late'
  | 'lost_nothing'

export type Arrival = {
  readonly rfqId: string
  readonly quoteId: string
  readonly orderHash: string
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  /** Venue time left then. */
  readonly remainingMs: number
}

export type FakeCombos = VenueCombos & {
  scriptedQuotes: ScriptedQuote[]
  scriptedAccepts: ScriptedAccept[]
  windowMs: number
  skewMs: number
  /** Status reads get no answer. */
  isBlind: boolean
  /** Credentials are being made again: nothing can be signed. */
  isKeyless: boolean
  /** Position ids of each request for a quote. */
  readonly asked: ComboRequest[]
  readonly arrivals: Arrival[]
  reads: number
  /** How each recorded acceptance ends, or has ended. */
  readonly recorded: Map<string, 'fills' | 'fails'>
  held: readonly ComboPosition[]
  /** Fills from now on are in no read of the positions. */
  isLate: boolean
  /** Called when a request for a quote comes. */
  onQuote: () => void
  /** Called before an acceptance is looked at, as if on its way. */
  onAccept: (prepared: PreparedAccept) => Promise<void>
}

const EXECUTION_MS = 2_200
const ANSWER_MS = 10_000
const LATE_MS = 1_500

/** Builds an empty venue whose quotes live 10 s. */
export function createFakeCombos(clock: Clock): FakeCombos {
  const quotes = new Map<string, VenueQuote>()
  const recordedAt = new Map<string, number>()
  let made = 0

  function venueNow(): number {
    return clock.now() + venue.skewMs
  }

  /** The venue takes nothing after its deadline, and nothing twice. */
  function record(rfqId: string, ending: 'fills' | 'fails'): boolean {
    const quote = quotes.get(rfqId)
    if (quote === undefined || venue.recorded.has(rfqId) || venueNow() >= quote.expiresAt) return false
    venue.recorded.set(rfqId, ending)
    recordedAt.set(rfqId, clock.monotonic())
    if (ending === 'fills' && !venue.isLate) venue.held = [...venue.held, positionOf(rfqId, quote)]
    return true
  }

  function quoteOf(request: ComboRequest): VenueQuote {
    made += 1
    const buys = request.side === 'BUY'
    return {
      rfqId: `rfq-${made}`,
      quoteId: `quote-${made}`,
      side: request.side,
      tokenId: positionIdOf(request.positionIds).slice(4),
      makerAmount: buys ? micros((request.size * 98n) / 100n) : request.size,
      takerAmount: buys ? micros(request.size * 4n) : micros(request.size / 4n),
      totalRequired: request.size,
      netReceive: buys ? null : micros(request.size / 5n),
      expiresAt: venueNow() + venue.windowMs,
      windowMs: venue.windowMs,
    }
  }

  async function decide(rfqId: string, scripted: ScriptedAccept): Promise<AcceptOutcome> {
    const expired: AcceptOutcome = { kind: 'refused', rejection: rejection('combo_expired') }
    switch (scripted) {
      case 'fills':
      case 'fails':
        return record(rfqId, scripted) ? { kind: 'executing' } : expired
      case 'filled_at_once':
        return record(rfqId, 'fills') ? { kind: 'filled', txHash: '0xfeed' } : expired
      case 'declined':
        record(rfqId, 'fails')
        return { kind: 'failed', rejection: rejection('venue_rejected', { message: 'maker declined' }) }
      case 'refused':
        return { kind: 'refused', rejection: rejection('venue_balance') }
      case '409_recorded':
      case '503_recorded':
        record(rfqId, 'fills')
        return unclear(scripted)
      case '409_nothing':
      case '503_nothing':
        return unclear(scripted)
      case 'lost_fills':
      case 'lost_fails':
        record(rfqId, scripted === 'lost_fills' ? 'fills' : 'fails')
        break
      case 'lost_late':
        clock.after(LATE_MS, () => {
          record(rfqId, 'fills')
        })
        break
      case 'lost_nothing':
        break
    }
    await pause(clock, ANSWER_MS)
    return { kind: 'no_answer', reason: 'timeout', rejection: null }
  }

  const venue: FakeCombos = {
    scriptedQuotes: [],
    scriptedAccepts: [],
    windowMs: 10_000,
    skewMs: 0,
    isBlind: false,
    isKeyless: false,
    asked: [],
    arrivals: [],
    reads: 0,
    recorded: new Map(),
    held: [],
    isLate: false,
    onQuote: () => undefined,
    onAccept: () => Promise.resolve(),
    positionId: positionIdOf,
    async quote(request): Promise<QuoteOutcome> {
      venue.onQuote()
      venue.asked.push(request)
      const scripted = venue.scriptedQuotes.shift() ?? 'quoted'
      await pause(clock, scripted === 'lost' ? ANSWER_MS : 400)
      if (scripted === 'mismatch') return { kind: 'mismatch', rfqId: 'rfq-x', field: 'legs' }
      if (scripted !== 'quoted') {
        return { kind: 'refused', rfqId: 'rfq-y', rejection: rejection('combo_no_response') }
      }
      const quote = quoteOf(request)
      quotes.set(quote.rfqId, quote)
      return { kind: 'quoted', quote }
    },
    prepare: (quote) =>
      venue.isKeyless
        ? null
        : {
            rfqId: quote.rfqId,
            orderHash: `hash of ${quote.quoteId}`,
            salt: '1',
            makerAmount: quote.makerAmount,
            takerAmount: quote.takerAmount,
            timestamp: Math.floor(clock.now() / 1000),
            body: quote.quoteId,
          },
    async accept(prepared, gate, point) {
      await venue.onAccept(prepared)
      const code = gate()
      if (code !== null) return { kind: 'not_sent', code }
      point('first_byte')
      const { rfqId, orderHash, makerAmount, takerAmount } = prepared
      const expiresAt = quotes.get(rfqId)?.expiresAt ?? 0
      venue.arrivals.push({
        rfqId,
        quoteId: prepared.body,
        orderHash,
        makerAmount,
        takerAmount,
        remainingMs: expiresAt - venueNow(),
      })
      return decide(rfqId, venue.scriptedAccepts.shift() ?? 'fills')
    },
    async status(rfqId): Promise<StatusOutcome> {
      venue.reads += 1
      await pause(clock, 20)
      if (venue.isBlind) return { kind: 'no_answer', retryAfterMs: null }
      const ending = venue.recorded.get(rfqId)
      const since = recordedAt.get(rfqId)
      if (ending === undefined || since === undefined) return { kind: 'absent' }
      if (clock.monotonic() - since < EXECUTION_MS) return { kind: 'executing', txHash: null }
      return ending === 'fills'
        ? { kind: 'filled', txHash: '0xfeed' }
        : { kind: 'failed', rejection: rejection('venue_rejected') }
    },
    positions: () =>
      Promise.resolve(
        venue.isBlind ? err({ kind: 'unavailable', detail: 'blind', retryAfterMs: null }) : ok(venue.held),
      ),
    activity: () => Promise.resolve(ok({ rows: [], complete: true })),
  }
  return venue
}

function unclear(scripted: '409_recorded' | '409_nothing' | '503_recorded' | '503_nothing'): AcceptOutcome {
  return scripted.startsWith('409')
    ? { kind: 'conflict', rejection: null }
    : { kind: 'no_answer', reason: 'status 503', rejection: rejection('venue_unavailable') }
}

/** Sum of the legs: enough of an id for a fake venue. */
function positionIdOf(positionIds: readonly string[]): ComboPositionId {
  const sum = positionIds.reduce((total, id) => total + BigInt(id), 0n)
  const id = parseComboPositionId(`pmc:${sum}`)
  if (id === null) throw new Error('not a position id')
  return id
}

function positionOf(rfqId: string, quote: VenueQuote): ComboPosition {
  const id = parseComboPositionId(`pmc:${quote.tokenId}`)
  const marketId = parseComboMarketId(`pmc:0x03${rfqId.replace(/\D/g, '').padStart(60, '0')}`)
  if (id === null || marketId === null) throw new Error('not ids')
  return {
    id,
    marketId,
    outcomeName: 'Yes',
    size: quote.takerAmount,
    averagePrice: micros(250_000n),
    costBasis: quote.makerAmount,
    payout: ZERO,
    status: 'open',
    redeemable: false,
    ended: false,
    legs: [],
    openedAt: null,
    updatedAt: null,
  }
}
