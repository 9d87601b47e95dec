/** A game's state as the sports channel sends it: flat, without a discriminator, differing by sport and league. */
import type { GameDefinition, GameState, Team } from '../../world/games/game.ts'
import { preciseTime } from '../../text.ts'

/** Leagues whose frames repeat their fields in `eventState`. */
const WITH_EVENT_STATE = new Set(['arg', 'kor', 'mlb'])
/** Leagues that name teams by abbreviation. */
const ABBREVIATED = new Set(['nba', 'nfl', 'mlb', 'nhl'])
const CLOCK_SPORTS = new Set(['basketball', 'football', 'hockey', 'soccer'])

/** One frame. @see venue reference, section 9 */
export function sportsFrame(game: GameDefinition, state: GameState): Record<string, unknown> {
  const { league } = game
  const ended = state.ended ? { finishedTimestamp: nanoseconds(state.at) } : {}
  const shown = { score: state.score, period: state.period, live: state.live, ended: state.ended }
  if (league.kind === 'cricket') {
    return { metadataGameId: game.metadataGameId, leagueAbbreviation: 'cricket', ...shown, ...ended }
  }
  const [home, away] = league.ordering === 'home' ? [game.first, game.second] : [game.second, game.first]
  return {
    gameId: game.gameId,
    leagueAbbreviation: league.code,
    homeTeam: nameOf(home),
    awayTeam: nameOf(away),
    status: state.status,
    score: state.score,
    period: state.period,
    ...(CLOCK_SPORTS.has(league.kind) ? { elapsed: state.elapsed } : {}),
    live: state.live,
    ended: state.ended,
    ...(league.code === 'nfl' && state.live ? { turn: home.abbreviation } : {}),
    ...ended,
    ...(WITH_EVENT_STATE.has(league.code) ? { eventState: eventState(game, state) } : {}),
  }
}

function eventState(game: GameDefinition, state: GameState): Record<string, unknown> {
  return {
    type: game.league.kind === 'soccer' ? 'soccer' : game.league.code,
    createdAt: preciseTime(game.startsAt - 2_400_000, 113),
    updatedAt: nanoseconds(Math.max(state.at, game.startsAt)),
    score: state.score,
    elapsed: state.elapsed,
    period: state.period,
    live: state.live,
    ended: state.ended,
  }
}

function nameOf(team: Team): string {
  return ABBREVIATED.has(team.league) ? team.abbreviation.toUpperCase() : team.name
}

function nanoseconds(at: number): string {
  return preciseTime(at, at % 1000).replace('Z', `${String((at * 7) % 1000).padStart(3, '0')}Z`)
}
