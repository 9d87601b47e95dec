/**
 * Value of a claim about a game at a given state, and its winner at the end. Values come from simple models (normal
 * margins, Poisson goals, sets as coin tosses): plausible prices that jump when a score falls.
 */
import { unreachable } from '#lib/never.ts'

import type { Claim, GameDefinition, GameState } from './game.ts'
import { SPORTS } from './sports.ts'

const LOWEST = 10
const HIGHEST = 9990

const MAX_GOALS = 14

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
  const isOver = state.ended || (claim.kind === 'part_winner' && claim.part < state.partsDone)
  if (isOver) return winnerOf(claim, state, 0) === 0 ? 1 : 0
  const { meanScore, margins } = SPORTS[game.league.kind]
  if (meanScore !== undefined) return goalsChance(game, claim, state, meanScore)
  if (margins !== undefined) return marginChance(game, claim, state, margins)
  return setsChance(game, claim, state)
}

function marginChance(
  game: GameDefinition,
  claim: Claim,
  state: GameState,
  model: { total: number; margin: number; spread: number },
): number {
  const left = Math.max(1 - state.progress, 0.004)
  const edge = quantile(game.prior / 10_000) * model.margin
  const margin = state.points[0] - state.points[1] + edge * left
  const deviation = model.margin * Math.sqrt(left)
  switch (claim.kind) {
    case 'winner':
      return claim.of === 'second' ? normalBelow(-margin / deviation) : normalBelow(margin / deviation)
    case 'spread':
      return normalBelow((margin + claim.line) / deviation)
    case 'total':
      return normalBelow(
        (state.points[0] + state.points[1] + model.total * left - claim.line) /
          (model.spread * Math.sqrt(left)),
      )
    case 'part_winner': {
      const part = state.parts[claim.part]
      if (part === undefined) return normalBelow(edge / 4 / (model.margin / 2))
      return normalBelow((part[0] - part[1] + edge / 16) / (model.margin / 3))
    }
    case 'both_score':
      return 0.99
    default:
      return 0.5
  }
}

function goalsChance(game: GameDefinition, claim: Claim, state: GameState, mean: number): number {
  const edge = (game.prior / 10_000 - 0.5) * 1.1
  const half = claim.kind === 'part_winner'
  const left = half ? partLeft(state, claim.part) : Math.max(1 - state.progress, 0)
  const scored: readonly [number, number] = half ? (state.parts[claim.part] ?? [0, 0]) : state.points
  const firsts = goals(mean * left * (1 + edge))
  const seconds = goals(mean * left * (1 - edge))
  let sum = 0
  // Counted, not iterated: every market of every live game asks at each step of the clock.
  for (let more = 0; more <= MAX_GOALS; more += 1) {
    const chance = firsts[more] ?? 0
    for (let others = 0; others <= MAX_GOALS; others += 1) {
      const weight = goalsWeight(game, claim, scored[0] + more, scored[1] + others)
      sum += weight * chance * (seconds[others] ?? 0)
    }
  }
  return sum
}

/** As the winner at that score, but for a draw that is no result: overtime is decided by a coin. */
function goalsWeight(game: GameDefinition, claim: Claim, first: number, second: number): number {
  const isWinner = claim.kind === 'winner' || claim.kind === 'part_winner'
  if (isWinner && first === second && game.league.kind !== 'soccer') return 0.5
  const at: Claim = isWinner ? { kind: 'winner', of: claim.of } : claim
  return winnerOf(at, { points: [first, second], parts: [] }, 0) === 0 ? 1 : 0
}

/** Share of the mean goals of the whole game that still can fall in one half. */
function partLeft(state: GameState, part: number): number {
  const total = 2
  if (state.progress * total <= part) return 1 / total
  return Math.max((part + 1) / total - state.progress, 0)
}

function setsChance(game: GameDefinition, claim: Claim, state: GameState): number {
  const needed = Math.ceil(game.length / 2)
  const base = 0.5 + (game.prior / 10_000 - 0.5) * 0.8
  const current = state.partsDone < state.parts.length ? state.parts.at(-1) : undefined
  const lead = current === undefined ? 0 : current[0] - current[1]
  const scale = game.league.kind === 'tennis' ? 0.11 : 0.055
  const now = Math.min(Math.max(base + lead * scale, 0.02), 0.98)
  switch (claim.kind) {
    case 'winner': {
      const own = needed - state.points[0]
      const others = needed - state.points[1]
      const first = now * raceChance(own - 1, others, base) + (1 - now) * raceChance(own, others - 1, base)
      return claim.of === 'second' ? 1 - first : first
    }
    case 'part_winner':
      return state.parts[claim.part] === undefined ? base : now
    case 'spread': {
      // Winning by two sets or maps at least: every one that is lost narrows it.
      const lost = state.points[1]
      return lost > 0 && game.length === 3 ? 0.001 : base ** Math.max(needed - state.points[0], 1)
    }
    case 'total': {
      const straight = base ** needed + (1 - base) ** needed
      return Math.min(state.points[0], state.points[1]) > 0 ? 0.999 : 1 - straight
    }
    default:
      return 0.5
  }
}

/** Chance to win `mine` more sets before the other wins `others`, each at `chance`. */
function raceChance(own: number, others: number, chance: number): number {
  if (own <= 0) return 1
  if (others <= 0) return 0
  return chance * raceChance(own - 1, others, chance) + (1 - chance) * raceChance(own, others - 1, chance)
}

function goals(mean: number): number[] {
  const chances: number[] = []
  let chance = Math.exp(-mean)
  for (let count = 0; count <= MAX_GOALS; count += 1) {
    chances.push(chance)
    chance *= mean / (count + 1)
  }
  return chances
}

/** Standard normal distribution, by the logistic approximation: four digits are enough for prices. */
function normalBelow(value: number): number {
  return 1 / (1 + Math.exp(-1.5976 * value - 0.070_565_992 * value ** 3))
}

function quantile(chance: number): number {
  const bounded = Math.min(Math.max(chance, 0.01), 0.99)
  return Math.log(bounded / (1 - bounded)) / 1.702
}
