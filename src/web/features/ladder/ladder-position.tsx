/**
 * Position in a ladder's outcome, in one line of its head; always there, so that nothing moves when a position comes.
 */
import type { ReactNode } from 'react'
import { NONE, showCents } from '../../platform/format/numbers.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import { exactText, sharesText, shortAverage, staleText, toneOf } from '../../words/portfolio-text.ts'
import { usePosition } from '../../contexts/use-position.ts'
import { useTrading } from '../../contexts/trading.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { later } from '../../ui/later.tsx'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './ladder.module.css'

const Times = later(() => import('./orders/ladder-exit-marks.tsx').then((module) => module.ExitTimes))

/** Size at average price, its present value and the results, as far as there is room, and the extras at the end of the line. */
export function LadderPosition(props: {
  readonly outcomeId: string
  readonly results?: ReactNode
  readonly children?: ReactNode
}) {
  const { outcomeId, results, children } = props
  const prices = usePrices()
  const position = usePosition(outcomeId)
  const timed = useSelected(useTrading().attachedExits.list, ({ items }) =>
    items.some((one) => one.outcomeId === outcomeId && one.end === null && one.minutesBeforeStart !== null),
  )
  const times = timed && <Times outcomeId={outcomeId} />
  if (position === null) {
    return (
      <div className={`row rigid fine gap-6 ${styles.ladderPosition} dim`}>
        <span className={styles.ladderHeld}>
          <span>No position</span>
          {results}
        </span>
        {times}
        {children}
      </div>
    )
  }
  const shares = sharesText(position)
  const stale = staleText(position)
  return (
    <div
      className={`row rigid fine gap-6 ${styles.ladderPosition}`}
      data-stale={stale === null ? undefined : ''}
    >
      <span className={styles.ladderHeld}>
        <span
          {...tip(
            `${exactText(position, prices)}${shares.settling === null ? '' : `, ${shares.settling}`}${stale === null ? '' : `; last known value: ${stale}`}`,
          )}
        >
          <b>{shares.size}</b> @{' '}
          {position.averagePrice === null ? NONE : shortAverage(prices, position.averagePrice)}
          {shares.settling === null ? '' : ` (${shares.settling})`}
        </span>
        <b className={stale === null ? toneOf(position.unrealised) : 'dim'}>
          {position.unrealised === null ? NONE : showCents(position.unrealised, true)}
        </b>
        {results}
      </span>
      {times}
      {children}
    </div>
  )
}
