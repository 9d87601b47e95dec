/** The venue's rule for orders that take, written down once more and otherwise than the terminal chooses its sizes. */
import type { OrderAmounts } from '../order/order-amounts.ts'
import type { Side } from '../order/order.ts'

/** True if amounts pass every reading of the rule: maker 2 and taker 4 decimals, cash 2 and shares 4, sizes of 2. */
export function isTakenByVenue(side: Side, { makerAmount, takerAmount }: OrderAmounts): boolean {
  const [cash, shares] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount]
  return (
    makerAmount % CENT === 0n &&
    takerAmount % CENT_OF_CENT === 0n &&
    cash % CENT === 0n &&
    shares % CENT === 0n
  )
}

const CENT = 10_000n
const CENT_OF_CENT = 100n
