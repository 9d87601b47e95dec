/**
 * Value of a claim about a game at a given state, and its winner at the end. Margin and total are taken as normal: plausible
 * prices that jump when a score falls.
 */
import { unreachable } from '#lib/never.ts'

import type { Claim, GameDefinition, GameState } from './game.ts'
import { SPORTS } from './sports.ts'

const LOWEST = 10
const HIGHEST = 9990

/** Part of a game in which something may always happen yet. */
const LEAST_LEFT = 0.004

/** Fair value of the claim's first outcome in steps of 0.0001, between 10 and 9990 while the game runs. */
export function fairOf(game: GameDefinition, claim: Claim, state: GameState): number {
  const chance = chanceOf(game, claim, state)
  return Math.min(Math.max(Math.round(chance * 10_000), LOWEST), HIGHEST)
}

/** Index of the winning outcome of a finished game; `chance` claims fall to the given coin. */
export function winnerOf(claim: Claim, state: Pick<GameState, 'points' | 'parts'>, coin: number): 0 | 1 {
  const [first, second] = state.points
  switch (claim.kind) {
    case 'winner':
      return holds(claim.of, first, second) ? 0 : 1
    case 'spread':
      return first - second + claim.line > 0 ? 0 : 1
    case 'total':
      return first + second > claim.line ? 0 : 1
    case 'both_score':
      return first > 0 && second > 0 ? 0 : 1
    case 'part_winner': {
      const part = state.parts[claim.part]
      return part !== undefined && holds(claim.of, part[0], part[1]) ? 0 : 1
    }
    case 'exact':
      return first === claim.first && second === claim.second ? 0 : 1
    case 'chance':
      return coin < 0.5 ? 0 : 1
    default:
      return unreachable(claim)
  }
}

function holds(of: 'first' | 'second' | 'draw', first: number, second: number): boolean {
  if (of === 'draw') return first === second
  return of === 'first' ? first > second : second > first
}

function chanceOf(game: GameDefinition, claim: Claim, state: GameState): number {
  if (claim.kind === 'chance') return game.prior / 10_000
  const isPart = claim.kind === 'part_winner'
  if (state.ended || (isPart && claim.part < state.partsDone)) return winnerOf(claim, state, 0) === 0 ? 1 : 0
  const { margins, clock } = SPORTS[game.league.kind]
  const { lead: unit = 1 } = margins
  const scale = game.length / 3
  const [total, deviation] = [margins.total * scale, margins.margin * Math.sqrt(scale)]
  const parts = clock?.labels.length ?? game.length
  const begun = isPart ? Math.max(state.progress, claim.part / parts) : state.progress
  const left = Math.max((isPart ? (claim.part + 1) / parts : 1) - begun, LEAST_LEFT)
  const draw = game.league.kind === 'soccer' ? 0.5 : 0
  const edge = quantile(game.prior / 10_000) * deviation + draw
  const [first, second] = isPart ? (state.parts[claim.part] ?? [0, 0]) : state.points
  const [own = 0, others = 0] = unit === 1 || isPart ? [] : (state.parts[state.partsDone] ?? [])
  const margin = (first - second) * (isPart ? unit : 1) + (own - others) * unit + edge * left
  const above = (line: number): number => normalBelow((margin - line) / (deviation * Math.sqrt(left)))
  const spread = margins.spread * Math.sqrt(left)
  /** Chance that a team, which has so much, ends with `count`. */
  const exactly = (scored: number, share: number, count: number): number => {
    const below = (line: number): number =>
      normalBelow(((line - scored - share * left) / spread) * Math.SQRT2)
    if (count < scored) return 0
    return below(count + 0.5) - (count === scored ? 0 : below(count - 0.5))
  }
  const firstIs = (count: number): number => exactly(first, (total + edge) / 2, count)
  const secondIs = (count: number): number => exactly(second, (total - edge) / 2, count)
  switch (claim.kind) {
    case 'winner':
    case 'part_winner':
      if (claim.of === 'draw') return above(-draw) - above(draw)
      return claim.of === 'first' ? above(draw) : 1 - above(-draw)
    case 'spread':
      return above(-claim.line)
    case 'total':
      return normalBelow((first + second + total * left - claim.line) / spread)
    case 'both_score':
      return (1 - firstIs(0)) * (1 - secondIs(0))
    case 'exact':
      return firstIs(claim.first) * secondIs(claim.second)
    default:
      return unreachable(claim)
  }
}

/** Standard normal distribution, by the logistic approximation: four digits are enough for prices. */
function normalBelow(value: number): number {
  return 1 / (1 + Math.exp(-1.5976 * value - 0.070_565_992 * value ** 3))
}

function quantile(chance: number): number {
  const bounded = Math.min(Math.max(chance, 0.01), 0.99)
  return Math.log(bounded / (1 - bounded)) / 1.702
}
