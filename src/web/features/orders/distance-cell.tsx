/** How many ticks a resting order is from trading, live while its row is in view. */
import { parseTickSize } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import type { Order } from '../../api/wire.ts'
import { NONE } from '../../format/numbers.ts'
import { usePrices } from '../../format/use-prices.ts'
import type { Prices } from '../../format/use-prices.ts'
import type { BookTop } from '../../live/book-store.ts'
import { useShownTop } from '../../live/use-top.ts'
import { useInView } from '../../state/use-in-view.ts'
import { distanceToMarket } from './blotter.ts'

/** The cell of the table of orders. */
export function DistanceCell({ order }: { readonly order: Order }) {
  const prices = usePrices()
  const [ref, isShown] = useInView()
  const top = useShownTop(order.outcome_id, isShown)
  const tick = top.tick ?? parseTickSize(order.tick_size ?? '')
  const isResting = order.status === 'live' || order.status === 'partially_filled'
  const distance = isResting && tick !== null ? distanceToMarket(order, top, tick) : null
  if (tick === null || distance === null) {
    return (
      <td ref={ref} className="num extra dim" title={isResting ? 'The book is not current.' : undefined}>
        {NONE}
      </td>
    )
  }
  return (
    <td ref={ref} className="num extra" title={inWords(order.side, distance, top, tick, prices)}>
      {distance.behind === 0 && <span className="best-mark">best</span>}
      {distance.ticks <= 0 ? 'at it' : distance.ticks}
    </td>
  )
}

function inWords(
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
