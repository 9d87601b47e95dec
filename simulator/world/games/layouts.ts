/** The events of one game as each sport lists them: the main event and its companions. */
import { unreachable } from '#lib/never.ts'

import { DAY, HOUR, dateText, market, slugOf } from '../definition.ts'
import type { EventDefinition, MarketDefinition } from '../definition.ts'
import { fairOf } from './fair.ts'
import type { Claim, GameDefinition, GameKind, GameState } from './game.ts'

type Layout = {
  readonly game: GameDefinition
  readonly slug: string
  readonly title: string
  /** Before the game: what the first prices are worth. */
  readonly state: GameState
  readonly negRisk: boolean
}

const BEFORE: GameState = {
  at: 0,
  status: '',
  score: '',
  period: '',
  elapsed: '',
  live: false,
  ended: false,
  points: [0, 0],
  parts: [],
  partsDone: 0,
  progress: 0,
}
const DELAYS: Readonly<Record<GameKind, number>> = {
  basketball: 3,
  football: 3,
  hockey: 3,
  baseball: 3,
  soccer: 1,
  tennis: 3,
  esports: 3,
  cricket: 0,
}

/** The main event of `game` and its companions, main event first. @see venue reference, section 3.5 */
export function gameEvents(game: GameDefinition, popularity: number): EventDefinition[] {
  const { league, first, second } = game
  const layout: Layout = {
    game,
    slug: `${league.code}-${first.abbreviation}-${second.abbreviation}-${dateText(game.startsAt)}`,
    title: `${first.name} vs. ${second.name}`,
    state: BEFORE,
    negRisk: league.kind === 'soccer',
  }
  const main = event(layout, '', '', mainMarkets(layout), popularity)
  return [main, ...companions(layout, main, popularity)]
}

function mainMarkets(layout: Layout): MarketDefinition[] {
  const { game } = layout
  switch (game.league.kind) {
    case 'basketball':
      return [
        winner(layout),
        ...spreads(layout, [-1.5, -4.5, 2.5]),
        ...totals(layout, [220.5, 226.5, 232.5]),
        part(layout, 0, 'First Quarter Winner', 'first_quarter_moneyline'),
      ]
    case 'football':
      return [winner(layout), ...spreads(layout, [-2.5, -6.5, 3.5]), ...totals(layout, [41.5, 44.5, 47.5])]
    case 'hockey':
      return [winner(layout), ...spreads(layout, [-1.5, 1.5]), ...totals(layout, [5.5, 6.5])]
    case 'baseball':
      return [winner(layout), ...spreads(layout, [-1.5, 1.5]), ...totals(layout, [7.5, 8.5, 9.5])]
    case 'soccer':
      return threeWay(layout, { kind: 'winner', of: 'first' }, 'moneyline')
    case 'tennis':
      return [
        winner(layout),
        part(layout, 0, 'First Set', 'first_set_winner'),
        ...sets(layout, 'Set Handicap', 'Total Sets'),
      ]
    case 'esports':
      return [
        winner(layout),
        ...Array.from({ length: Math.min(game.length, 2) }, (_, map) =>
          part(layout, map, `Map ${map + 1} Winner`, 'child_moneyline'),
        ),
        ...(game.length > 1 ? sets(layout, 'Map Handicap', 'Total Maps') : []),
      ]
    case 'cricket':
      return [winner(layout)]
    default:
      return unreachable(game.league.kind)
  }
}

function companions(layout: Layout, main: EventDefinition, popularity: number): EventDefinition[] {
  const { kind } = layout.game.league
  const companion = (suffix: string, title: string, markets: MarketDefinition[]): EventDefinition => ({
    ...event({ ...layout, negRisk: false }, suffix, ` - ${title}`, markets, popularity / 3),
    parent: main.key,
  })
  if (kind === 'soccer') {
    const more = [
      ...spreads(layout, [-1.5, 1.5]),
      ...totals(layout, [1.5, 2.5, 3.5]),
      claimed(layout, 'btts', 'Both Teams to Score', 'both_teams_to_score', { kind: 'both_score' }, [
        'Yes',
        'No',
      ]),
    ]
    return [
      companion('more-markets', 'More Markets', more),
      companion(
        'halftime-result',
        'Halftime Result',
        threeWay(layout, { kind: 'part_winner', part: 0, of: 'first' }, 'first_half_moneyline'),
      ),
      companion('exact-score', 'Exact Score', exactScores(layout)),
    ]
  }
  if (kind === 'basketball') return [companion('player-props', 'Player Props', props(layout))]
  if (kind === 'cricket') return [companion('more-markets', 'More Markets', totals(layout, [280.5, 320.5]))]
  return []
}

function event(
  layout: Layout,
  suffix: string,
  titleSuffix: string,
  markets: MarketDefinition[],
  popularity: number,
): EventDefinition {
  const { game } = layout
  const slug = suffix === '' ? layout.slug : `${layout.slug}-${suffix}`
  return {
    key: slug,
    slug,
    title: `${layout.title}${titleSuffix}`,
    description: `Markets on the ${game.league.name} game ${layout.title}. They resolve by the official result; a game that is not finished within 14 days resolves 50-50.`,
    tags: ['sports', 'games', ...game.league.tags],
    createdAt: game.startsAt - 6 * DAY,
    endsAt: game.startsAt + 4 * HOUR,
    negRisk: layout.negRisk && suffix === '',
    markets,
    volume: Math.round(40_000 * popularity * (1 + (game.prior % 97) / 31)),
    popularity,
    fees: game.league.kind === 'esports' ? 'esports' : 'sports',
    game,
    series: { slug: game.league.code, title: game.league.name, recurrence: 'daily' },
  }
}

function claimed(
  layout: Layout,
  key: string,
  title: string,
  sportsType: string,
  claim: Claim,
  outcomes: readonly [string, string],
  line?: number,
): MarketDefinition {
  return market(key, `${layout.title}: ${title}`, fairOf(layout.game, claim, layout.state), {
    slug: `${layout.slug}-${key}`,
    outcomes,
    groupTitle: title,
    sportsType,
    claim,
    tick: layout.game.league.code === 'ucl' ? 25 : 100,
    delaySeconds: DELAYS[layout.game.league.kind],
    ...(line === undefined ? {} : { line }),
  })
}

function winner(layout: Layout): MarketDefinition {
  const { first, second } = layout.game
  const claim: Claim = { kind: 'winner', of: 'first' }
  const base = claimed(layout, 'winner', '', 'moneyline', claim, [first.name, second.name])
  return { ...base, question: layout.title, slug: layout.slug, groupTitle: '' }
}

function threeWay(layout: Layout, claim: Claim, sportsType: string): MarketDefinition[] {
  const { first, second, startsAt } = layout.game
  const half = claim.kind === 'part_winner'
  const suffix = half ? '-half' : ''
  const when = half ? 'at half-time' : `on ${dateText(startsAt)}`
  const of = (which: 'first' | 'second' | 'draw'): Claim =>
    claim.kind === 'part_winner' ? { ...claim, of: which } : { kind: 'winner', of: which }
  const row = (
    key: string,
    question: string,
    title: string,
    which: 'first' | 'second' | 'draw',
  ): MarketDefinition => ({
    ...claimed(layout, `${key}${suffix}`, title, sportsType, of(which), ['Yes', 'No']),
    question,
  })
  const win = half ? 'lead' : 'win'
  return [
    row(first.abbreviation, `Will ${first.name} ${win} ${when}?`, first.name, 'first'),
    row(
      'draw',
      `Will ${layout.title} ${half ? 'be level at half-time' : 'end in a draw'}?`,
      `Draw (${layout.title})`,
      'draw',
    ),
    row(second.abbreviation, `Will ${second.name} ${win} ${when}?`, second.name, 'second'),
  ]
}

function spreads(layout: Layout, lines: readonly number[]): MarketDefinition[] {
  const { first, second, league } = layout.game
  return lines.map((line) => ({
    ...claimed(
      layout,
      `spread-${favoured(league.ordering, line)}-${lineText(line)}`,
      `Spread ${line}`,
      'spreads',
      { kind: 'spread', line },
      [first.name, second.name],
      line,
    ),
    question: `Spread: ${first.name} (${line > 0 ? '+' : ''}${line})`,
  }))
}

function totals(layout: Layout, lines: readonly number[]): MarketDefinition[] {
  return lines.map((line) =>
    claimed(
      layout,
      `total-${lineText(line)}`,
      `O/U ${line}`,
      'totals',
      { kind: 'total', line },
      ['Over', 'Under'],
      line,
    ),
  )
}

function part(layout: Layout, index: number, title: string, sportsType: string): MarketDefinition {
  const { first, second } = layout.game
  const key = slugOf(title)
  return claimed(layout, key, title, sportsType, { kind: 'part_winner', part: index, of: 'first' }, [
    first.name,
    second.name,
  ])
}

function sets(layout: Layout, handicap: string, total: string): MarketDefinition[] {
  const { first, second, length } = layout.game
  const line = length === 5 ? 3.5 : 2.5
  return [
    claimed(
      layout,
      'handicap-1pt5',
      `${handicap} (-1.5)`,
      'map_handicap',
      { kind: 'spread', line: -1.5 },
      [first.name, second.name],
      -1.5,
    ),
    claimed(
      layout,
      `total-${lineText(line)}`,
      `${total} O/U ${line}`,
      'totals',
      { kind: 'total', line },
      ['Over', 'Under'],
      line,
    ),
  ]
}

function exactScores(layout: Layout): MarketDefinition[] {
  const scores: readonly (readonly [number, number])[] = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 1],
    [1, 2],
  ]
  return scores.map(([first, second]) =>
    claimed(
      layout,
      `exact-${first}-${second}`,
      `${first}-${second}`,
      'exact_score',
      { kind: 'exact', first, second },
      ['Yes', 'No'],
    ),
  )
}

function props(layout: Layout): MarketDefinition[] {
  const players = ['J. Alder', 'M. Brook', 'T. Quill', 'R. Sorrel']
  return players.map((player, index) => {
    const line = 18.5 + index * 4
    return {
      ...claimed(
        layout,
        `points-${slugOf(player)}`,
        `${player}: Points O/U ${line}`,
        'points',
        { kind: 'chance' },
        ['Over', 'Under'],
        line,
      ),
      fair: 4200 + index * 350,
      combo: index === 3 ? 'pending' : 'enabled',
    }
  })
}

/** The team that gives points: with a positive line it is the one listed second. */
function favoured(ordering: 'home' | 'away', line: number): string {
  if (line < 0) return ordering
  return ordering === 'home' ? 'away' : 'home'
}

function lineText(line: number): string {
  return String(Math.abs(line)).replace('.', 'pt')
}
