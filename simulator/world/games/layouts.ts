/** The events of one game as each sport lists them: the main event and its companions. */
import {
  DAY,
  HOUR,
  dateText,
  market,
  slugOf,
  type EventDefinition,
  type MarketDefinition,
} from '../definition.ts'
import { fairOf } from './fair.ts'
import type { Claim, GameDefinition } from './game.ts'
import { BEFORE } from './recorder.ts'
import { EXACT_SCORES, PLAYERS, SPORTS } from './sports.ts'

type Layout = {
  readonly game: GameDefinition
  readonly slug: string
  readonly title: string
  readonly negRisk: boolean
}

/** The main event of `game` and its companions, main event first. @see venue reference, section 3.5 */
export function gameEvents(game: GameDefinition, popularity: number): EventDefinition[] {
  const { league, first, second } = game
  const layout: Layout = {
    game,
    slug: `${league.code}-${first.abbreviation}-${second.abbreviation}-${dateText(game.startsAt)}`,
    title: `${first.name} vs. ${second.name}`,
    negRisk: league.kind === 'soccer',
  }
  const main = event(layout, '', '', mainMarkets(layout), popularity)
  return [main, ...companions(layout, main, popularity)]
}

function mainMarkets(layout: Layout): MarketDefinition[] {
  const { length, league } = layout.game
  if (league.kind === 'soccer') return threeWay(layout, { kind: 'winner', of: 'first' }, 'moneyline')
  const lines = SPORTS[league.kind].markets
  const own = [winner(layout), ...spreads(layout, lines?.spreads), ...totals(layout, lines?.totals)]
  if (lines?.part !== undefined) own.push(part(layout, 0, lines.part.title, lines.part.type))
  if (league.kind === 'tennis') {
    own.push(part(layout, 0, 'First Set', 'first_set_winner'), ...sets(layout, 'Set Handicap', 'Total Sets'))
  }
  if (league.kind === 'esports') {
    for (let map = 0; map < Math.min(length, 2); map += 1)
      own.push(part(layout, map, `Map ${map + 1} Winner`, 'child_moneyline'))
    if (length > 1) own.push(...sets(layout, 'Map Handicap', 'Total Maps'))
  }
  return own
}

function companions(layout: Layout, main: EventDefinition, popularity: number): EventDefinition[] {
  const companion = (title: string, markets: MarketDefinition[]): EventDefinition => ({
    ...event({ ...layout, negRisk: false }, slugOf(title), ` - ${title}`, markets, popularity / 3),
    parent: main.key,
  })
  const half: Claim = { kind: 'part_winner', part: 0, of: 'first' }
  switch (layout.game.league.kind) {
    case 'soccer':
      return [
        companion('More Markets', [
          ...spreads(layout, [-1.5, 1.5]),
          ...totals(layout, [1.5, 2.5, 3.5]),
          claimed(layout, 'btts', 'Both Teams to Score', 'both_teams_to_score', { kind: 'both_score' }),
        ]),
        companion('Halftime Result', threeWay(layout, half, 'first_half_moneyline')),
        companion('Exact Score', exactScores(layout)),
      ]
    case 'basketball':
      return [companion('Player Props', props(layout))]
    case 'cricket':
      return [companion('More Markets', totals(layout, [280.5, 320.5]))]
    default:
      return []
  }
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

/** A market on the claim; its outcomes and its line follow from that. */
function claimed(
  layout: Layout,
  key: string,
  title: string,
  sportsType: string,
  claim: Claim,
  own: Partial<MarketDefinition> = {},
): MarketDefinition {
  const { league } = layout.game
  return market(key, `${layout.title}: ${title}`, fairOf(layout.game, claim, BEFORE), {
    slug: `${layout.slug}-${key}`,
    outcomes: outcomesOf(layout, claim),
    groupTitle: title,
    sportsType,
    claim,
    tick: league.code === 'ucl' ? 25 : 100,
    delaySeconds: SPORTS[league.kind].delaySeconds,
    ...('line' in claim ? { line: claim.line } : {}),
    ...own,
  })
}

function outcomesOf({ game }: Layout, { kind }: Claim): readonly [string, string] {
  if (kind === 'total' || kind === 'chance') return ['Over', 'Under']
  return kind === 'exact' || kind === 'both_score' ? ['Yes', 'No'] : [game.first.name, game.second.name]
}

function winner(layout: Layout): MarketDefinition {
  const own = { question: layout.title, slug: layout.slug, groupTitle: '' }
  return claimed(layout, 'winner', '', 'moneyline', { kind: 'winner', of: 'first' }, own)
}

function threeWay(layout: Layout, claim: Claim, sportsType: string): MarketDefinition[] {
  const { first, second, startsAt } = layout.game
  const half = claim.kind === 'part_winner'
  const when = half ? 'at half-time' : `on ${dateText(startsAt)}`
  const row = (
    key: string,
    question: string,
    title: string,
    of: 'first' | 'second' | 'draw',
  ): MarketDefinition =>
    claimed(
      layout,
      half ? `${key}-half` : key,
      title,
      sportsType,
      half ? { ...claim, of } : { kind: 'winner', of },
      { question, outcomes: ['Yes', 'No'] },
    )
  const win = half ? 'lead' : 'win'
  const draw = `Will ${layout.title} ${half ? 'be level at half-time' : 'end in a draw'}?`
  return [
    row(first.abbreviation, `Will ${first.name} ${win} ${when}?`, first.name, 'first'),
    row('draw', draw, `Draw (${layout.title})`, 'draw'),
    row(second.abbreviation, `Will ${second.name} ${win} ${when}?`, second.name, 'second'),
  ]
}

function spreads(layout: Layout, lines: readonly number[] = []): MarketDefinition[] {
  const { first, league } = layout.game
  return lines.map((line) => {
    const key = `spread-${favoured(league.ordering, line)}-${lineText(line)}`
    const question = `Spread: ${first.name} (${line > 0 ? '+' : ''}${line})`
    return claimed(layout, key, `Spread ${line}`, 'spreads', { kind: 'spread', line }, { question })
  })
}

function totals(layout: Layout, lines: readonly number[] = [], prefix = ''): MarketDefinition[] {
  return lines.map((line) =>
    claimed(layout, `total-${lineText(line)}`, `${prefix}O/U ${line}`, 'totals', { kind: 'total', line }),
  )
}

function part(layout: Layout, index: number, title: string, sportsType: string): MarketDefinition {
  return claimed(layout, slugOf(title), title, sportsType, { kind: 'part_winner', part: index, of: 'first' })
}

function sets(layout: Layout, handicap: string, total: string): MarketDefinition[] {
  const claim: Claim = { kind: 'spread', line: -1.5 }
  return [
    claimed(layout, 'handicap-1pt5', `${handicap} (-1.5)`, 'map_handicap', claim),
    ...totals(layout, [layout.game.length === 5 ? 3.5 : 2.5], `${total} `),
  ]
}

function exactScores(layout: Layout): MarketDefinition[] {
  return EXACT_SCORES.map(([first = 0, second = 0]) => {
    const score = `${first}-${second}`
    return claimed(layout, `exact-${score}`, score, 'exact_score', { kind: 'exact', first, second })
  })
}

function props(layout: Layout): MarketDefinition[] {
  return PLAYERS.map((player, index) => {
    const line = 18.5 + index * 4
    const own = { line, fair: 4200 + index * 350, combo: index === 3 ? 'pending' : 'enabled' }
    const title = `${player}: Points O/U ${line}`
    return claimed(layout, `points-${slugOf(player)}`, title, 'points', { kind: 'chance' }, own)
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
