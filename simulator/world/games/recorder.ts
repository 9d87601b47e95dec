/** Collects the states of one game in order of time, from the scheduled one to the end. */
import type { GameDefinition, GameState } from './game.ts'

/** A state of the running game; points and parts are the recorder's. */
export type Moment = Pick<GameState, 'score' | 'period' | 'partsDone' | 'progress'> & {
  readonly elapsed?: string
}

type Words = Readonly<Record<'scheduled' | 'running' | 'final' | 'notStarted', string>>

/** Before the game. */
export const BEFORE: GameState = {
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

/** Starts the list with the scheduled state; `score` is shown before the game. */
export function record(game: GameDefinition, words: Words, score: string) {
  const states: GameState[] = [{ ...BEFORE, status: words.scheduled, score, period: words.notStarted }]
  const points: [number, number] = [0, 0]
  const parts: [number, number][] = []
  function add(seconds: number, moment: Moment, status: string, ended: boolean): void {
    states.push({
      elapsed: '',
      ...moment,
      at: game.startsAt + Math.round(seconds * 1000),
      points: [...points],
      parts: parts.map(([first, second]) => [first, second] as const),
      progress: ended ? 1 : Math.min(moment.progress, 0.995),
      status,
      live: !ended,
      ended,
    })
  }
  return {
    /** As they are now: the game changes them. */
    points,
    parts,
    /** A state of the running game, `seconds` after its start. */
    live: (seconds: number, moment: Moment): void => add(seconds, moment, words.running, false),
    end(seconds: number, moment: Moment): readonly GameState[] {
      add(seconds, moment, words.final, true)
      return states
    },
  }
}
