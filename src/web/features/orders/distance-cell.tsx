/** How many ticks a resting order is from trading, live while its row is in view. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Order } from '../../platform/api/client.ts'
import { NONE } from '../../platform/format/figures.ts'
import { useMarketData } from '../../contexts/contexts.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { clockOf, SECOND_MS } from '../../platform/state/clock.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { ticksToMarket } from './blotter.ts'

/** Text of its cell. It renders when the text changes; out of view it looks once a second. */
export function Distance({ order }: { readonly order: Order }) {
  const { books, view } = useMarketData()
  const [ref, isShown] = useInView()
  const { outcomeId } = order
  useEffect(() => (isShown ? view.show(outcomeId) : undefined), [view, outcomeId, isShown])
  const book = books.book(outcomeId)
  const text = useSyncExternalStore(isShown ? book.subscribeTop : clockOf(SECOND_MS).subscribe, () =>
    distanceText(order, book.top()),
  )
  return (
    <span ref={ref} className={text === NONE ? 'dim' : undefined}>
      {text}
    </span>
  )
}

function distanceText(order: Order, top: BookTop): string {
  const tick = top.tick ?? order.tickSize
  const isResting = order.status === 'live' || order.status === 'partially_filled'
  const ticks = isResting && tick !== null ? ticksToMarket(order, top, tick) : null
  return ticks === null ? NONE : ticks <= 0 ? 'at it' : String(ticks)
}
