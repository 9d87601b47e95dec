/** Which games the demo world holds: several live when it starts, some about to start, others over the next days. */
import { DAY } from '../definition.ts'
import { leagueOf, leagueTeams } from './leagues.ts'
import type { GameDefinition, GameKind } from './game.ts'

const MINUTE = 60_000

type Fixture = {
  readonly league: string
  /** Minutes from the world's start; negative: already running. */
  readonly inMinutes: number
  /** Indexes into the league's teams, in the league's ordering. */
  readonly teams: readonly [number, number]
  readonly prior: number
  readonly popularity: number
  readonly length?: number
  /** Cricket: which of the two metadata forms. */
  readonly numericMetadata?: boolean
}

const FIXTURES: readonly Fixture[] = [
  { league: 'nba', inMinutes: -48, teams: [0, 1], prior: 5600, popularity: 9 },
  { league: 'epl', inMinutes: -33, teams: [0, 1], prior: 5200, popularity: 9 },
  { league: 'cs2', inMinutes: -25, teams: [0, 1], prior: 4700, popularity: 4, length: 3 },
  { league: 'atp', inMinutes: -40, teams: [0, 1], prior: 6100, popularity: 4, length: 3 },
  { league: 'mlb', inMinutes: -70, teams: [2, 3], prior: 4500, popularity: 3 },
  { league: 'arg', inMinutes: -76, teams: [0, 3], prior: 4900, popularity: 2 },
  { league: 'nhl', inMinutes: 4, teams: [0, 1], prior: 5400, popularity: 4 },
  { league: 'lal', inMinutes: 12, teams: [2, 5], prior: 4300, popularity: 4 },
  { league: 'crint', inMinutes: -55, teams: [0, 1], prior: 5500, popularity: 2, numericMetadata: true },
  { league: 'lol', inMinutes: 25, teams: [2, 3], prior: 5800, popularity: 2, length: 5 },
  { league: 'wta', inMinutes: 35, teams: [4, 7], prior: 3900, popularity: 2, length: 3 },
  { league: 'nfl', inMinutes: 90, teams: [0, 1], prior: 5100, popularity: 6 },
  { league: 'nba', inMinutes: 180, teams: [3, 6], prior: 3500, popularity: 3 },
  { league: 'epl', inMinutes: 240, teams: [4, 7], prior: 6200, popularity: 3 },
  { league: 'cbb', inMinutes: 270, teams: [2, 9], prior: 5700, popularity: 1 },
  { league: 'ucl', inMinutes: 300, teams: [0, 1], prior: 4600, popularity: 5 },
  { league: 'sea', inMinutes: 60 * 21, teams: [4, 7], prior: 5900, popularity: 2 },
  { league: 'val', inMinutes: 60 * 23, teams: [5, 8], prior: 5000, popularity: 1, length: 3 },
  { league: 'nfl', inMinutes: 60 * 26, teams: [5, 8], prior: 6700, popularity: 3 },
  { league: 'crint', inMinutes: 60 * 28, teams: [2, 5], prior: 4100, popularity: 1, numericMetadata: false },
  { league: 'kor', inMinutes: 60 * 30, teams: [1, 2], prior: 4800, popularity: 1 },
  { league: 'dota2', inMinutes: 60 * 31, teams: [1, 6], prior: 5300, popularity: 1, length: 3 },
  { league: 'challenger', inMinutes: 60 * 32, teams: [3, 9], prior: 7200, popularity: 1, length: 3 },
  { league: 'mlb', inMinutes: 60 * 44, teams: [6, 9], prior: 5600, popularity: 1 },
  { league: 'lal', inMinutes: 60 * 46, teams: [1, 8], prior: 5500, popularity: 1 },
  { league: 'cfb', inMinutes: 60 * 50, teams: [1, 4], prior: 7600, popularity: 1 },
]

const FIRST_GAME_ID: Readonly<Record<GameKind, number>> = {
  basketball: 20_031_000,
  football: 19_400,
  hockey: 30_020_000,
  baseball: 10_077_000,
  soccer: 90_110_000,
  tennis: 6_340_000,
  esports: 1_709_000,
  cricket: 0,
}

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
    gameId: cricket ? null : FIRST_GAME_ID[league.kind] + serial,
    metadataGameId: cricket ? metadataId(serial, options.numericMetadata ?? true, startsAt) : null,
    startsAt,
    prior,
    length: options.length ?? 3,
  }
}

function metadataId(serial: number, numeric: boolean, startsAt: number): string {
  if (numeric) return `id${String(2_703_195_369_238_000 + serial)}`
  return `1000170${String(100 + serial)}LIVE${new Date(startsAt + DAY).getUTCFullYear()}`
}
