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
}

export function createGameCache(live: Pick<Live, 'watch'>, frame: Frame) {
  const games = new Map<string, Store<GameView>>()

  function game(gameId: string): Store<GameView> {
    const known = games.get(gameId) ?? createStore<GameView>({ game: null, current: false })
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
        next = { game: record.decode(data as WireOf<typeof record>), current: true }
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
