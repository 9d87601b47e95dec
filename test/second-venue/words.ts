/** Harbour's words in those of the core and back: ids, prices, sizes, the side, states, refusals. */
import { parseEventId, parseMarketId, parseOrderId, parseOutcomeId, nativeId } from '#core/ids.ts'
import type { EventId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import { micros, ZERO, type Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { complementPrice, priceFromSteps, type Price } from '#core/price.ts'
import { rejection, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import type { VenueOrder } from '#core/order/account-rows.ts'
import type { Answer, HarbourMarket, HarbourOrder } from './harbour.ts'

/** A half cent, in steps of 0.0001. */
export const TICK = 50
const STEPS_PER_CENT = 100
const CONTRACT = 1_000_000n

function known<T>(id: T | null): T {
  if (id === null) throw new Error('Harbour gave a name that cannot be an id')
  return id
}

export const eventIdOf = (series: string): EventId => known(parseEventId(`hb:${series}`))
export const marketIdOf = (ticker: string): MarketId => known(parseMarketId(`hb:${ticker}`))
export const outcomeIdOf = (ticker: string, answer: Answer): OutcomeId =>
  known(parseOutcomeId(`hb:${ticker}.${answer}`))
export const orderIdOf = (ref: string): OrderId => known(parseOrderId(`hb:${ref}`))
export const refOf = (id: OrderId): string => nativeId(id)

/** The ticker and answer of an outcome. */
export function wordsOfOutcome(id: OutcomeId): { readonly ticker: string; readonly answer: Answer } {
  const [ticker = '', answer] = nativeId(id).split('.')
  return { ticker, answer: answer === 'no' ? 'no' : 'yes' }
}

export const opposite = (answer: Answer): Answer => (answer === 'yes' ? 'no' : 'yes')
export const priceOfCents = (cents: number): Price => known(priceFromSteps(cents * STEPS_PER_CENT))
export const centsOfPrice = (price: Price): number => price / STEPS_PER_CENT
export const sizeOfContracts = (contracts: number): Micros => micros(BigInt(contracts) * CONTRACT)
export const contractsOfSize = (size: Micros): number => Number(size) / Number(CONTRACT)

/** Nobody sells at Harbour: a sale of one answer is a purchase of the other at what is left of 100 cents. */
export function purchaseOf(
  outcomeId: OutcomeId,
  side: Side,
  price: Price,
): Pick<HarbourOrder, 'ticker' | 'buys' | 'cents'> {
  const { ticker, answer } = wordsOfOutcome(outcomeId)
  return side === 'BUY'
    ? { ticker, buys: answer, cents: centsOfPrice(price) }
    : { ticker, buys: opposite(answer), cents: centsOfPrice(complementPrice(price)) }
}

/**
 * Terms of the trader's order, from the order as Harbour shows it: the reference begins with `s` where a sale was
 * meant, so that it is read back as one after a restart too.
 */
export function termsOf({
  ref,
  ticker,
  buys,
  cents,
}: HarbourOrder): Pick<VenueOrder, 'outcomeId' | 'side' | 'price'> {
  const price = priceOfCents(cents)
  return ref.startsWith('s')
    ? { outcomeId: outcomeIdOf(ticker, opposite(buys)), side: 'SELL', price: complementPrice(price) }
    : { outcomeId: outcomeIdOf(ticker, buys), side: 'BUY', price }
}

const STATES = { resting: 'live', executed: 'matched', pulled: 'cancelled' } as const

/** An own order as the engine reads it. */
export function venueOrderOf(order: HarbourOrder): VenueOrder {
  return {
    id: orderIdOf(order.ref),
    marketId: marketIdOf(order.ticker),
    ...termsOf(order),
    originalSize: sizeOfContracts(order.contracts),
    matchedSize: sizeOfContracts(order.contracts - order.left),
    state: STATES[order.state],
    isEndedByVenue: false,
    timeInForce: 'GTC',
    expiresAt: null,
    createdAt: null,
  }
}

/** A series with its markets as an event. */
export function eventOf(series: string, markets: readonly HarbourMarket[]): MarketEvent {
  const id = eventIdOf(series)
  return {
    id,
    slug: series.toLowerCase(),
    title: markets[0]?.title ?? series,
    description: '',
    tags: [],
    status: 'open',
    startTime: null,
    endTime: null,
    createdAt: null,
    negRisk: false,
    volume: ZERO,
    liquidity: ZERO,
    gameId: null,
    parentEventId: null,
    live: false,
    teams: [],
    markets: markets.map(({ ticker, question }) => {
      const marketId = marketIdOf(ticker)
      const outcome = (answer: Answer, name: string): MarketEvent['markets'][number]['outcomes'][0] => ({
        id: outcomeIdOf(ticker, answer),
        marketId,
        name,
        positionId: null,
      })
      return {
        id: marketId,
        eventId: id,
        slug: ticker.toLowerCase(),
        question,
        groupTitle: null,
        status: 'open',
        acceptingOrders: true,
        negRisk: false,
        tickSize: TICK,
        minOrderSize: sizeOfContracts(1),
        secondsDelay: 0,
        sportsMarketType: null,
        line: null,
        endTime: null,
        gameStartTime: null,
        volume: ZERO,
        liquidity: ZERO,
        fee: null,
        comboStatus: 'disabled',
        winningOutcomeId: null,
        cancelsAtStart: false,
        outcomes: [outcome('yes', 'Yes'), outcome('no', 'No')],
      }
    }),
  }
}

const REFUSALS: Readonly<Record<string, RejectCode>> = {
  NO_SUCH_TICKER: 'unknown_outcome',
  WHOLE_CONTRACTS_ONLY: 'invalid_size',
}

/** A refusal in the core's words; one that is new to us keeps the exchange's own. */
export function refusalOf(error: string): Rejection {
  const code = REFUSALS[error]
  return code === undefined ? rejection('venue_rejected', { message: error }) : rejection(code)
}
