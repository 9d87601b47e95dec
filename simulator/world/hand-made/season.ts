/** Season-long sports markets: champions, awards and races that no single game decides. */
import { DAY, market, slugOf } from '../definition.ts'
import type { EventDefinition } from '../definition.ts'
import { leagueOf, leagueTeams } from '../games/leagues.ts'

/** Futures of a world that starts at `at`; all carry tag 1 and no game. */
export function season(at: number): EventDefinition[] {
  return [
    champion(
      at,
      'nba',
      'Basketball champion',
      [2400, 1650, 1230, 980, 760, 610, 480, 350, 290, 210, 160, 120],
      4,
    ),
    champion(at, 'epl', 'League champion', [3810, 2640, 1390, 870, 460, 310, 190, 120, 60, 25], 5),
    champion(
      at,
      'nfl',
      'Football champion',
      [1580, 1320, 1140, 1010, 890, 760, 640, 520, 430, 370, 290, 240],
      4,
    ),
    champion(at, 'nhl', 'Hockey champion', [1340, 1180, 1060, 930, 820, 740, 620, 510], 1),
    race(
      at,
      'grand-prix',
      'Motor racing: next grand prix winner',
      ['motor-racing'],
      [
        ['Ilya Varga', 4210],
        ['Sofia Brandt', 2380],
        ['Jonas Tanaka', 1610],
        ['Diego Novik', 940],
        ['Noa Haddad', 480],
        ['Another driver', 380],
      ],
    ),
    race(
      at,
      'grand-tour',
      'Cycling: mountain tour winner',
      ['cycling'],
      [
        ['Tomas Moreau', 5120],
        ['Rui Silveira', 2440],
        ['Anders Lindqvist', 1290],
        ['Another rider', 1150],
      ],
    ),
    race(
      at,
      'open-golf',
      'Golf: links open winner',
      ['golf'],
      [
        ['Pavel Rossi', 1830],
        ['Luca Castellan', 1440],
        ['Lena Alvera', 1210],
        ['Hana Duval', 870],
        ['The field', 4650],
      ],
    ),
    race(
      at,
      'chess-match',
      'Chess: title match winner',
      ['chess'],
      [
        ['Mina Petrov', 5740],
        ['Vera Okonjo', 4260],
      ],
    ),
    race(
      at,
      'title-fight',
      'Boxing: heavyweight title fight',
      ['boxing'],
      [
        ['Marta Kovač', 6350],
        ['Amara Ferreira', 3420],
        ['Draw', 230],
      ],
    ),
  ]
}

function champion(
  at: number,
  code: string,
  title: string,
  fairs: readonly number[],
  popularity: number,
): EventDefinition {
  const teams = leagueTeams(code)
  const league = leagueOf(code)
  return {
    key: `${code}-champion`,
    slug: slugOf(`${code}-champion-this-season`),
    title: `${league.name}: ${title}`,
    description: 'Resolves to the team that wins the championship of this season.',
    tags: ['sports', 'futures', ...league.tags],
    createdAt: at - 80 * DAY,
    endsAt: at + 200 * DAY,
    negRisk: true,
    volume: 9_204_431 * popularity,
    popularity,
    fees: 'sports',
    markets: fairs.map((fair, index) => {
      const team = teams[index % teams.length]?.name ?? ''
      return market(slugOf(team), `Will the ${team} win the ${league.name} championship?`, fair, {
        groupTitle: team,
        tick: fair < 400 ? 10 : 100,
        combo: index % 4 === 3 ? 'disabled' : 'enabled',
      })
    }),
  }
}

function race(
  at: number,
  key: string,
  title: string,
  tags: readonly string[],
  field: readonly (readonly [string, number])[],
): EventDefinition {
  return {
    key,
    slug: slugOf(title),
    title,
    description: 'Resolves to the official winner.',
    tags: ['sports', ...tags],
    createdAt: at - 14 * DAY,
    endsAt: at + 16 * DAY,
    negRisk: true,
    volume: 210_331,
    popularity: 1,
    fees: 'sports',
    markets: field.map(([name, fair]) => {
      const made = market(slugOf(name), `Will ${name} win? ${title}`, fair, {
        groupTitle: name,
        tick: fair < 400 ? 10 : 100,
      })
      if (name !== 'Draw') return made
      // An absent `comboStatus` means disabled.
      const { combo: _, ...withoutCombo } = made
      return withoutCombo
    }),
  }
}
