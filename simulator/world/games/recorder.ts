/** Collects the states of one game in order of time, from the scheduled one to the end. */
import type { GameDefinition, GameState } from './game.ts'

type Moment = {
  readonly score: string
  readonly period: string
  readonly elapsed: string
  readonly points: readonly [number, number]
  readonly parts: readonly (readonly [number, number])[]
  readonly partsDone: number
  readonly progress: number
}

type Recorder = {
  /** A state of the running game, `seconds` after its start. */
  live(seconds: number, moment: Moment): void
  end(seconds: number, moment: Moment): readonly GameState[]
}

type Words = {
  readonly scheduled: string
  readonly running: string
  readonly final: string
  readonly notStarted: string
}

/** Starts the list with the scheduled state; `score` is what is shown before the game. */
export function record(game: GameDefinition, words: Words, score: string): Recorder {
  const states: GameState[] = [
    {
      at: 0,
      status: words.scheduled,
      score,
      period: words.notStarted,
      elapsed: '',
      live: false,
      ended: false,
      points: [0, 0],
      parts: [],
      partsDone: 0,
      progress: 0,
    },
  ]
  function copy(seconds: number, moment: Moment): Pick<GameState, 'at'> & Moment {
    return {
      ...moment,
      at: game.startsAt + Math.round(seconds * 1000),
      points: [...moment.points],
      parts: moment.parts.map(([first, second]) => [first, second] as const),
    }
  }
  return {
    live(seconds, moment) {
      states.push({ ...copy(seconds, moment), status: words.running, live: true, ended: false })
    },
    end(seconds, moment) {
      states.push({ ...copy(seconds, moment), status: words.final, live: false, ended: true, progress: 1 })
      return states
    },
  }
}
