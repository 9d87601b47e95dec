/** The warnings under the receipt, inline and never in the way. */
import { TriangleAlertIcon } from 'lucide-react'
import { micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { useAccount, usePrices, useTrading } from '../../contexts/contexts.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { ticketWarnings } from './warnings.ts'
import type { WarningFacts } from './warnings.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './ticket.module.css'

/** More than any book holds. */
const ALL_SHARES = micros(10n ** 18n)

type Given = Omit<
  WarningFacts,
  'prices' | 'bestBid' | 'bestAsk' | 'depth' | 'priceBandTicks' | 'closesAt' | 'isFirstSale' | 'now'
>

/** The list, when there is anything to say. */
export function TicketWarnings(props: {
  readonly selection: Selection
  readonly order: Given
  readonly ticket: Pick<Ticket, 'book' | 'top'>
}) {
  const { order, ticket, selection } = props
  const { book, top } = ticket
  const { fills } = useAccount()
  const now = useNow(10_000)
  const prices = usePrices()
  const priceBandTicks = useStore(useTrading().priceBandTicks)
  const hasSold = useSelected(fills, ({ items }) =>
    items.some((fill) => fill.outcomeId === selection.outcome.id && fill.side === 'SELL'),
  )
  const { side } = order
  const price = (side === 'BUY' ? 9_999 : 1) as Price
  const warnings = ticketWarnings({
    ...order,
    prices,
    bestBid: top.bestBid,
    bestAsk: top.bestAsk,
    depth: book.takeable({ side, price, size: ALL_SHARES, timeInForce: 'GTC' }).size,
    priceBandTicks,
    closesAt: selection.market.endTime,
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
