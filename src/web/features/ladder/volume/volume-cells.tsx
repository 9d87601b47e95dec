/** Two columns that only look back: what traded at a price since it was opened, and how much is ahead of an own order. */
import { useSyncExternalStore } from 'react'
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import { showCompact, showDepth, showSize } from '../../../platform/format/figures.ts'
import { barShift } from '../../../platform/live/bar-scale.ts'
import type { VolumeAndQueueReader } from '../../../data/account/volume-and-queue.ts'
import styles from '../ladder.module.css'

type CellProps = {
  readonly stats: VolumeAndQueueReader
  readonly low: Price
  readonly high: Price
  /** The row's price. */
  readonly text: string
}

/** Volume traded since the ladder was opened, as a bar. */
export function VolumeCell({ stats, low, high, text }: CellProps) {
  const volume = useSyncExternalStore(stats.subscribe, () => stats.volumeIn(low, high))
  const scale = useSyncExternalStore(stats.subscribe, stats.volumeScale)
  const label = `${volume === ZERO ? 'Nothing' : showSize(volume)} traded at ${text}`
  return (
    <div
      role="gridcell"
      className={styles.ladderVolume}
      aria-label={label}
      data-tip=""
      style={{ backgroundPosition: `${barShift(volume === ZERO ? null : volume, scale, 'bid')}% 1px` }}
    >
      <span>{volume === ZERO ? '' : narrow(volume)}</span>
    </div>
  )
}

/** The estimate of what is ahead of the foremost own order here. */
export function QueueCell({ stats, low, high, text, isMine }: CellProps & { readonly isMine: boolean }) {
  const queue = () => (isMine ? stats.queueIn(low, high) : null)
  const ahead = useSyncExternalStore(stats.subscribe, () => queue()?.ahead ?? null)
  const isBound = useSyncExternalStore(stats.subscribe, () => queue()?.isBound === true)
  if (ahead === null)
    return <div role="gridcell" className={styles.ladderQueue} aria-label="No queue of mine" />
  const shown = `${isBound ? '\u2264' : ''}${narrow(ahead)}`
  const label = `est. ${isBound ? 'at most ' : ''}${showSize(ahead)} ahead of mine at ${text}`
  return (
    <div role="gridcell" className={styles.ladderQueue} aria-label={label} data-tip="">
      {shown}
    </div>
  )
}

function narrow(size: Micros): string {
  const whole = showDepth(size)
  return whole.length > 5 ? showCompact(size) : whole
}
