/** The depth of a book as a curve; the pointer reads what taking all up to a price comes to. The table says the same in figures. */
import { useState } from 'react'
import type { PointerEvent } from 'react'
import { priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import { showDepth } from '../../platform/format/numbers.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { DepthRow } from '../../data/markets/depth.ts'
import { depthReading, depthShape, HEIGHT, WIDTH } from './depth-shape.ts'
import type { DepthReading } from './depth-shape.ts'
import styles from './depth.module.css'

/** Drawn over the rows of the table. */
export function DepthCurve(props: {
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly tick: TickSize
  readonly isStale: boolean
}) {
  const { bids, asks, tick } = props
  const prices = usePrices()
  /** Share of the width, from 0 to 1. */
  const [at, setAt] = useState<number | null>(null)
  const shape = depthShape(bids, asks)
  if (shape === null) return null
  const steps = at === null ? null : shape.from + at * (shape.to - shape.from)
  const reading = steps === null ? null : depthReading(bids, asks, steps)

  function read(move: PointerEvent<HTMLElement>): void {
    const { left, width } = move.currentTarget.getBoundingClientRect()
    setAt(width === 0 ? null : Math.min(1, Math.max(0, (move.clientX - left) / width)))
  }

  return (
    <div
      className={styles.depthCurve}
      data-stale={props.isStale ? '' : undefined}
      aria-hidden="true"
      onPointerMove={read}
      onPointerDown={read}
      onPointerLeave={() => setAt(null)}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <path className="bid" d={shape.bids} />
        <path className="ask" d={shape.asks} />
      </svg>
      {at !== null && <i style={{ left: `${at * 100}%` }} />}
      <p>{reading === null ? '' : readingText(reading, tick, prices)}</p>
    </div>
  )
}

function readingText({ side, size, average, worst }: DepthReading, tick: TickSize, prices: Prices): string {
  const places = priceDecimals(tick) + 1
  // Cut to one decimal more than prices have.
  const unit = 10n ** BigInt(6 - places)
  const shown = prices.micros(average - (average % unit), places)
  return `${side === 'BUY' ? 'buy' : 'sell'} ${showDepth(size)}: avg ${shown}, worst ${prices.price(worst, tick)}`
}
