/** Sports frames: flat objects without a kind. A frame without a game id is passed over, never guessed. */
import { z } from 'zod'
import { parseGameId } from '#core/ids.ts'
import type { GameUpdate } from '#ports/venue-feeds.ts'
import { figure, readMoment } from '../figures.ts'
import { venueWords } from '../words.ts'

const words = z.string().transform(venueWords)
const optionalWords = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === null || text === '' ? null : venueWords(text)))

const wireGame = z.object({
  gameId: z.union([z.number(), z.string()]).transform(String),
  leagueAbbreviation: words,
  homeTeam: optionalWords,
  awayTeam: optionalWords,
  status: optionalWords,
  score: words,
  period: words,
  elapsed: optionalWords,
  live: z.boolean(),
  ended: z.boolean(),
  finishedTimestamp: figure(),
})

export type GameFrame =
  | { readonly kind: 'read'; readonly updates: readonly GameUpdate[] }
  | { readonly kind: 'no_game_id' }
  | { readonly kind: 'unreadable' }

function updateFromWire(row: unknown): GameUpdate | 'no_game_id' | null {
  if (typeof row !== 'object' || row === null) return null
  if (!('gameId' in row)) return 'no_game_id'
  const read = wireGame.safeParse(row)
  const gameId = read.success ? parseGameId(`pm:${read.data.gameId}`) : null
  if (!read.success || gameId === null) return null
  const { leagueAbbreviation, homeTeam, awayTeam, status, score, period, elapsed, live, ended } = read.data
  return {
    gameId,
    league: leagueAbbreviation,
    homeTeam,
    awayTeam,
    status,
    score,
    period,
    elapsed,
    live,
    ended,
    finishedAt: readMoment(read.data.finishedTimestamp),
  }
}

/** Reads one text frame: an object, or a list of them. */
export function readGameFrame(text: string): GameFrame {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return { kind: 'unreadable' }
  }
  const rows = (Array.isArray(frame) ? (frame as readonly unknown[]) : [frame]).map(updateFromWire)
  if (rows.includes(null)) return { kind: 'unreadable' }
  const updates = rows.filter((row) => row !== null && row !== 'no_game_id')
  return updates.length === 0 && rows.length > 0 ? { kind: 'no_game_id' } : { kind: 'read', updates }
}
