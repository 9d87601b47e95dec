/** Prices of the book for the ticket: the best of its own side, the middle, and the best of the other side. */
import type { Side } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { middleSteps } from '../../model/ladder/viewport.ts'
import { snapPrice } from '../../model/order-entry/price-steps.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './ticket.module.css'

/** One press puts the price in. */
export function PriceChips(props: {
  readonly side: Side
  readonly top: BookTop
  readonly tick: TickSize
  readonly onPrice: (price: Price) => void
}) {
  const { side, top, tick, onPrice } = props
  const prices = usePrices()
  const [own, other] = side === 'BUY' ? ['bid', 'ask'] : ['ask', 'bid']
  const [join, cross] = side === 'BUY' ? [top.bestBid, top.bestAsk] : [top.bestAsk, top.bestBid]
  const middle =
    join === null || cross === null
      ? null
      : priceFromSteps(Math.round(middleSteps(top.bestBid, top.bestAsk, top.last)))
  const chips = [
    ['Join', join, `The best ${own}, ${prices.price(join, tick)}: rests behind it`],
    ['Mid', middle === null ? null : snapPrice(middle, tick), 'The middle of the book, on the tick'],
    ['Cross', cross, `The best ${other}, ${prices.price(cross, tick)}: takes it`],
  ] as const
  return (
    <div className={styles.priceChips} role="group" aria-label="Price from the book">
      {chips.map(([name, price, title]) => (
        <button
          key={name}
          type="button"
          aria-disabled={price === null}
          {...tip(title)}
          onClick={() => {
            if (price !== null) onPrice(price)
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
