/** A game as the terminal shows it: from the sports channel alone, and said to be stale when that cannot be relied on. */
import type { EventId, GameId } from '../ids.ts'
import type { Instant, League } from './market.ts'
import { parseScore, swapTeams } from './score.ts'

export type GameStatus = 'scheduled' | 'live' | 'paused' | 'ended'

type GameScore = {
  /** Points, goals, runs, sets won or maps won. */
  readonly home: number
  readonly away: number
  /** Sets, or the map being played; home first. */
  readonly detail: string | null
}

export type Game = {
  readonly id: GameId
  /** The main event; null when the catalog knows none. */
  readonly eventId: EventId | null
  readonly league: string
  readonly home: string | null
  readonly away: string | null
  /** Which team the venue's texts list first. */
  readonly ordering: League['ordering']
  /** Null when none has been reported, or its form is not known. */
  readonly score: GameScore | null
  readonly rawScore: string | null
  readonly period: string | null
  readonly elapsed: string | null
  readonly status: GameStatus
  /** The catalog's start time; null when it has none. */
  readonly startsAt: Instant | null
  readonly startedAt: Instant | null
  readonly endedAt: Instant | null
  readonly stale: boolean
  readonly updatedAt: Instant | null
}

const PAUSED_STATUS = new Set(['suspended', 'interrupted', 'delayed', 'paused', 'halftime', 'break'])
const PAUSED_PERIOD = /^(?:HT|End .{1,10})$/

/** State of a game, from the flags of a frame and its words. */
export function gameStatus(frame: {
  readonly live: boolean
  readonly ended: boolean
  readonly status: string | null
  readonly period: string
}): GameStatus {
  if (frame.ended) return 'ended'
  if (!frame.live) return 'scheduled'
  const isPaused = PAUSED_PERIOD.test(frame.period) || PAUSED_STATUS.has(frame.status?.toLowerCase() ?? '')
  return isPaused ? 'paused' : 'live'
}

const WORDS: Readonly<Record<string, GameStatus>> = {
  scheduled: 'scheduled',
  notstarted: 'scheduled',
  pregame: 'scheduled',
  live: 'live',
  running: 'live',
  inprogress: 'live',
  final: 'ended',
  finished: 'ended',
  ended: 'ended',
  complete: 'ended',
  completed: 'ended',
  closed: 'ended',
}

/** State of a game by a word alone, spaces and dashes aside; null for a word that is not known. */
export function statusOfWord(word: string): GameStatus | null {
  const bare = word.toLowerCase().replaceAll(/[\s_-]/g, '')
  return PAUSED_STATUS.has(bare) ? 'paused' : (WORDS[bare] ?? null)
}

/** The score with the home team first; null for a form that is not known. */
export function gameScore(text: string, period: string, ordering: League['ordering']): GameScore | null {
  const listed = parseScore(text, period)
  if (listed === null) return null
  const score = ordering === 'home' ? listed : swapTeams(listed)
  return { home: score.first, away: score.second, detail: score.detail }
}
