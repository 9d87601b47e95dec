// Public reads of the order-book service: time, books, quotes and market facts. Closed markets have no book.
import { z } from 'zod'

import type { Parts } from '../../parts.ts'
import { get, jsonOf, ok, post } from '../../answers.ts'
import { mirrored } from '../../exchange/book.ts'
import { payout } from '../../exchange/money.ts'
import { amountText, midText, priceNumber, priceText, secondsOf } from '../../exchange/text.ts'
import type { Route, VenueAnswer } from '../../http-server.ts'
import type { Exchange, ListedMarket } from '../../types.ts'
import { fail } from './answers.ts'
import { bookSummary } from './book-summary.ts'

type PublicReadDeps = Pick<Parts, 'exchange' | 'clock' | 'faults'> & {
  /** The catalog's row of a market, for what the exchange does not know (question, description). */
  readonly catalogRow: (conditionId: string) => Readonly<Record<string, unknown>> | undefined
}

const NO_BOOK = 'No orderbook exists for the requested token id'
const MAX_TOKENS = 500

const tokenList = z.array(z.object({ token_id: z.string(), side: z.enum(['BUY', 'SELL']).nullish() }))

/** The routes of every public read but the price history. */
export function publicReads(deps: PublicReadDeps): readonly Route[] {
  const { exchange } = deps

  function openMarket(token: string): ListedMarket | undefined {
    const market = exchange.marketOfToken(token)
    return market === undefined || market.closed ? undefined : market
  }

  function forBook(
    token: string | null,
    answer: (token: string, market: ListedMarket) => VenueAnswer,
  ): VenueAnswer {
    if (token === null || !/^\d{1,78}$/.test(token)) return fail(400, 'Invalid token id')
    const market = openMarket(token)
    return market === undefined ? fail(404, NO_BOOK) : answer(token, market)
  }

  function forMarket(token: string | null, answer: (market: ListedMarket) => VenueAnswer): VenueAnswer {
    if (token === null || !/^\d{1,78}$/.test(token)) return fail(400, 'Invalid token id')
    const market = exchange.marketOfToken(token)
    return market === undefined ? fail(404, 'market not found') : answer(market)
  }

  /** A buyer pays the best ask, a seller gets the best bid. */
  function quote(token: string, side: 'BUY' | 'SELL'): number | null {
    const { bids, asks } = exchange.levels(token)
    return (side === 'BUY' ? asks : bids)[0]?.price ?? null
  }

  function mid(token: string): string | null {
    const [bid, ask] = [quote(token, 'SELL'), quote(token, 'BUY')]
    return bid === null || ask === null ? null : midText(bid, ask)
  }

  function forList(
    body: Buffer,
    answer: (tokens: readonly { token: string; side: 'BUY' | 'SELL' | null }[]) => VenueAnswer,
  ): VenueAnswer {
    const list = tokenList.safeParse(jsonOf(body))
    if (!list.success) return fail(400, 'Invalid payload')
    if (list.data.length > MAX_TOKENS) return fail(400, 'Payload exceeds the limit')
    const known = list.data.filter((entry) => openMarket(entry.token_id) !== undefined)
    return answer(known.map((entry) => ({ token: entry.token_id, side: entry.side ?? null })))
  }

  function now(): number {
    const wrong = deps.faults.first({ service: 'clob', path: '/time' }, 'clock.time_endpoint_wrong')
    return secondsOf(deps.clock.now() + (wrong?.number('ms', 0) ?? 0))
  }

  return [
    get('/', () => ok('OK')),
    get('/ok', () => ok('OK')),
    get('/time', () => ok(now())),
    get('/version', () => ok({ version: 2 })),
    get('/book', ({ query }) =>
      forBook(query.get('token_id'), (token, market) => ok(bookSummary(exchange, market, token))),
    ),
    get('/books', () => fail(400, 'Invalid payload')),
    post('/books', ({ body }) =>
      forList(body, (tokens) =>
        ok(
          tokens.flatMap(({ token }) => {
            const market = openMarket(token)
            return market === undefined ? [] : [bookSummary(exchange, market, token)]
          }),
        ),
      ),
    ),
    get('/price', ({ query }) =>
      forBook(query.get('token_id'), (token) => {
        const side = query.get('side')
        if (side !== 'BUY' && side !== 'SELL') return fail(400, 'Invalid side')
        const price = quote(token, side)
        return price === null ? fail(404, NO_BOOK) : ok({ price: priceText(price) })
      }),
    ),
    get('/prices', () => fail(400, 'Invalid payload')),
    post('/prices', ({ body }) => forList(body, (tokens) => ok(quotesOf(tokens, quote)))),
    get('/midpoint', ({ query }) =>
      forBook(query.get('token_id'), (token) => {
        const value = mid(token)
        return value === null ? fail(404, NO_BOOK) : ok({ mid: value })
      }),
    ),
    get('/midpoints', () => fail(400, 'Invalid payload')),
    post('/midpoints', ({ body }) =>
      forList(body, (tokens) =>
        ok(
          Object.fromEntries(
            tokens.flatMap(({ token }) => {
              const value = mid(token)
              return value === null ? [] : [[token, value]]
            }),
          ),
        ),
      ),
    ),
    get('/spread', ({ query }) =>
      forBook(query.get('token_id'), (token) => {
        const [bid, ask] = [quote(token, 'SELL'), quote(token, 'BUY')]
        return bid === null || ask === null ? fail(404, NO_BOOK) : ok({ spread: priceText(ask - bid) })
      }),
    ),
    get('/last-trade-price', ({ query }) =>
      forBook(query.get('token_id'), (token) => {
        const last = exchange.lastTrade(token)
        return ok(
          last === undefined ? { price: '0.5', side: '' } : { price: priceText(last.price), side: last.side },
        )
      }),
    ),
    get('/tick-size', ({ query }) =>
      forMarket(query.get('token_id'), (market) => ok({ minimum_tick_size: priceNumber(market.tick) })),
    ),
    get('/neg-risk', ({ query }) =>
      forMarket(query.get('token_id'), (market) => ok({ neg_risk: market.negRisk })),
    ),
    get('/fee-rate', ({ query }) =>
      forMarket(query.get('token_id'), (market) => ok({ base_fee: market.fee === null ? 0 : 1000 })),
    ),
    get('/clob-markets/:id', (_request, { id = '' }) => {
      if (!/^0x[0-9a-fA-F]{64}$/.test(id)) return fail(400, 'Invalid market')
      const market = exchange.market(id.toLowerCase())
      return market === undefined ? fail(404, 'market not found') : ok(compactInfo(market))
    }),
    get('/markets-by-token/:token', (_request, { token = '' }) =>
      forMarket(token, (market) =>
        ok({
          condition_id: market.conditionId,
          primary_token_id: market.tokens[0],
          secondary_token_id: market.tokens[1],
        }),
      ),
    ),
    get('/markets/:id', (_request, { id = '' }) => {
      const market = exchange.market(id.toLowerCase())
      if (market === undefined) return fail(404, 'market not found')
      return ok(verboseInfo(exchange, market, deps.catalogRow(market.conditionId) ?? {}))
    }),
  ]
}

function quotesOf(
  tokens: readonly { token: string; side: 'BUY' | 'SELL' | null }[],
  quote: (token: string, side: 'BUY' | 'SELL') => number | null,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const quotes: Record<string, Record<string, string>> = {}
  for (const { token, side } of tokens) {
    const asked = side ?? 'SELL'
    const price = quote(token, asked)
    if (price !== null) quotes[token] = { ...quotes[token], [asked]: priceText(price) }
  }
  return quotes
}

function compactInfo(market: ListedMarket): Readonly<Record<string, unknown>> {
  const { fee } = market
  return {
    c: market.conditionId,
    t: market.tokens.map((token, index) => ({ t: token, o: market.outcomes[index] })),
    mts: priceNumber(market.tick),
    mos: Number(amountText(market.minimumSize)),
    gst: market.gameStart === null ? null : isoSeconds(market.gameStart),
    ao: market.acceptingOrders,
    aot: null,
    ...(fee === null ? {} : { fd: { r: Number(amountText(fee.rate)), e: fee.exponent, to: true } }),
    mbf: fee === null ? 0 : 1000,
    tbf: fee === null ? 0 : 1000,
    r: null,
    rfqe: false,
    itode: market.secondsDelay > 0,
    ibce: false,
    oas: 0,
    v: 'v1',
    ...(market.secondsDelay > 0 ? { sd: market.secondsDelay } : {}),
    ...(market.negRisk ? { nr: true } : {}),
    ...(market.clearBookOnStart ? { cbos: true } : {}),
  }
}

function verboseInfo(
  exchange: Exchange,
  market: ListedMarket,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const first = exchange.lastTrade(market.tokens[0])?.price ?? 5_000
  const price = (index: 0 | 1): number => {
    if (market.winner !== null) return priceNumber(payout(market.winner, index))
    return priceNumber(mirrored(index, first))
  }
  return {
    enable_order_book: !market.closed,
    active: true,
    closed: market.closed,
    archived: false,
    accepting_orders: market.acceptingOrders,
    accepting_order_timestamp: row['acceptingOrdersTimestamp'] ?? null,
    minimum_order_size: Number(amountText(market.minimumSize)),
    minimum_tick_size: priceNumber(market.tick),
    condition_id: market.conditionId,
    question_id: row['questionID'] ?? '',
    question: row['question'] ?? '',
    description: row['description'] ?? '',
    market_slug: row['slug'] ?? '',
    end_date_iso: row['endDate'] ?? null,
    game_start_time: market.gameStart === null ? null : isoSeconds(market.gameStart),
    seconds_delay: market.secondsDelay,
    maker_base_fee: 0,
    taker_base_fee: 0,
    notifications_enabled: true,
    neg_risk: market.negRisk,
    neg_risk_market_id: row['negRiskMarketID'] ?? '',
    neg_risk_request_id: row['negRiskRequestID'] ?? '',
    icon: row['icon'] ?? '',
    image: row['image'] ?? '',
    rewards: { rates: null, min_size: 0, max_spread: 0 },
    is_50_50_outcome: market.winner === 'void',
    tokens: ([0, 1] as const).map((index) => ({
      token_id: market.tokens[index],
      outcome: market.outcomes[index],
      price: price(index),
      winner: market.winner === index,
    })),
    tags: [],
  }
}

function isoSeconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
