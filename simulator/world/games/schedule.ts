/** The games of the world: those written as data, of which several run when it starts, and drawn ones. */
import type { SimulatorRandom } from '../../types.ts'
import { DAY } from '../definition.ts'
import { leagueOf, leagueTeams } from './leagues.ts'
import type { GameDefinition } from './game.ts'
import { FIXTURES, LEAGUES, SPORTS } from './sports.ts'

const MINUTE = 60_000

/** The games of the written world that starts at `at` (milliseconds). */
export function scheduledGames(at: number): { readonly game: GameDefinition; readonly popularity: number }[] {
  // Whole minutes, as kick-offs are.
  const base = Math.floor(at / MINUTE) * MINUTE
  return FIXTURES.map((fixture, index) => ({
    game: gameOf(
      fixture.league,
      fixture.teams,
      base + fixture.inMinutes * MINUTE,
      fixture.prior,
      index,
      fixture,
    ),
    popularity: fixture.popularity,
  }))
}

/** A game between two teams of a league; `serial` keeps its ids apart from all others. */
export function gameOf(
  leagueCode: string,
  teams: readonly [number, number],
  startsAt: number,
  prior: number,
  serial: number,
  options: { readonly length?: number; readonly numericMetadata?: boolean } = {},
): GameDefinition {
  const league = leagueOf(leagueCode)
  const members = leagueTeams(leagueCode)
  const first = members[teams[0] % members.length]
  const second = members[teams[1] % members.length]
  if (first === undefined || second === undefined || first === second)
    throw new Error(`no such teams in ${leagueCode}`)
  const cricket = league.kind === 'cricket'
  return {
    league,
    first,
    second,
    gameId: cricket ? null : SPORTS[league.kind].firstGameId + serial,
    metadataGameId: cricket ? metadataId(serial, options.numericMetadata ?? true, startsAt) : null,
    startsAt,
    prior,
    length: options.length ?? 3,
  }
}

/** A game between two teams of some league; `prior` is drawn within the bounds. */
export function drawnGame(
  random: SimulatorRandom,
  startsIn: () => number,
  prior: readonly [number, number],
  serial: number,
  options?: Parameters<typeof gameOf>[5],
): GameDefinition {
  const { code } = random.pick(LEAGUES)
  const teams = leagueTeams(code).length
  const first = random.integer(0, teams - 1)
  const second = (first + random.integer(1, teams - 1)) % teams
  return gameOf(code, [first, second], startsIn(), random.integer(...prior), serial, options)
}

function metadataId(serial: number, numeric: boolean, startsAt: number): string {
  if (numeric) return `id${String(2_703_195_369_238_000 + serial)}`
  return `1000170${String(100 + serial)}LIVE${new Date(startsAt + DAY).getUTCFullYear()}`
}
