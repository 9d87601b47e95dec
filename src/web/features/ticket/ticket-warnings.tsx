/** The warnings under the receipt, inline and never in the way. */
import { TriangleAlertIcon } from 'lucide-react'
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Market } from '../../platform/api/client.ts'
import type { BookStore, BookTop } from '../../platform/live/book-store.ts'
import { useAccount, usePrices, useTrading } from '../../contexts/contexts.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { ticketWarnings } from './warnings.ts'
import styles from './ticket.module.css'

/** More than any book holds. */
const ALL_SHARES = micros(10n ** 18n)

type WarningProps = {
  readonly market: Market
  readonly outcomeId: string
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly typedSize: Micros
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly tick: TickSize
  readonly top: BookTop
  readonly book: BookStore
}

/** The list, when there is anything to say. */
export function TicketWarnings(props: WarningProps) {
  const { fills } = useAccount()
  const now = useNow(10_000)
  const prices = usePrices()
  const priceBandTicks = useStore(useTrading().priceBandTicks)
  const hasSold = useSelected(fills, ({ items }) =>
    items.some((fill) => fill.outcomeId === props.outcomeId && fill.side === 'SELL'),
  )
  const { side, market, top } = props
  const edge = priceFromSteps(side === 'BUY' ? 9_999 : 1)
  const depth =
    edge === null
      ? micros(0n)
      : props.book.takeable({ side, price: edge, size: ALL_SHARES, timeInForce: 'GTC' }).size
  const warnings = ticketWarnings({
    side,
    price: props.price,
    size: props.size,
    typedSize: props.typedSize,
    timeInForce: props.timeInForce,
    postOnly: props.postOnly,
    tick: props.tick,
    prices,
    bestBid: top.bestBid,
    bestAsk: top.bestAsk,
    depth,
    priceBandTicks,
    closesAt: market.endTime,
    isFirstSale: side === 'SELL' && !hasSold,
    now,
  })
  if (warnings.length === 0) return null
  return (
    <ul className={styles.ticketWarnings}>
      {warnings.map((text) => (
        <li key={text}>
          <TriangleAlertIcon />
          {text}
        </li>
      ))}
    </ul>
  )
}
