/** One game from the score feed, followed while a view shows it. */
import { useEffect } from 'react'
import type { GameView } from '../platform/live/game-cache.ts'
import { useSelected, useStore } from '../platform/state/hooks.ts'
import { useMarketData, usePage } from './contexts.ts'

const NO_GAME = 'pm:'

/** How long this terminal could have received a game that started then. */
export function useReceivedMs(startsAt: number | null, now: number): number {
  const since = useSelected(usePage().status, (status) => status?.startedAt ?? null)
  return since === null ? 0 : now - Math.max(since, startsAt ?? 0)
}

/** Follows the game of a row while it is in view, within the budget of the page. */
export function useShownGame(gameId: string, isShown: boolean): GameView {
  const { games, gamesInView } = useMarketData()
  useEffect(() => (isShown ? gamesInView.show(gameId) : undefined), [gamesInView, gameId, isShown])
  return useStore(games.game(gameId))
}

/** Follows the game; a null id follows nothing. */
export function useGame(gameId: string | null): GameView {
  const { games } = useMarketData()
  useEffect(() => (gameId === null ? undefined : games.follow(gameId)), [games, gameId])
  return useStore(games.game(gameId ?? NO_GAME))
}
