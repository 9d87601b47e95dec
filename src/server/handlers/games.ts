/** Games (API-4). */
import { err, ok } from '#lib/result.ts'
import { pageOf } from '../http/cursors.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

const DAY_MS = 86_400_000

export function gameHandlers({ engine }: Services) {
  return {
    listGames({ query }) {
      const from = query.date === undefined ? null : Date.parse(query.date)
      const games = engine.games.list({
        league: query.league ?? null,
        live: query.live ?? null,
        starting: from === null ? null : { from, before: from + DAY_MS },
      })
      return pageOf(games, query)
    },

    readGame({ params }) {
      const game = engine.games.game(params.game_id)
      return game === null ? err(notFound('game')) : ok(game)
    },
  } satisfies Partial<Handlers>
}
