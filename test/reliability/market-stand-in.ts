/** Catalog and books of the few markets that a schedule trades, read from the simulator instead of from its feeds. */
import type { BookView, Level } from '#core/book/book.ts'
import { parseEventId, parseMarketId, parseOutcomeId, type OutcomeId } from '#core/ids.ts'
import type { Market, MarketEvent, Outcome } from '#core/market/market.ts'
import { micros, ZERO } from '#core/money.ts'
import { priceFromSteps, TICK_SIZES } from '#core/price.ts'
import type { Books } from '#engine/markets/books.ts'
import type { Catalog } from '#engine/markets/catalog.ts'
import type { QuietVenue } from './quiet-venue.ts'
import { PLAIN_MARKET } from '#core/testing/plain-market.ts'

type Row = { readonly price: number; readonly size: string }
type Described = {
  readonly listed: {
    readonly conditionId: string
    readonly tokens: readonly [string, string]
    readonly negRisk: boolean
    readonly tick: number
    readonly minimumSize: string
    readonly secondsDelay: number
    readonly fee: { readonly rate: string; readonly exponent: number } | null
  }
  readonly books: readonly {
    readonly token: string
    readonly bids: readonly Row[]
    readonly asks: readonly Row[]
  }[]
}

export type MarketStandIn = {
  readonly catalog: Pick<Catalog, 'outcome' | 'complete'>
  readonly books: Pick<Books, 'view' | 'lastBest' | 'hold'>
  readonly outcomeIds: readonly OutcomeId[]
  /** Reads the books again. */
  readonly refresh: () => Promise<void>
}

/** @param marketIds  ids of the simulator's catalog */
export async function createMarketStandIn(
  venue: QuietVenue,
  marketIds: readonly string[],
): Promise<MarketStandIn> {
  const entries = new Map<OutcomeId, { outcome: Outcome; market: Market; event: MarketEvent }>()
  const views = new Map<OutcomeId, BookView>()

  async function refresh(): Promise<void> {
    for (const id of marketIds) {
      const described = (await venue.control(`/market/${id}`)) as Described
      const market = marketOf(described)
      const event = eventOf(market)
      for (const [index, outcome] of market.outcomes.entries()) {
        entries.set(outcome.id, { outcome, market, event })
        views.set(outcome.id, viewOf(described, market, index))
      }
    }
  }

  await refresh()
  return {
    refresh,
    outcomeIds: [...entries.keys()],
    catalog: { outcome: (id) => entries.get(id) ?? null, complete: () => Promise.resolve() },
    books: {
      view: (id) => views.get(id) ?? null,
      lastBest: () => ({ bid: null, ask: null }),
      hold: () => () => {},
    },
  }
}

function marketOf({ listed }: Described): Market {
  const id = parseMarketId(`pm:${listed.conditionId}`)
  const eventId = parseEventId('pm:1')
  const outcomes = listed.tokens.map((token, index): Outcome => {
    const outcomeId = parseOutcomeId(`pm:${token}`)
    if (outcomeId === null || id === null) throw new Error(`no token: ${token}`)
    return { id: outcomeId, marketId: id, name: index === 0 ? 'Yes' : 'No', positionId: null }
  })
  const [first, second] = outcomes
  const tickSize = TICK_SIZES.find((tick) => tick === listed.tick)
  if (id === null || eventId === null || tickSize === undefined) throw new Error('no such market')
  if (first === undefined || second === undefined) throw new Error('a market has two outcomes')
  const { fee } = listed
  return {
    ...PLAIN_MARKET,
    id,
    eventId,
    slug: 'stand-in',
    question: 'Stand-in?',
    negRisk: listed.negRisk,
    tickSize,
    minOrderSize: micros(BigInt(listed.minimumSize)),
    secondsDelay: listed.secondsDelay,
    fee: fee === null ? null : { rate: BigInt(fee.rate), exponent: fee.exponent },
    outcomes: [first, second],
  }
}

function eventOf(market: Market): MarketEvent {
  return {
    id: market.eventId,
    slug: 'stand-in',
    title: 'Stand-in',
    description: '',
    tags: [],
    status: 'open',
    startTime: null,
    endTime: null,
    createdAt: null,
    negRisk: market.negRisk,
    volume: ZERO,
    liquidity: ZERO,
    gameId: null,
    parentEventId: null,
    live: false,
    teams: [],
    markets: [market],
  }
}

function viewOf({ books }: Described, market: Market, index: number): BookView {
  const book = books[index]
  const levels = (rows: readonly Row[] = []): readonly Level[] =>
    rows.flatMap(({ price, size }): Level[] => {
      const at = priceFromSteps(price)
      return at === null ? [] : [[at, micros(BigInt(size))]]
    })
  const outcome = market.outcomes[index]
  if (outcome === undefined) throw new Error('a market has two outcomes')
  return {
    outcomeId: outcome.id,
    marketId: market.id,
    bids: levels(book?.bids),
    asks: levels(book?.asks),
    tickSize: market.tickSize,
    minOrderSize: market.minOrderSize,
    lastTradePrice: null,
    lastTradeSide: null,
    hash: null,
    venueTime: null,
    epoch: 1,
    version: 1,
    changedAt: null,
    verifiedAt: null,
    staleReason: null,
  }
}
