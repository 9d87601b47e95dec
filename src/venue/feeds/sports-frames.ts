/**
 * Sports frames: flat objects without a kind. A frame without a game id is passed over, never guessed; an odd word costs neither
 * its row nor the rows beside it (INV-80), and a row that says of no game whether it is on is none.
 */
import { parseGameId } from '#core/ids.ts'
import type { GameUpdate } from '#ports/venue-feeds.ts'
import { fieldsOf, type Fields } from '../fields.ts'
import { positiveId } from '../catalog/market-row.ts'
import { readMoment } from '../figures.ts'
import { venueWords } from '../words.ts'

const MOST_WORDS = 600
/** Ids that stand for none. */
const NO_GAME = /^(?:0|-\d+)?$/

type GameFrame =
  | { readonly kind: 'read'; readonly updates: readonly GameUpdate[]; readonly unreadable: number }
  | { readonly kind: 'no_game_id' }
  | { readonly kind: 'unreadable' }

function words(fields: Fields, name: string): string {
  return venueWords(fields.text(name, MOST_WORDS))
}

function wordsOrNull(fields: Fields, name: string): string | null {
  const text = words(fields, name)
  return text === '' ? null : text
}

function updateFromWire(row: unknown): GameUpdate | 'no_game_id' | null {
  const fields = fieldsOf(row)
  if (fields === null) return null
  const id = fields.raw('gameId')
  const isScalar = typeof id === 'number' || typeof id === 'string'
  if (id === undefined || id === null || (isScalar && NO_GAME.test(String(id)))) return 'no_game_id'
  const digits = positiveId(id)
  const gameId = digits === null ? null : parseGameId(`pm:${digits}`)
  const [live, ended] = [fields.flag('live'), fields.flag('ended')]
  if (gameId === null || live === null || ended === null) return null
  return {
    gameId,
    league: words(fields, 'leagueAbbreviation'),
    homeTeam: wordsOrNull(fields, 'homeTeam'),
    awayTeam: wordsOrNull(fields, 'awayTeam'),
    status: wordsOrNull(fields, 'status'),
    score: words(fields, 'score'),
    period: words(fields, 'period'),
    elapsed: wordsOrNull(fields, 'elapsed'),
    live,
    ended,
    finishedAt: readMoment(fields.raw('finishedTimestamp')),
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
  const rows = (Array.isArray(frame) ? Array.from(frame as readonly unknown[]) : [frame]).map(updateFromWire)
  const updates = rows.filter((row) => row !== null && row !== 'no_game_id')
  const unreadable = rows.filter((row) => row === null).length
  if (updates.length > 0 || rows.length === 0) return { kind: 'read', updates, unreadable }
  return unreadable > 0 ? { kind: 'unreadable' } : { kind: 'no_game_id' }
}
