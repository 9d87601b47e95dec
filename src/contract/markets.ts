/** Requests for search, events, books, trades, games and history (API-4). */
import { z } from 'zod'
import * as books from './records/books.ts'
import * as games from './records/games.ts'
import * as markets from './records/markets.ts'
import { read } from './route.ts'
import { eventId, flag, gameId, marketId, outcomeId, pageQuery, pagesQuery } from './values.ts'

export const searchQuery = z.strictObject({
  q: z.string().max(200).default('').describe('Words of event, market, team or league'),
  tag: z.string().max(100).optional().describe('Slug of a tag'),
  league: z.string().max(50).optional().describe('Code of a league'),
  kind: z.enum(['event', 'market', 'team']).optional().describe('Where the words must be found'),
  status: z.enum(['open', 'closed', 'all']).default('open'),
  sort: z.enum(['relevance', 'volume', 'liquidity', 'ending', 'newest']).default('relevance'),
  live: flag.optional().describe('In a live game, or not'),
  closes_within: z.coerce.number().int().min(1).max(525_600).optional().describe('Minutes until the end'),
  combo: flag.optional().describe('With an open market usable as a combo leg, or without'),
  ...pageQuery,
})

const historyQuery = z.strictObject({
  interval: z.enum(['1h', '6h', '1d', '1w', '1m', 'max']).default('1d').describe('How far back'),
  fidelity: z.coerce.number().int().min(1).max(10_080).optional().describe('Step in minutes'),
})

const gamesQuery = z.strictObject({
  league: z.string().max(50).optional().describe('Code of a league'),
  live: flag.optional().describe('Live ones, or the others'),
  date: z.iso.date().optional().describe('Starting on that day (UTC)'),
  ...pageQuery,
})

export const marketRoutes = {
  search: read('Events with their best-matching markets', {
    query: searchQuery,
    answer: markets.searchAnswer,
  }),
  readEvent: read('One event', { params: z.strictObject({ event_id: eventId }), answer: markets.event }),
  readEventBySlug: read('One event by its slug', {
    params: z.strictObject({ slug: z.string().min(1).max(300).describe('Slug of the event at the venue') }),
    answer: markets.event,
  }),
  readMarket: read('One market', { params: z.strictObject({ market_id: marketId }), answer: markets.market }),
  listTags: read('Tags', { query: pagesQuery, answer: markets.tagList }),
  listTeams: read('Teams', { query: pagesQuery, answer: markets.teamList }),
  listLeagues: read('Leagues', { query: pagesQuery, answer: markets.leagueList }),
  readBook: read('One live book; the outcome is followed for 60 s', {
    params: z.strictObject({ outcome_id: outcomeId }),
    answer: books.book,
  }),
  readHistory: read('Price history', {
    params: z.strictObject({ outcome_id: outcomeId }),
    query: historyQuery,
    answer: books.history,
  }),
  listTrades: read('The last 50 trades received, newest first; the outcome is followed for 60 s', {
    params: z.strictObject({ outcome_id: outcomeId }),
    query: pagesQuery,
    answer: books.tradeList,
  }),
  listGames: read('Games: live first, then by start, then ended', {
    query: gamesQuery,
    answer: games.gameList,
  }),
  readGame: read('One game', { params: z.strictObject({ game_id: gameId }), answer: games.game }),
} as const
