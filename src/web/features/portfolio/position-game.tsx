/** Where the game of a position stands, live while its row is in view. */
import { NONE } from '../../platform/format/numbers.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { useShownGame } from '../../model/markets/use-game.ts'
import { gameText } from './game-text.ts'

/** The cell's content; a dash for what has no game. */
export function PositionGame({ gameId }: { readonly gameId: string | null }) {
  return gameId === null ? <span className="dim">{NONE}</span> : <GameState gameId={gameId} />
}

function GameState({ gameId }: { readonly gameId: string }) {
  const [ref, isShown] = useInView()
  const { game, current } = useShownGame(gameId, isShown)
  const now = useNow()
  const isOld = game !== null && (game.stale || !current)
  return (
    <span ref={ref} className={isOld ? 'dim' : undefined}>
      {game === null ? NONE : gameText(game, now)}
      {isOld && ', not current'}
    </span>
  )
}
