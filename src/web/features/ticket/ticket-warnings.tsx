/** The warnings under the receipt, inline and never in the way. */
import { TriangleAlertIcon } from 'lucide-react'
import { micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { useAccount, useTrading } from '../../contexts/contexts.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { ticketWarnings } from './warnings.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './ticket.module.css'

/** More than any book holds. */
const ALL_SHARES = micros(10n ** 18n)

/** The list, when there is anything to say. */
export function TicketWarnings(props: { readonly selection: Selection; readonly ticket: Ticket }) {
  const { market, outcome } = props.selection
  const { book, top, draft, checked, tick, prices } = props.ticket
  const now = useNow(10_000)
  const priceBandTicks = useStore(useTrading().priceBandTicks)
  const hasSold = useSelected(useAccount().fills, ({ items }) =>
    items.some((fill) => fill.outcomeId === outcome.id && fill.side === 'SELL'),
  )
  const { side } = draft
  const { price, size, typedSize } = checked
  if (price === null || size === null || typedSize === null) return null
  const worst = (side === 'BUY' ? 9_999 : 1) as Price
  const warnings = ticketWarnings({
    ...draft,
    price,
    size,
    typedSize,
    tick,
    prices,
    bestBid: top.bestBid,
    bestAsk: top.bestAsk,
    depth: book.takeable({ side, price: worst, size: ALL_SHARES, timeInForce: 'GTC' }),
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
