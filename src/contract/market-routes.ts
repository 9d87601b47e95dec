/** The operations of market data: search, events, books, trades, games, history. Part of the table in routes.ts. */
import { z } from 'zod'
import { game, gamesQuery } from './games.ts'
import {
  book,
  event,
  history,
  historyQuery,
  league,
  market,
  searchQuery,
  tag,
  team,
  trade,
} from './markets.ts'
import { PATHS } from './paths.ts'
import { eventId, gameId, listOf, marketId, outcomeId, pagesQuery } from './values.ts'

export const marketRoutes = {
  search: {
    ...PATHS.search,
    auth: 'session',
    summary: 'Events with their best-matching markets',
    query: searchQuery,
    answer: listOf(event),
  },
  readEvent: {
    ...PATHS.readEvent,
    auth: 'session',
    summary: 'One event',
    params: z.strictObject({ event_id: eventId }),
    answer: event,
  },
  readEventBySlug: {
    ...PATHS.readEventBySlug,
    auth: 'session',
    summary: 'One event by its slug',
    params: z.strictObject({ slug: z.string().min(1).max(300) }),
    answer: event,
  },
  readMarket: {
    ...PATHS.readMarket,
    auth: 'session',
    summary: 'One market',
    params: z.strictObject({ market_id: marketId }),
    answer: market,
  },
  listTags: {
    ...PATHS.listTags,
    auth: 'session',
    summary: 'Tags',
    query: pagesQuery,
    answer: listOf(tag),
  },
  listTeams: {
    ...PATHS.listTeams,
    auth: 'session',
    summary: 'Teams',
    query: pagesQuery,
    answer: listOf(team),
  },
  listLeagues: {
    ...PATHS.listLeagues,
    auth: 'session',
    summary: 'Leagues',
    query: pagesQuery,
    answer: listOf(league),
  },
  readBook: {
    ...PATHS.readBook,
    auth: 'session',
    summary: 'One live book; follows it for 60 s',
    params: z.strictObject({ outcome_id: outcomeId }),
    answer: book,
  },
  readHistory: {
    ...PATHS.readHistory,
    auth: 'session',
    summary: 'Price history',
    params: z.strictObject({ outcome_id: outcomeId }),
    query: historyQuery,
    answer: history,
  },
  listTrades: {
    ...PATHS.listTrades,
    auth: 'session',
    summary: 'The last 50 trades received, newest first; subscribes the outcome for 60 s',
    params: z.strictObject({ outcome_id: outcomeId }),
    query: pagesQuery,
    answer: listOf(trade),
  },
  listGames: {
    ...PATHS.listGames,
    auth: 'session',
    summary: 'Games: live ones first, then what starts soonest, then what has ended',
    query: gamesQuery,
    answer: listOf(game),
  },
  readGame: {
    ...PATHS.readGame,
    auth: 'session',
    summary: 'One game',
    params: z.strictObject({ game_id: gameId }),
    answer: game,
  },
} as const
