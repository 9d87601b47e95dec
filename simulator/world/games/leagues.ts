/** Leagues with their wire codes and ordering, and the invented teams that play in them. */
import NAMES from '../data/names.json' with { type: 'json' }
import type { League, Team } from './game.ts'
import { LEAGUES } from './sports.ts'

/** By the code of a league, and by the kind of its game. */
const CLUB_PLACES: Readonly<Record<string, readonly string[]>> = NAMES.clubPlaces
const NICKNAMES: Readonly<Record<string, readonly string[]>> = NAMES.nicknames

/** Every team of every league, in a fixed order with fixed ids. */
const TEAMS: readonly Team[] = LEAGUES.flatMap((league) => teamsOf(league))

const OTHERS_PER_LEAGUE = 120

/** As the catalog lists them: those that play, and more than its listing reaches. */
export const LISTED_TEAMS: readonly Team[] = [
  ...TEAMS,
  ...LEAGUES.flatMap((league) =>
    Array.from({ length: OTHERS_PER_LEAGUE }, (_, index) => ({
      id: 100_000 + league.id * 1000 + index,
      name: `${league.name} Reserves ${index + 1}`,
      league: league.code,
      abbreviation: `r${index + 1}`,
      alias: null,
      record: null,
      color: '#808080',
    })),
  ),
]

/** The teams of one league. */
export function leagueTeams(code: string): readonly Team[] {
  return TEAMS.filter((team) => team.league === code)
}

/** The league of that code; an unknown code is a slip in the world's definition. */
export function leagueOf(code: string): League {
  const league = LEAGUES.find((each) => each.code === code)
  if (league === undefined) throw new Error(`no league ${code}`)
  return league
}

function teamsOf(league: League): Team[] {
  const names = namesOf(league)
  const taken = new Set<string>()
  return names.map(([name, alias], index) => {
    const abbreviation = abbreviate(alias ?? name, taken)
    taken.add(abbreviation)
    return {
      id: league.id * 1000 + index,
      name,
      league: league.code,
      abbreviation,
      alias,
      record: league.kind in NICKNAMES ? `${(index * 7 + league.id) % 21}-${(index * 5 + 3) % 19}` : null,
      color: `#${((league.id * 7919 + index * 104_729) % 0xffffff).toString(16).padStart(6, '0')}`,
    }
  })
}

function namesOf(league: League): (readonly [name: string, alias: string | null])[] {
  switch (league.kind) {
    case 'soccer':
      return (CLUB_PLACES[league.code] ?? []).map((place, index) => [
        `${place} ${NAMES.clubs[(index + league.id) % NAMES.clubs.length] ?? 'FC'}`,
        place,
      ])
    case 'tennis':
      return NAMES.given.map((given, index) => [
        `${given} ${NAMES.family[(index * 5 + league.id) % NAMES.family.length] ?? ''}`,
        NAMES.family[(index * 5 + league.id) % NAMES.family.length] ?? '',
      ])
    case 'esports':
      return NAMES.squads.map((_, index) => [
        NAMES.squads[(index + league.id) % NAMES.squads.length] ?? '',
        null,
      ])
    case 'cricket':
      return NAMES.nations.map((name) => [name, null])
    default:
      return (NICKNAMES[league.kind] ?? []).map((nickname, index) => {
        const city = NAMES.cities[(index + (league.code.startsWith('c') ? 5 : 0)) % NAMES.cities.length] ?? ''
        return league.code === 'nba' ? [nickname, city] : [`${city} ${nickname}`, nickname]
      })
  }
}

function abbreviate(name: string, taken: ReadonlySet<string>): string {
  const letters = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
  for (let last = 2; last < letters.length; last += 1) {
    const candidate = letters.slice(0, 2) + letters.charAt(last)
    if (!taken.has(candidate)) return candidate
  }
  return `${letters}${taken.size}`
}
