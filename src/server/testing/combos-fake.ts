/** Combos in memory for the edge's tests: one quote to each request, which accepting fills; one position, one activity. */
import type { ComboActivity, ComboPosition, ComboQuote, ComboRfq } from '#core/combo/combo.ts'
import { parseComboMarketId, parseComboPositionId, parseEventId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import type { Combos } from '#engine/combos/combos.ts'
import type { Bus } from '#engine/bus.ts'
import { ok } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'

const LIVE_MS = 10_000
const MARKET = parseComboMarketId(`pmc:0x03${'1'.repeat(60)}`)
const POSITION = parseComboPositionId('pmc:123')

/** A request `rfq-1` with the quote `quote-1` is live from the beginning. */
export function createCombosFake(clock: Clock, bus: Bus): Combos {
  const rfqs = new Map<string, ComboRfq>([['rfq-1', rfqOf(1)]])

  function quoteOf(number: number): ComboQuote {
    return {
      rfqId: `rfq-${number}`,
      quoteId: `quote-${number}`,
      price: micros(250_000n),
      makerAmount: micros(9_800_000n),
      takerAmount: micros(39_200_000n),
      totalRequired: micros(10_000_000n),
      netReceive: micros(39_200_000n),
      expiresAt: clock.now() + LIVE_MS,
    }
  }

  function rfqOf(number: number): ComboRfq {
    return {
      clientOrderId:
        `01890a5d-ac96-774b-bcce-b302099b${String(number).padStart(4, '0')}` as ComboRfq['clientOrderId'],
      legs: ['pm:2', 'pm:4'] as unknown as ComboRfq['legs'],
      side: 'BUY',
      size: micros(10_000_000n),
      state: 'live',
      quote: quoteOf(number),
      remainingMs: LIVE_MS,
      acceptClientOrderId: null,
      reject: null,
      txHash: null,
      askedAt: clock.now(),
      endedAt: null,
    }
  }

  function set(rfqId: string, change: Partial<ComboRfq>): ComboRfq | null {
    const known = rfqs.get(rfqId)
    if (known === undefined) return null
    const next = { ...known, ...change }
    rfqs.set(rfqId, next)
    bus.publish('combo_rfq', next)
    return next
  }

  return {
    async quote(intent) {
      const rfq = { ...rfqOf(rfqs.size + 1), ...intent }
      if (rfq.quote !== null) rfqs.set(rfq.quote.rfqId, rfq)
      bus.publish('combo_rfq', rfq)
      const { clientOrderId, side, quote } = rfq
      return ok({
        clientOrderId,
        result: 'quoted',
        quote,
        remainingMs: LIVE_MS,
        side,
        reject: null,
        replayed: false,
      })
    },
    async accept({ clientOrderId, rfqId }) {
      set(rfqId, { state: 'filled', acceptClientOrderId: clientOrderId, txHash: '0xaa', remainingMs: null })
      return ok({ clientOrderId, result: 'filled', reject: null, txHash: '0xaa', replayed: false })
    },
    dismiss: (rfqId) => set(rfqId, { state: 'dismissed', endedAt: clock.now(), remainingMs: null }),
    rfqs: () => [...rfqs.values()].toReversed(),
    held: () => [position()],
    positions: async () => ok([position()]),
    activity: async () => ok({ rows: [activity(clock.now())], complete: true }),
    asOf: () => ({ positions: clock.now(), activity: clock.now() }),
    costBasis: () => position().costBasis,
  }
}

function position(): ComboPosition {
  if (MARKET === null || POSITION === null) throw new Error('not ids')
  return {
    id: POSITION,
    marketId: MARKET,
    outcomeName: 'Yes',
    size: micros(39_200_000n),
    averagePrice: micros(250_000n),
    costBasis: micros(10_000_000n),
    payout: micros(0n),
    status: 'open',
    redeemable: false,
    ended: false,
    legs: [
      {
        positionId: '99',
        eventId: parseEventId('pm:1'),
        eventTitle: 'Event 1',
        marketTitle: 'Market 1',
        outcomeName: 'Yes',
        status: 'open',
      },
    ],
    openedAt: null,
    updatedAt: null,
  }
}

function activity(at: number): ComboActivity {
  if (MARKET === null) throw new Error('not an id')
  return {
    id: 'trade-1',
    kind: 'trade',
    marketId: MARKET,
    positionId: POSITION,
    title: 'One AND another',
    side: 'BUY',
    size: micros(39_200_000n),
    amount: micros(10_000_000n),
    price: micros(250_000n),
    txHash: null,
    at,
  }
}
