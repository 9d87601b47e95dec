/** Query of games (API-4). */
import { z } from 'zod'
import { flag, pageQuery } from './values.ts'

export const gamesQuery = z.strictObject({
  league: z.string().max(50).optional().describe('Code of a league'),
  live: flag.optional().describe('Those that are on, or those that are not'),
  date: z.iso.date().optional().describe('They start on that day in UTC'),
  ...pageQuery,
})
