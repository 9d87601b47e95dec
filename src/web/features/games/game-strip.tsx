/** The score strip of an event: teams, score, period, clock; the countdown to the start and what it will cancel. */
import { useState } from 'react'
import { TriangleAlertIcon } from 'lucide-react'
import type { Event, Game } from '../../platform/api/client.ts'
import { showAge, showCountdown, showLocal } from '../../platform/format/figures.ts'
import { useNow, useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useMarketData, useTrading } from '../../contexts/contexts.ts'
import { draftOfGame } from '../../contexts/selection-draft.ts'
import { clockText, noScoreText, sidesOf, startText } from '../../words/game-text.ts'
import { cancelledAtStart } from '../../data/account/own-levels.ts'
import { useGame, useReceivedMs } from '../../contexts/use-game.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './game.module.css'
import { LiveMark } from '../../widgets/live-mark.tsx'

/** The strip; nothing for an event that is no game. */
export function GameStrip({ event }: { readonly event: Event }) {
  const { alerts } = useMarketData()
  const { isReplay } = useTrading()
  const { game, current } = useGame(event.gameId)
  const now = useNow()
  const [shownAt] = useState(now)
  const startsAt = game?.startsAt ?? event.startTime
  const receivedMs = useReceivedMs(startsAt, now)
  const isBefore = (game === null || game.status === 'scheduled') && startsAt !== null && startsAt > now
  if (event.gameId === null) return null
  const missing = noScoreText(game, game === null ? now - shownAt : receivedMs)
  return (
    <div className="rigid slim">
      <div className={`row rigid ${styles.gameStrip}`} role="group" aria-label="Score">
        {isBefore ? (
          <Countdown event={event} startsAt={startsAt} now={now} />
        ) : (
          <>
            {game !== null && <Score game={game} event={event} />}
            {missing !== null && <span className="soft">{missing}</span>}
            {game !== null && <Age game={game} isCurrent={current} now={now} />}
          </>
        )}
        {!isReplay && (
          <Button
            className="plain"
            aria-label="New alert on this game"
            onClick={() => alerts.draft.set(draftOfGame(event))}
          >
            Alert{'\u2026'}
          </Button>
        )}
      </div>
    </div>
  )
}

function Score({ game, event }: { readonly game: Game; readonly event: Event }) {
  const { home, away } = sidesOf(game, event)
  const first = game.ordering === 'home' ? home : away
  const second = game.ordering === 'home' ? away : home
  const { score } = game
  const [left, right] =
    score === null
      ? [null, null]
      : game.ordering === 'home'
        ? [score.home, score.away]
        : [score.away, score.home]
  return (
    <>
      <span className="league">{game.league.toUpperCase()}</span>
      {(game.status === 'live' || game.status === 'paused') && (
        <LiveMark>{game.status === 'live' ? 'LIVE' : 'PAUSED'}</LiveMark>
      )}
      {score !== null && (
        <span className={styles.stripScore}>
          <span className="cut">{first}</span> <b>{left}</b>
          <span className="dim" aria-hidden="true">
            {'\u2013'}
          </span>
          <b>{right}</b> <span className="cut">{second}</span>
        </span>
      )}
      {score !== null && score.detail !== null && <span className="soft">{score.detail}</span>}
      <span className="strong">{clockText(game)}</span>
      {game.status === 'ended' && game.endedAt !== null && (
        <span className="dim">finished {showLocal(game.endedAt)}</span>
      )}
    </>
  )
}

function Age(props: { readonly game: Game; readonly isCurrent: boolean; readonly now: number }) {
  const { game, isCurrent, now } = props
  if (game.updatedAt === null || game.status === 'ended') return null
  const age = showAge(now - game.updatedAt)
  return game.stale || !isCurrent ? (
    <span className="chip warn push" {...tip('The score feed is stale')}>
      <TriangleAlertIcon />
      STALE {age}
    </span>
  ) : (
    <span className="dim push" {...tip('Age of the last score report')}>
      {age}
    </span>
  )
}

const NEAR_MS = 120_000

function Countdown(props: { readonly event: Event; readonly startsAt: number; readonly now: number }) {
  const { event, startsAt, now } = props
  const resting = useSelected(useAccount().orders, (orders) => cancelledAtStart(event, orders.items))
  const left = startsAt - now
  const text = left < 86_400_000 ? `Starts in ${showCountdown(left)}` : `Starts ${startText(startsAt, now)}`
  const orders =
    resting === 0
      ? ''
      : ` \u2013 ${resting} resting order${resting === 1 ? '' : 's'} will be cancelled at the start`
  return left < NEAR_MS ? (
    <span className={`chip warn ${styles.countdown}`}>
      <TriangleAlertIcon />
      {text + orders}
    </span>
  ) : (
    <span className={styles.countdown}>
      <span className="strong">{text}</span>
      {orders}
    </span>
  )
}
