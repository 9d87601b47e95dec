/** The book sum of an event of exclusive outcomes: what one of each costs or brings at the best prices, and for how many. */
import { useEffect } from 'react'
import type { Side } from '#core/order/order.ts'
import type { Event } from '../../platform/api/client.ts'
import { showDepth, showSum } from '../../platform/format/figures.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { followAll, useTopValues } from '../../contexts/use-tops.ts'
import { useMarketData } from '../../contexts/contexts.ts'
import { bookSum, sumEdge } from '../../data/markets/depth.ts'
import { staleText } from '../../words/why-not.ts'
import type { BookSum as Sum } from '../../data/markets/depth.ts'
import { tip } from '../../ui/controls.tsx'
import styles from './event.module.css'

/** Beyond this many markets the connection's topics would be used up by the sum alone. */
const MAX_MARKETS = 30
/** The sum changes with every size of every book: more often than it can be read. */
const REST_MS = 250

/** The line under the outcomes; for events that have no sum, nothing. */
export function BookSumLine({ event }: { readonly event: Event }) {
  const { books } = useMarketData()
  const open = event.markets.filter((market) => market.status === 'open')
  const key = open.flatMap((market) => market.outcomes[0]?.id ?? []).join(' ')
  const isTooMany = open.length > MAX_MARKETS
  const followed = isTooMany ? '' : key
  useEffect(() => followAll(books, followed), [books, followed])
  const tops = useTopValues(followed, wholeTop, REST_MS)
  if (isTooMany) {
    return (
      <p className={`wraps rigid fine ${styles.bookSum} dim`}>
        No book sum: more than {MAX_MARKETS} open markets.
      </p>
    )
  }
  const stale = tops.flatMap((top) => top.stale ?? [])
  const [why] = stale
  const bids = bookSum(tops.map((top) => ({ price: top.bestBid, size: top.bestBidSize })))
  const asks = bookSum(tops.map((top) => ({ price: top.bestAsk, size: top.bestAskSize })))
  return (
    <p
      className={`wraps rigid fine ${styles.bookSum}`}
      data-stale={why === undefined ? undefined : ''}
      {...tip('One of each outcome at the best prices. Outcomes not listed yet are not in the sum.')}
    >
      <span className="soft">Sum of {tops.length}</span>
      <SumPart side="SELL" name="bids" sum={bids} />
      <SumPart side="BUY" name="asks" sum={asks} />
      {why !== undefined && (
        <span className="dim">
          {stale.length} of these books not current: {staleText(why)}
        </span>
      )}
    </p>
  )
}

const wholeTop = (top: BookTop): BookTop => top

/** @param props.side  what one would do at these prices: buy at the asks, sell at the bids */
function SumPart(props: { readonly side: Side; readonly name: string; readonly sum: Sum | null }) {
  const { side, name, sum } = props
  if (sum === null) return <span className="dim">{name} incomplete</span>
  const edge = sumEdge(side, sum.sum)
  return (
    <span>
      {name} <b className={side === 'BUY' ? 'neg' : 'pos'}>{showSum(sum.sum)}</b>{' '}
      <span className="dim">for {showDepth(sum.size)}</span>
      {edge !== null && (
        <span className="strong">
          {' '}
          {side === 'BUY' ? 'under' : 'over'} 1 by {showSum(edge)}
        </span>
      )}
    </span>
  )
}
