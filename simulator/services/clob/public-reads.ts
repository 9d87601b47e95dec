// Public reads of the order-book service: time, books, quotes and market facts. Closed markets have no book.
import { z } from 'zod'

import type { Parts } from '../../parts.ts'
import { get, jsonOf, ok, post } from '../../answers.ts'
import { amountText, midText, plainTime, priceNumber, priceText, secondsOf } from '../../text.ts'
import { Refusal, type Route } from '../../http-server.ts'
import type { ListedMarket, Side } from '../../types.ts'
import { bookSummary, type BookSummary } from './book-summary.ts'

const NO_BOOK = 'No orderbook exists for the requested token id'
const MAX_TOKENS = 500

const tokenList = z.array(z.object({ token_id: z.string(), side: z.enum(['BUY', 'SELL']).nullish() }))

/** The routes of every public read but the price history. */
export function publicReads({
  exchange,
  clock,
  faults,
}: Pick<Parts, 'exchange' | 'clock' | 'faults'>): readonly Route[] {
  const read = (path: string, answer: (query: URLSearchParams, key: string) => unknown): Route =>
    get(path, ({ query }, { key = '' }) => ok(answer(query, key)))

  function marketOf(token: string, refusal = 'market not found'): ListedMarket {
    if (!/^\d{1,78}$/.test(token)) throw new Refusal(400, 'Invalid token id')
    return known(exchange.marketOfToken(token), refusal)
  }

  function openToken(query: URLSearchParams): string {
    const token = query.get('token_id') ?? ''
    if (marketOf(token, NO_BOOK).closed) throw new Refusal(404, NO_BOOK)
    return token
  }

  function summaryOf(token: string): BookSummary {
    return bookSummary(exchange, marketOf(token), token)
  }

  /** A buyer pays the best ask, a seller gets the best bid. */
  function quote(token: string, side: Side): number | null {
    return exchange.best(token)[side === 'BUY' ? 'ask' : 'bid']
  }

  function middle(token: string): string | null {
    const { bid, ask } = exchange.best(token)
    return bid === null || ask === null ? null : midText(bid, ask)
  }

  /** A read of several tokens; those without an open book are left out. */
  function several(
    path: string,
    answer: (asked: readonly { token: string; side: Side }[]) => unknown,
  ): readonly Route[] {
    return [
      get(path, () => {
        throw new Refusal(400, 'Invalid payload')
      }),
      post(path, ({ body }) => {
        const list = tokenList.safeParse(jsonOf(body))
        if (!list.success) throw new Refusal(400, 'Invalid payload')
        if (list.data.length > MAX_TOKENS) throw new Refusal(400, 'Payload exceeds the limit')
        const open = list.data.filter(({ token_id }) => exchange.marketOfToken(token_id)?.closed === false)
        return ok(answer(open.map(({ token_id, side }) => ({ token: token_id, side: side ?? 'SELL' }))))
      }),
    ]
  }

  return [
    read('/', () => 'OK'),
    read('/ok', () => 'OK'),
    read('/time', () => {
      const wrong = faults.first({ service: 'clob', path: '/time' }, 'clock.time_endpoint_wrong')
      return secondsOf(clock.now() + (wrong?.number('ms', 0) ?? 0))
    }),
    read('/version', () => ({ version: 2 })),
    read('/book', (query) => summaryOf(openToken(query))),
    ...several('/books', (asked) => asked.map(({ token }) => summaryOf(token))),
    read('/price', (query) => {
      const token = openToken(query)
      const side = query.get('side')
      if (side !== 'BUY' && side !== 'SELL') throw new Refusal(400, 'Invalid side')
      return { price: priceText(known(quote(token, side))) }
    }),
    ...several('/prices', (asked) => {
      const quotes: Record<string, Record<string, string>> = {}
      for (const { token, side } of asked) {
        const price = quote(token, side)
        if (price !== null) quotes[token] = { ...quotes[token], [side]: priceText(price) }
      }
      return quotes
    }),
    read('/midpoint', (query) => ({ mid: known(middle(openToken(query))) })),
    ...several('/midpoints', (asked) =>
      Object.fromEntries(
        asked.map(({ token }) => [token, middle(token)]).filter(([, middle]) => middle !== null),
      ),
    ),
    read('/spread', (query) => {
      const { bid, ask } = exchange.best(openToken(query))
      return { spread: priceText(known(ask) - known(bid)) }
    }),
    read('/last-trade-price', (query) => {
      const last = exchange.lastTrade(openToken(query))
      return last === undefined ? { price: '0.5', side: '' } : { ...last, price: priceText(last.price) }
    }),
    read('/tick-size', (query) => ({
      minimum_tick_size: priceNumber(marketOf(query.get('token_id') ?? '').tick),
    })),
    read('/neg-risk', (query) => ({ neg_risk: marketOf(query.get('token_id') ?? '').negRisk })),
    read('/fee-rate', (query) => ({
      base_fee: marketOf(query.get('token_id') ?? '').fee === null ? 0 : 1000,
    })),
    read('/clob-markets/:key', (_query, id) => {
      if (!/^0x[0-9a-fA-F]{64}$/.test(id)) throw new Refusal(400, 'Invalid market')
      return compactInfo(known(exchange.market(id.toLowerCase()), 'market not found'))
    }),
    read('/markets-by-token/:key', (_query, token) => {
      const { conditionId, tokens } = marketOf(token)
      return { condition_id: conditionId, primary_token_id: tokens[0], secondary_token_id: tokens[1] }
    }),
  ]
}

function known<T>(value: T | null | undefined, refusal = NO_BOOK): T {
  if (value === undefined || value === null) throw new Refusal(404, refusal)
  return value
}

function compactInfo(market: ListedMarket): Readonly<Record<string, unknown>> {
  const { fee } = market
  return {
    c: market.conditionId,
    t: market.tokens.map((token, index) => ({ t: token, o: market.outcomes[index] })),
    mts: priceNumber(market.tick),
    mos: Number(amountText(market.minimumSize)),
    gst: market.gameStart === null ? null : plainTime(market.gameStart),
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
