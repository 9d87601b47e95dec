/** How many ticks a resting order is from trading, live while its row is in view. */
import { useEffect, useSyncExternalStore } from 'react'
import type { TickSize } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import { NONE } from '../../platform/format/figures.ts'
import { useMarketData, usePrices } from '../../contexts/contexts.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { clockOf, SECOND_MS } from '../../platform/state/clock.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { distanceToMarket } from './blotter.ts'
import { tip } from '../../ui/controls.tsx'

/** Text of its cell. It renders when the text changes; out of view it looks once a second. */
export function Distance({ order }: { readonly order: Order }) {
  const prices = usePrices()
  const { books, view } = useMarketData()
  const [ref, isShown] = useInView()
  const { outcomeId } = order
  useEffect(() => (isShown ? view.show(outcomeId) : undefined), [view, outcomeId, isShown])
  const book = books.book(outcomeId)
  const said = useSyncExternalStore(isShown ? book.subscribeTop : clockOf(SECOND_MS).subscribe, () =>
    distanceText(order, book.top(), prices),
  )
  const [mark, text, title] = said.split('|')
  return (
    <span ref={ref} className={text === NONE ? 'dim' : undefined} {...tip(title)}>
      {mark !== '' && <span className="tiny text-3">{mark} </span>}
      {text}
    </span>
  )
}

/** Mark, text and title with lines between them: one text, which stays the same while it says the same. */
function distanceText(order: Order, top: BookTop, prices: Prices): string {
  const tick = top.tick ?? order.tickSize
  const isResting = order.status === 'live' || order.status === 'partially_filled'
  const distance = isResting && tick !== null ? distanceToMarket(order, top, tick) : null
  if (tick === null || distance === null) return `|${NONE}|${isResting ? 'The book is not current.' : ''}`
  const text = distance.ticks <= 0 ? 'at it' : String(distance.ticks)
  return `${distance.behind === 0 ? 'best' : ''}|${text}|${inText(order.side, distance, top, tick, prices)}`
}

function inText(
  side: Order['side'],
  { ticks, behind }: { readonly ticks: number; readonly behind: number | null },
  { bestBid, bestAsk }: BookTop,
  tick: TickSize,
  prices: Prices,
): string {
  const [own, other] = side === 'BUY' ? ['bid', 'ask'] : ['ask', 'bid']
  const best = prices.price(side === 'BUY' ? bestAsk : bestBid, tick)
  const away =
    ticks <= 0 ? `At the best ${other} ${best}` : `${inTicks(ticks)} from the best ${other} ${best}`
  if (behind === null) return `${away}.`
  return behind === 0 ? `${away}, at the best ${own}.` : `${away}, ${inTicks(behind)} behind the best ${own}.`
}

const inTicks = (count: number): string => `${count} tick${count === 1 ? '' : 's'}`
