/** Prices of the book for the ticket: taken once, or followed as the market moves. */
import type { Price } from '#core/price.ts'
import { PRICE_POINTS } from '../../data/markets/draft.ts'
import type { PricePoint } from '../../data/markets/draft.ts'
import type { Ticket } from './use-ticket.ts'
import { tip } from '../../ui/controls.tsx'
import styles from './ticket.module.css'

const NAMES: Readonly<Record<PricePoint, string>> = { join: 'Join', mid: 'Mid', cross: 'Cross' }

/** A press puts the price in; while the market is followed, it says what of it is. */
export function PriceChips(props: {
  readonly ticket: Pick<Ticket, 'draft' | 'points' | 'tick' | 'prices'>
  readonly onPrice: (price: Price) => void
  readonly onFollow: (point: PricePoint | null) => void
}) {
  const { ticket, onPrice, onFollow } = props
  const { points, tick, prices } = ticket
  const { side, follows } = ticket.draft
  const [own, other] = side === 'BUY' ? ['bid', 'ask'] : ['ask', 'bid']
  const at: Readonly<Record<PricePoint, string>> = {
    join: `the best ${own}`,
    mid: 'the middle of the book',
    cross: `the best ${other}`,
  }
  const does: Readonly<Record<PricePoint, string>> = {
    join: `The best ${own}, ${prices.price(points.join, tick)}: rests behind it`,
    mid: 'The middle of the book, on the tick',
    cross: `The best ${other}, ${prices.price(points.cross, tick)}: takes it`,
  }
  return (
    <>
      <div className={styles.priceChips} role="group" aria-label="Price from the book">
        {PRICE_POINTS.map((point) => {
          const price = points[point]
          return (
            <button
              key={point}
              type="button"
              aria-disabled={follows === null && price === null}
              aria-pressed={follows === null ? undefined : follows === point}
              {...tip(does[point])}
              onClick={() => {
                if (follows !== null) onFollow(point)
                else if (price !== null) onPrice(price)
              }}
            >
              {NAMES[point]}
            </button>
          )
        })}
        <button
          type="button"
          aria-pressed={follows !== null}
          {...tip('The price goes with the market until it is typed, or this is pressed again')}
          onClick={() => onFollow(follows === null ? 'join' : null)}
        >
          Follow
        </button>
      </div>
      {follows !== null && (
        <p className={styles.sizeIs} role="status">
          {points[follows] === null
            ? `There is no ${at[follows].slice(4)} to follow`
            : `Follows ${at[follows]}`}
        </p>
      )}
    </>
  )
}
