/**
 * The whole course of a game, drawn once from its own random stream: every state it will pass through, with the
 * times. Showing a game, moving its markets and settling them all read the same list, so they never disagree.
 */

import { countLeading } from '../../sorted.ts'
import type { SimulatorRandom } from '../../types.ts'
import { clockGame } from './clock-games.ts'
import type { GameDefinition, GameKind, GameState } from './game.ts'
import { baseballGame, cricketGame, esportsGame, tennisGame } from './turn-games.ts'

type Course = (game: GameDefinition, random: SimulatorRandom) => readonly GameState[]

/** States in order of time; the first is the scheduled one (at 0), the last is the end. */
export const createTimeline: Course = (game, random) => COURSES[game.league.kind](game, random)

const COURSES: Readonly<Record<GameKind, Course>> = {
  basketball: clockGame,
  football: clockGame,
  hockey: clockGame,
  soccer: clockGame,
  baseball: baseballGame,
  tennis: tennisGame,
  esports: esportsGame,
  cricket: cricketGame,
}

/** The state that is true at `at`. */
export function stateAt(timeline: readonly GameState[], at: number): GameState {
  const passed = countLeading(timeline, (state) => state.at <= at)
  const state = timeline[Math.max(passed - 1, 0)]
  if (state === undefined) throw new Error('a timeline has at least its scheduled state')
  return state
}
