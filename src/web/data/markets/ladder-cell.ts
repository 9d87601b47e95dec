/** Finds the cell under an event's target. */
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { amountIn } from '../../platform/format/written.ts'

/** `result` is what closing there would leave. */
export type Column = 'result' | 'bid' | 'price' | 'ask'

/** `price` is the lowest price of the cell's row. */
export type Cell = { readonly price: Price; readonly column: Column }

/** The price cell or trade cell that contains the target; null for own-order cells and anything else. */
export function cellOf(target: EventTarget): Cell | null {
  if (!(target instanceof Element)) return null
  const box = target.closest<HTMLElement>('[data-column]')
  const row = box?.closest<HTMLElement>('[data-price]')
  const column = box?.dataset['column']
  const steps = row?.dataset['price']
  if (steps === undefined || !/^\d{1,4}$/.test(steps)) return null
  const price = priceFromSteps(Number.parseInt(steps, 10))
  return price !== null && (column === 'result' || column === 'bid' || column === 'price' || column === 'ask')
    ? { price, column }
    : null
}

/** The trade cell beside an own order's chip, for a touch on the chip; null elsewhere. */
export function ownCellOf(target: EventTarget): Cell | null {
  const chip = target instanceof Element ? target.closest<HTMLElement>('.ladder-own-grip') : null
  const row = chip?.closest<HTMLElement>('[data-price]')
  const price = priceFromSteps(Number.parseInt(row?.dataset['price'] ?? '', 10))
  if (chip === null || price === null) return null
  return { price, column: chip.dataset['side'] === 'SELL' ? 'ask' : 'bid' }
}

/** Bid column buys, ask column sells. */
export function sideOf(column: Column): Side {
  return column === 'ask' ? 'SELL' : 'BUY'
}

/** The column in which orders of a side are placed. */
export function columnOf(side: Side): Column {
  return side === 'BUY' ? 'bid' : 'ask'
}

/** The nth quick size; null when it is not a positive number. */
export function quickSize(sizes: readonly string[], at: number): Micros | null {
  const size = amountIn(sizes[at] ?? '')
  return size !== null && size > 0n ? size : null
}
