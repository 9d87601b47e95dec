/** The operations of market data: search, events, books, trades, games, history. Part of the table in routes.ts. */
import { z } from 'zod'
import { game, gamesQuery } from './games.ts'
import { book, history, historyQuery, searchQuery, trade } from './markets.ts'
import { event, league, market, searchAnswer, tag, team } from './records/markets.ts'
import { page } from './records/lists.ts'
import { PATHS } from './paths.ts'
import { eventId, gameId, listOf, marketId, outcomeId, pagesQuery } from './values.ts'

export const marketRoutes = {
  search: {
    ...PATHS.search,
    auth: 'session',
    scope: 'read',
    summary: 'Events with their best-matching markets',
    query: searchQuery,
    answer: searchAnswer,
  },
  readEvent: {
    ...PATHS.readEvent,
    auth: 'session',
    scope: 'read',
    summary: 'One event',
    params: z.strictObject({ event_id: eventId }),
    answer: event,
  },
  readEventBySlug: {
    ...PATHS.readEventBySlug,
    auth: 'session',
    scope: 'read',
    summary: 'One event by its slug',
    params: z.strictObject({ slug: z.string().min(1).max(300) }),
    answer: event,
  },
  readMarket: {
    ...PATHS.readMarket,
    auth: 'session',
    scope: 'read',
    summary: 'One market',
    params: z.strictObject({ market_id: marketId }),
    answer: market,
  },
  listTags: {
    ...PATHS.listTags,
    auth: 'session',
    scope: 'read',
    summary: 'Tags',
    query: pagesQuery,
    answer: page(null, tag, {}),
  },
  listTeams: {
    ...PATHS.listTeams,
    auth: 'session',
    scope: 'read',
    summary: 'Teams',
    query: pagesQuery,
    answer: page(null, team, {}),
  },
  listLeagues: {
    ...PATHS.listLeagues,
    auth: 'session',
    scope: 'read',
    summary: 'Leagues',
    query: pagesQuery,
    answer: page(null, league, {}),
  },
  readBook: {
    ...PATHS.readBook,
    auth: 'session',
    scope: 'read',
    summary: 'One live book; follows it for 60 s',
    params: z.strictObject({ outcome_id: outcomeId }),
    answer: book,
  },
  readHistory: {
    ...PATHS.readHistory,
    auth: 'session',
    scope: 'read',
    summary: 'Price history',
    params: z.strictObject({ outcome_id: outcomeId }),
    query: historyQuery,
    answer: history,
  },
  listTrades: {
    ...PATHS.listTrades,
    auth: 'session',
    scope: 'read',
    summary: 'The last 50 trades received, newest first; subscribes the outcome for 60 s',
    params: z.strictObject({ outcome_id: outcomeId }),
    query: pagesQuery,
    answer: listOf(trade),
  },
  listGames: {
    ...PATHS.listGames,
    auth: 'session',
    scope: 'read',
    summary: 'Games: live ones first, then what starts soonest, then what has ended',
    query: gamesQuery,
    answer: listOf(game),
  },
  readGame: {
    ...PATHS.readGame,
    auth: 'session',
    scope: 'read',
    summary: 'One game',
    params: z.strictObject({ game_id: gameId }),
    answer: game,
  },
} as const
