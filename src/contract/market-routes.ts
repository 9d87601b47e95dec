/** The operations of market data: search, events, books, trades, games, history. Part of the table in routes.ts. */
import { z } from 'zod'
import { game, gamesQuery } from './games.ts'
import { book, history, historyQuery, searchQuery, trade } from './markets.ts'
import { event, league, market, searchAnswer, tag, team } from './records/markets.ts'
import { page } from './records/lists.ts'
import { read } from './route.ts'
import { eventId, gameId, listOf, marketId, outcomeId, pagesQuery } from './values.ts'

export const marketRoutes = {
  search: read('Events with their best-matching markets', { query: searchQuery, answer: searchAnswer }),
  readEvent: read('One event', { params: z.strictObject({ event_id: eventId }), answer: event }),
  readEventBySlug: read('One event by its slug', {
    params: z.strictObject({ slug: z.string().min(1).max(300).describe('As the venue names it') }),
    answer: event,
  }),
  readMarket: read('One market', { params: z.strictObject({ market_id: marketId }), answer: market }),
  listTags: read('Tags', { query: pagesQuery, answer: page(null, tag, {}) }),
  listTeams: read('Teams', { query: pagesQuery, answer: page(null, team, {}) }),
  listLeagues: read('Leagues', { query: pagesQuery, answer: page(null, league, {}) }),
  readBook: read('One live book; follows it for 60 s', {
    params: z.strictObject({ outcome_id: outcomeId }),
    answer: book,
  }),
  readHistory: read('Price history', {
    params: z.strictObject({ outcome_id: outcomeId }),
    query: historyQuery,
    answer: history,
  }),
  listTrades: read('The last 50 trades received, newest first; subscribes the outcome for 60 s', {
    params: z.strictObject({ outcome_id: outcomeId }),
    query: pagesQuery,
    answer: listOf(trade),
  }),
  listGames: read('Games: live ones first, then what starts soonest, then what has ended', {
    query: gamesQuery,
    answer: listOf(game),
  }),
  readGame: read('One game', { params: z.strictObject({ game_id: gameId }), answer: game }),
} as const
