/** Incidents of a game while this page followed it: the server reports the state of a game, not how it got there. */
import type { Game } from '../api/wire.ts'

export type GameMoment = {
  /** Milliseconds. */
  readonly at: number
  /** The score in the order of the venue's texts, or the period. */
  readonly text: string
}

const MAX_MOMENTS = 500

/**
 * The moments with what the newest word about the game adds: a score or a period other than before.
 *
 * @returns the same list when nothing has happened
 */
export function withMoment(
  moments: readonly GameMoment[],
  before: Game | null,
  game: Game,
): readonly GameMoment[] {
  if (before === null || game.updatedAt === null) return moments
  const score = scoreText(game)
  const text = score === scoreText(before) ? (game.period === before.period ? null : game.period) : score
  if (text === null) return moments
  return [...moments, { at: game.updatedAt, text }].slice(-MAX_MOMENTS)
}

function scoreText({ score, ordering }: Game): string | null {
  if (score === null) return null
  const [first, second] = ordering === 'home' ? [score.home, score.away] : [score.away, score.home]
  return `${first}\u2013${second}`
}
