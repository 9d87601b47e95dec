/** A price on the screen: the one place of a component that knows in which notation the trader reads prices. */
import type { Micros } from '#core/money.ts'
import type { Price as TradedPrice, TickSize } from '#core/price.ts'
import { usePrices } from '../contexts/contexts.ts'

/** A price of the book in steps, or an average in millionths; a dash for none. */
export function Price(props: { readonly of: TradedPrice | Micros | null; readonly tick?: TickSize | null }) {
  const { of: price, tick = null } = props
  const prices = usePrices()
  return typeof price === 'number' ? prices.price(price, tick) : prices.value(price, tick)
}
