/** Which mouse button does what in a ladder (PAGE-4): two schemes. */
import type { Side } from '#core/order/order.ts'
import type { MouseScheme } from '../../data/settings/settings.ts'

export type MouseAction = 'column' | 'buy' | 'sell' | 'menu' | 'centre' | 'none'

/** By number of the button; `column` buys in the bid column and sells in the ask column, `buy` and `sell` do so anywhere. */
const SCHEMES: Readonly<Record<MouseScheme, readonly MouseAction[]>> = {
  column: ['column', 'centre', 'menu'],
  button: ['buy', 'menu', 'sell'],
}

/** Action of a button under a scheme, by its number in a pointer event. Buttons beyond the third do nothing. */
export function mouseAction(scheme: MouseScheme, button: number): MouseAction {
  return SCHEMES[scheme][button] ?? 'none'
}

/** The side on which the action orders in a column; null where it orders nothing. */
export function orderSide(action: MouseAction, column: 'result' | 'bid' | 'price' | 'ask'): Side | null {
  if (column === 'result') return null
  if (action === 'buy') return 'BUY'
  if (action === 'sell') return 'SELL'
  if (action !== 'column' || column === 'price') return null
  return column === 'bid' ? 'BUY' : 'SELL'
}
