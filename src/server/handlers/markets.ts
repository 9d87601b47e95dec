/** Search, events, books and history (API-4). */
import type { Trade } from '#core/book/book.ts'
import type { MarketEvent } from '#core/market/market.ts'
import type { HistoryInterval } from '#ports/venue-catalog.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { unreachable } from '#lib/never.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import { cursorOf, newestPage, numberOf, pageOf, viewed } from '../http/cursors.ts'
import type { Problem } from '../http/replies.ts'
import { bookView } from '../views/books.ts'
import { tradeView } from '../views/games.ts'
import { eventRow, marketRow, type FollowedBook } from '../views/markets.ts'
import { timeText } from '../views/values.ts'
import type { Handlers, Services } from './handler.ts'

/** Finer than this, in minutes, the venue refuses (venue-reference, price history). */
const FINEST: Readonly<Partial<Record<HistoryInterval, number>>> = { '1w': 5, '1m': 10 }

type Operations =
  | 'search'
  | 'readEvent'
  | 'readEventBySlug'
  | 'readMarket'
  | 'listTags'
  | 'listTeams'
  | 'listLeagues'
  | 'readBook'
  | 'listTrades'
  | 'readHistory'

export function marketHandlers(services: Services): Pick<Handlers, Operations> {
  const { engine } = services
  const { catalog, books } = engine
  const followedBook: FollowedBook = (outcomeId) => books.peek(outcomeId)

  function eventAnswer(
    found: Result<MarketEvent | null, ReadFault>,
  ): Result<ReturnType<typeof eventRow>, Problem> {
    if (!found.ok) return err(venueProblem(found.error))
    return found.value === null ? err(notFound('event')) : ok(eventRow(found.value, followedBook))
  }

  return {
    async search({ query }) {
      const offset = numberOf(query.cursor)
      if (!offset.ok) return offset
      const start = offset.value ?? 0
      const isOfClosed = query.status === 'closed' && query.q.trim() !== ''
      const note = isOfClosed ? await catalog.learnClosed(query.q) : null
      const { hits, more } = catalog.search({
        text: query.q,
        tag: query.tag ?? null,
        league: query.league ?? null,
        kind: query.kind ?? null,
        status: query.status,
        sort: query.sort,
        live: query.live ?? null,
        closesWithin: query.closes_within === undefined ? null : query.closes_within * 60_000,
        minLiquidity: query.min_liquidity ?? null,
        combo: query.combo ?? null,
        limit: query.limit,
        offset: start,
      })
      return ok({
        items: hits.map((hit) => eventRow({ ...hit.event, markets: hit.markets }, followedBook)),
        next_cursor: more ? cursorOf(String(start + query.limit)) : null,
        note,
      })
    },

    readEvent: async ({ params }) => eventAnswer(await catalog.findEvent(params.event_id)),

    readEventBySlug: async ({ params }) => eventAnswer(await catalog.findEventBySlug(params.slug)),

    async readMarket({ params }) {
      const found = await catalog.findMarket(params.market_id)
      if (!found.ok) return err(venueProblem(found.error))
      const market = found.value
      if (market === null) return err(notFound('market'))
      return ok(marketRow(market, catalog.event(market.eventId)?.teams ?? [], followedBook))
    },

    listTags: ({ query }) => pageOf(catalog.tags(), query),
    listTeams: ({ query }) => pageOf(catalog.teams(), query),
    listLeagues: ({ query }) => pageOf(catalog.leagues(), query),

    async readBook({ params }) {
      await catalog.learn([params.outcome_id])
      const view = books.view(params.outcome_id)
      return view === null ? err(notFound('outcome')) : ok(bookView(view))
    },

    listTrades({ params, query }) {
      const trades = books.trades(params.outcome_id)
      if (trades === null) return err(notFound('outcome'))
      const placeOf = ({ at, number }: Trade) => [at, String(number).padStart(15, '0')] as const
      return viewed(newestPage(trades, placeOf, query), tradeView)
    },

    async readHistory({ params, query }) {
      const finest = FINEST[query.interval]
      if (finest !== undefined && query.fidelity !== undefined && query.fidelity < finest) {
        return err({
          code: 'invalid_fidelity',
          detail: `The finest fidelity of ${query.interval} is ${finest} minutes.`,
        })
      }
      await catalog.learn([params.outcome_id])
      if (catalog.outcome(params.outcome_id) === null) return err(notFound('outcome'))
      const history = await engine.history(params.outcome_id, query.interval, query.fidelity ?? null)
      if (!history.ok) return err(venueProblem(history.error))
      return ok({
        points: history.value.points.map((point) => ({ t: timeText(point.at), p: point.price })),
        interval: query.interval,
        fidelity: history.value.fidelity,
      })
    },
  }
}

/** A 404 in plain words. */
export function notFound(what: string): Problem {
  return { code: 'not_found', detail: `There is no such ${what}.` }
}

/** Problem of a failed read of the venue. */
export function venueProblem(fault: ReadFault): Problem {
  const wait = fault.retryAfterMs === null ? {} : { retryAfterMs: fault.retryAfterMs }
  switch (fault.kind) {
    case 'no_credentials':
      return { code: 'credentials_unavailable', detail: 'There are no working venue credentials.' }
    case 'rate_limited':
      return { code: 'venue_error', detail: 'The venue asks to wait.', ...wait }
    case 'unauthorized':
    case 'unavailable':
    case 'network':
      return { code: 'venue_error', detail: 'The venue did not answer this request.', ...wait }
    case 'unreadable':
    case 'incomplete':
      return { code: 'venue_error', detail: "The venue's answer could not be read.", ...wait }
    default:
      return unreachable(fault.kind)
  }
}
