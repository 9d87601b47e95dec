/** Search, events, books and history (API-4); markets with the best prices of followed books. */
import type { CoreOf } from '#contract/codec/codec.ts'
import type { EventRow, MarketRow, outcome } from '#contract/records/markets.ts'
import { bestAsk, bestBid, type BookView, type Trade } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import {
  isComboEligible,
  knownFigures,
  type Market,
  type MarketEvent,
  type Outcome,
  type Team,
} from '#core/market/market.ts'
import { micros, parseMicros, ZERO, type Micros } from '#core/money.ts'
import type { HistoryInterval } from '#ports/venue-catalog.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { unreachable } from '#lib/never.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import { cursorOf, newestPage, numberOf, pageOf } from '../http/cursors.ts'
import type { Problem } from '../http/replies.ts'
import type { Handlers, Services } from './handler.ts'

/** Finer than this, in minutes, the venue refuses (venue-reference, price history). */
const FINEST: Readonly<Partial<Record<HistoryInterval, number>>> = { '1w': 5, '1m': 10 }

export function marketHandlers(services: Services) {
  const { engine } = services
  const { catalog, books } = engine
  const followedBook: FollowedBook = (outcomeId) => books.peek(outcomeId)

  function eventAnswer(found: Result<MarketEvent | null, ReadFault>): Result<EventRow, Problem> {
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
        combo: query.combo ?? null,
        limit: query.limit,
        offset: start,
      })
      return ok({
        items: hits.map((hit) => eventRow({ ...hit.event, markets: hit.markets }, followedBook)),
        nextCursor: more ? cursorOf(String(start + query.limit)) : null,
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
      return view === null ? err(notFound('outcome')) : ok({ ...view, stale: view.staleReason !== null })
    },

    listTrades({ params, query }) {
      const trades = books.trades(params.outcome_id)
      if (trades === null) return err(notFound('outcome'))
      const placeOf = ({ at, number }: Trade) => [at, String(number).padStart(15, '0')] as const
      return newestPage(trades, placeOf, query)
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
      return ok({ ...history.value, interval: query.interval })
    },
  } satisfies Partial<Handlers>
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
      return { code: 'credentials_unavailable', detail: 'No working venue credentials.' }
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

/** The book of a subscribed outcome; null for any other. */
export type FollowedBook = (outcomeId: OutcomeId) => BookView | null

export function eventRow(event: MarketEvent, followedBook: FollowedBook): EventRow {
  const markets = event.markets.map((inner) => marketRow(inner, event.teams, followedBook))
  return { ...event, image: null, icon: null, markets }
}

/** @param teams  of the market's event: an outcome named after one of them carries it */
export function marketRow(market: Market, teams: readonly Team[], followedBook: FollowedBook): MarketRow {
  return {
    ...market,
    ...knownFigures(market),
    notTradable: market.notTradable ?? null,
    line: lineOf(market.line),
    fees: feesOf(market.fee),
    comboEligible: isComboEligible(market),
    outcomes: market.outcomes.map((one) => outcomeRow(one, teams, followedBook(one.id))),
  }
}

function outcomeRow(value: Outcome, teams: readonly Team[], book: BookView | null): CoreOf<typeof outcome> {
  const name = value.name.toLowerCase()
  const team = teams.find((one) => one.name.toLowerCase() === name || one.alias?.toLowerCase() === name)
  const live = book !== null && book.staleReason === null ? book : null
  return {
    ...value,
    bestBid: live && bestBid(live),
    bestAsk: live && bestAsk(live),
    lastTradePrice: live && live.lastTradePrice,
    team: team ?? null,
  }
}

function lineOf(line: string | null): Micros | null {
  const parsed = line === null ? null : parseMicros(line)
  return parsed?.ok === true ? parsed.value : null
}

function feesOf(fee: Market['fee']): MarketRow['fees'] {
  if (fee === null) return null
  if (fee === 'unknown') return { rate: ZERO, exponent: 0, known: false }
  return { rate: micros(fee.rate), exponent: fee.exponent, known: true }
}
