/** Prices of the book for the ticket: a press puts one in. */
import type { Price } from '#core/price.ts'
import { PRICE_POINTS } from '../../data/markets/draft.ts'
import type { PricePoint } from '../../data/markets/draft.ts'
import type { Ticket } from './use-ticket.ts'
import { tip } from '../../ui/controls.tsx'
import styles from './ticket.module.css'

const NAMES: Readonly<Record<PricePoint, string>> = { join: 'Join', mid: 'Mid', cross: 'Cross' }

/** The chips in a row. */
export function PriceChips(props: {
  readonly ticket: Pick<Ticket, 'draft' | 'points' | 'tick' | 'prices'>
  readonly onPrice: (price: Price) => void
}) {
  const { points, tick, prices, draft } = props.ticket
  const [own, other] = draft.side === 'BUY' ? ['bid', 'ask'] : ['ask', 'bid']
  const does: Readonly<Record<PricePoint, string>> = {
    join: `The best ${own}, ${prices.price(points.join, tick)}: rests behind it`,
    mid: 'The middle of the book, on the tick',
    cross: `The best ${other}, ${prices.price(points.cross, tick)}: takes it`,
  }
  return (
    <div className={styles.priceChips} role="group" aria-label="Price from the book">
      {PRICE_POINTS.map((point) => {
        const price = points[point]
        return (
          <button
            key={point}
            type="button"
            aria-disabled={price === null}
            {...tip(does[point])}
            onClick={() => {
              if (price !== null) props.onPrice(price)
            }}
          >
            {NAMES[point]}
          </button>
        )
      })}
    </div>
  )
}
