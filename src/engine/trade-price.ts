/** Whether all sides of a trade met at one price: only then is its fee known from each side alone. */
import type { TradeSide, VenueTrade } from '#ports/venue-account.ts'

const PRICE_STEPS_OF_ONE = 10_000

/** True when every maker met the taker's price; makers on the other outcome meet it across one whole. */
export function isTradeAtOnePrice({ taker, makers }: VenueTrade): boolean {
  const meets = (maker: TradeSide): boolean =>
    maker.price === taker.price ||
    (maker.outcomeId !== taker.outcomeId && maker.price + taker.price === PRICE_STEPS_OF_ONE)
  return makers.length > 0 && makers.every(meets)
}
