/** The operations of market data: search, events, books, trades, games, history. Part of the table in routes.ts. */
import { z } from 'zod'
import { gamesQuery } from './games.ts'
import { historyQuery, searchQuery } from './markets.ts'
import { book, history, tradeList } from './records/books.ts'
import { game, gameList } from './records/games.ts'
import { event, leagueList, market, searchAnswer, tagList, teamList } from './records/markets.ts'
import { read } from './route.ts'
import { eventId, gameId, marketId, outcomeId, pagesQuery } from './values.ts'

export const marketRoutes = {
  search: read('Events with their best-matching markets', { query: searchQuery, answer: searchAnswer }),
  readEvent: read('One event', { params: z.strictObject({ event_id: eventId }), answer: event }),
  readEventBySlug: read('One event by its slug', {
    params: z.strictObject({ slug: z.string().min(1).max(300).describe('As the venue names it') }),
    answer: event,
  }),
  readMarket: read('One market', { params: z.strictObject({ market_id: marketId }), answer: market }),
  listTags: read('Tags', { query: pagesQuery, answer: tagList }),
  listTeams: read('Teams', { query: pagesQuery, answer: teamList }),
  listLeagues: read('Leagues', { query: pagesQuery, answer: leagueList }),
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
    answer: tradeList,
  }),
  listGames: read('Games: live ones first, then what starts soonest, then what has ended', {
    query: gamesQuery,
    answer: gameList,
  }),
  readGame: read('One game', { params: z.strictObject({ game_id: gameId }), answer: game }),
} as const
