/** The games that the page follows: one store per game, current only while it is followed and the link is live. */
import type { WireOf } from '#contract/codec/codec.ts'
import { game as record } from '#contract/records/games.ts'
import type { Game } from '../api/client.ts'
import type { Frame } from '../page/frame.ts'
import { createStore } from '../state/store.ts'
import type { Readable, Store } from '../state/store.ts'
import type { Live } from './socket.ts'

export type GameView = {
  readonly game: Game | null
  /** False before the first answer and while the link is lost. */
  readonly current: boolean
  /** Incidents while it was followed, the oldest first. */
  readonly moments: readonly GameMoment[]
}

export type GameCache = ReturnType<typeof createGameCache>

export function createGameCache(live: Pick<Live, 'watch'>, frame: Frame) {
  const games = new Map<string, Store<GameView>>()

  function game(gameId: string): Store<GameView> {
    const known = games.get(gameId) ?? createStore<GameView>({ game: null, current: false, moments: [] })
    games.set(gameId, known)
    return known
  }

  return {
    game: game as (gameId: string) => Readable<GameView>,
    /** Follows the game until the returned function is called. */
    follow(gameId: string): () => void {
      const store = game(gameId)
      let next = store.get()
      const flush = () => store.set(next)
      const put = (data: unknown) => {
        const latest = record.decode(data as WireOf<typeof record>)
        next = { game: latest, current: true, moments: withMoment(next.moments, next.game, latest) }
        frame.mark(flush)
      }
      return live.watch(`game:${gameId}`, {
        snapshot: put,
        delta: put,
        lost() {
          next = { ...next, current: false }
          frame.mark(flush)
        },
      })
    },
  }
}

/** An incident that this page saw: the server reports the state of a game, not how it got there. */
type GameMoment = {
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
