/**
 * The whole course of a game, drawn once from its own random stream: every state it will pass through, with the
 * times. Showing a game, moving its markets and settling them all read the same list, so they never disagree.
 */
import { unreachable } from '#lib/never.ts'

import type { SimulatorRandom } from '../../types.ts'
import { clockGame } from './clock-games.ts'
import type { GameDefinition, GameState } from './game.ts'
import { baseballGame, cricketGame, esportsGame, tennisGame } from './turn-games.ts'

/** States in order of time; the first is the scheduled one (at 0), the last is the end. */
export function createTimeline(game: GameDefinition, random: SimulatorRandom): readonly GameState[] {
  switch (game.league.kind) {
    case 'basketball':
    case 'football':
    case 'hockey':
    case 'soccer':
      return clockGame(game, random)
    case 'baseball':
      return baseballGame(game, random)
    case 'tennis':
      return tennisGame(game, random)
    case 'esports':
      return esportsGame(game, random)
    case 'cricket':
      return cricketGame(game, random)
    default:
      return unreachable(game.league.kind)
  }
}

/** The state that is true at `at`. */
export function stateAt(timeline: readonly GameState[], at: number): GameState {
  let low = 0
  let high = timeline.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const state = timeline[middle]
    if (state !== undefined && state.at <= at) low = middle
    else high = middle - 1
  }
  const state = timeline[low]
  if (state === undefined) throw new Error('a timeline has at least its scheduled state')
  return state
}
