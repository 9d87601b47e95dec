/** Which mouse button does what in a ladder (PAGE-4): two schemes and one of the user's own. */
import type { Side } from '#core/order/order.ts'
import type { MouseAction, MouseButtons, MouseScheme } from '../settings/settings.ts'

const SCHEMES: Readonly<Record<'column' | 'button', MouseButtons>> = {
  column: { left: 'column', middle: 'centre', right: 'menu' },
  button: { left: 'buy', middle: 'menu', right: 'sell' },
}

/** What a button does under a scheme, by its number in a pointer event. Buttons beyond the third do nothing. */
export function mouseAction(scheme: MouseScheme, own: MouseButtons, button: number): MouseAction {
  const buttons = scheme === 'custom' ? own : SCHEMES[scheme]
  return button === 0 ? buttons.left : button === 1 ? buttons.middle : button === 2 ? buttons.right : 'none'
}

/** The side on which the action orders in a column; null where it orders nothing. */
export function orderSide(action: MouseAction, column: 'result' | 'bid' | 'price' | 'ask'): Side | null {
  if (column === 'result') return null
  if (action === 'buy') return 'BUY'
  if (action === 'sell') return 'SELL'
  if (action !== 'column' || column === 'price') return null
  return column === 'bid' ? 'BUY' : 'SELL'
}
