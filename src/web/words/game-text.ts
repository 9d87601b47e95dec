/** A game as text: teams, state, and time. Home and away are resolved by the backend. */
import type { Event, Game } from '../platform/api/client.ts'
import { showCountdown, showLocal } from '../platform/format/figures.ts'

export type Sides = { readonly home: string; readonly away: string }

/** Both teams: by the event's title in the league's order, else as the score feed names them. */
export function sidesOf(game: Game, event: Event | null): Sides {
  const named = event === null ? null : splitTitle(event.title)
  if (named !== null) {
    const [first, second] = named
    return game.ordering === 'home' ? { home: first, away: second } : { home: second, away: first }
  }
  return { home: game.home ?? 'Home', away: game.away ?? 'Away' }
}

/** Longer than two names can be. */
const MAX_TITLE_LENGTH = 300

/** The two names of `A vs. B`; null for any other title. */
export function splitTitle(title: string): readonly [string, string] | null {
  if (title.length > MAX_TITLE_LENGTH) return null
  const parts = title.split(/ (?:vs?\.?|@) /i)
  const [first, second] = parts
  if (parts.length !== 2 || first === undefined || second === undefined) return null
  // Text after a colon or a dash at the end names the stage, not the team.
  const stage = second.search(/\s[-\u2013(:]/)
  const last = (stage < 0 ? second : second.slice(0, stage)).trim()
  return first.trim() === '' || last === '' ? null : [first.trim(), last]
}

/** State of the game: `Q2 01:46`, `2H 59'`, `FT`; empty before the start and while the feed says nothing. */
export function clockText(game: Game): string {
  if (game.status === 'ended') return 'FT'
  if (game.status === 'scheduled') return ''
  const period = game.period ?? ''
  const elapsed = game.elapsed ?? ''
  if (elapsed === '') return period
  const clock = /^\d+(?:\+\d+)?$/.test(elapsed) ? `${elapsed}'` : elapsed
  return period === '' ? clock : `${period} ${clock}`
}

/** When it starts: a countdown within the hour, the time of day today, the day beyond. */
export function startText(startsAt: number, now: number): string {
  const left = startsAt - now
  if (left <= 0) return 'due'
  if (left < 3_600_000) return `in ${showCountdown(left)}`
  if (left < 20 * 3_600_000) return showLocal(startsAt)
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
  return `${day.format(startsAt)} ${showLocal(startsAt)}`
}

/**
 * Why there is no score, as text; null when there is one or none can be expected yet.
 *
 * @param receivedMs  how long the score feed has been followed; it sends only changes
 */
export function noScoreText(game: Game | null, receivedMs: number): string | null {
  if (game === null) return receivedMs < UNKNOWN_MS ? null : NO_FEED
  if (game.score !== null || game.status === 'scheduled') return null
  if (game.updatedAt === null) return receivedMs < UNSCORED_MS ? 'Waiting for the score feed' : NO_FEED
  return game.rawScore === null || game.rawScore === ''
    ? 'No score yet'
    : `Score as reported: ${game.rawScore}`
}

const NO_FEED = 'No score feed for this league'
/** A game that the terminal does not know is known to be unknown soon. */
const UNKNOWN_MS = 5_000
const UNSCORED_MS = 5 * 60_000
