/** Games and their scores (API-4). */
import { z } from 'zod'
import { flag, pageQuery, time } from './values.ts'

export const game = z
  .strictObject({
    id: z.string(),
    event_id: z.string().nullable(),
    league: z.string(),
    home: z.string().nullable(),
    away: z.string().nullable(),
    ordering: z.enum(['home', 'away']),
    score: z
      .strictObject({ home: z.number().int(), away: z.number().int(), detail: z.string().nullable() })
      .nullable(),
    raw_score: z.string().nullable(),
    period: z.string().nullable(),
    elapsed: z.string().nullable(),
    status: z.enum(['scheduled', 'live', 'paused', 'ended']),
    starts_at: time.nullable().meta({ description: "The catalog's start time" }),
    started_at: time.nullable(),
    ended_at: time.nullable(),
    stale: z.boolean(),
    updated_at: time.nullable(),
  })
  .meta({ id: 'Game' })

export const gamesQuery = z.strictObject({
  league: z.string().max(50).optional().describe('Code of a league'),
  live: flag.optional().describe('Those that are on, or those that are not'),
  date: z.iso.date().optional().describe('They start on that day in UTC'),
  ...pageQuery,
})
