/** A game in few words, for a cell: its state, the score of the home team first. */
import type { Game } from '../../platform/api/wire.ts'
import { clockText, startText } from '../../words/game-text.ts'

/** `in 12:00`, `Q2 01:46 3\u20132`, `paused HT 1\u20130`, `FT 2\u20130`. */
export function gameText(game: Game, now: number): string {
  if (game.status === 'scheduled') {
    return game.startsAt === null ? 'not started' : startText(game.startsAt, now)
  }
  const score = game.score === null ? '' : `${game.score.home}\u2013${game.score.away}`
  const words = [game.status === 'paused' ? 'paused' : '', clockText(game), score]
  return words.filter((word) => word !== '').join(' ') || 'live'
}
