/**
 * Cost of a fill against the prices at its press, and the price after it, in exact integers: its cash against the
 * value of its shares, each rounded down to a millionth of pUSD. Unseen figures are null, never a guess.
 */
import { floorDivide } from '#lib/decimal.ts'
import { micros, type Micros } from '../money.ts'
import type { Fill, TimeInForce } from '../order/order.ts'
import type { Price } from '../price.ts'

/** Milliseconds after the fill at which the price is observed. */
export const MARKS = { '1s': 1_000, '10s': 10_000, '1m': 60_000, '5m': 300_000 } as const

export type MarkName = keyof typeof MARKS

export const MARK_NAMES = Object.keys(MARKS) as readonly MarkName[]

/** Best prices; null for an empty side. */
export type BestPrices = { readonly bid: Price | null; readonly ask: Price | null }

/** Observed figures of one fill. */
export type FillMeasure = {
  /** Best prices when its order was pressed, as the page showed them or, without a page, as the terminal knew them. */
  readonly press: BestPrices | null
  /** Best prices when the fill was received. */
  readonly atFill: BestPrices | null
  /** Best bid plus best ask, in steps: twice the mid. Missing where no live book had both. */
  readonly marks: { readonly [Name in MarkName]?: number }
  /** Milliseconds; `answerToFill` is negative where the fill was received before the answer. */
  readonly pressToWire: number | null
  readonly wireToAnswer: number | null
  readonly answerToFill: number | null
  /** Shares at its price when its order came to rest, own ones of other orders included; null where it did not rest. */
  readonly queueAhead: Micros | null
  readonly timeInForce: TimeInForce | null
}

/** Where a fill traded between bid and ask. */
type SpreadSide = 'bid' | 'inside' | 'ask'

type Traded = Pick<Fill, 'side' | 'size' | 'cash'>

/** Bid plus ask, in steps: twice the mid; null unless both are there. */
export function twiceMid(best: BestPrices | null): number | null {
  return best === null || best.bid === null || best.ask === null ? null : best.bid + best.ask
}

/** A taker's fill by the prices of the press, a maker's by those of the fill; null where those are not known. */
export function spreadSide(
  { price, role }: Pick<Fill, 'price' | 'role'>,
  { press, atFill }: Pick<FillMeasure, 'press' | 'atFill'>,
): SpreadSide | null {
  const best = role === 'taker' ? press : atFill
  if (best === null || best.bid === null || best.ask === null) return null
  if (price <= best.bid) return 'bid'
  return price >= best.ask ? 'ask' : 'inside'
}

/** Paid above the best ask, or received below the best bid, of the press: positive is a cost. */
export function slippageToBest(fill: Traded, press: BestPrices | null): Micros | null {
  const best = fill.side === 'BUY' ? press?.ask : press?.bid
  return best === null || best === undefined ? null : paidAbove(fill, BigInt(best), STEPS)
}

/** The same against the mid of the press. */
export function slippageToMid(fill: Traded, press: BestPrices | null): Micros | null {
  const mid = twiceMid(press)
  return mid === null ? null : paidAbove(fill, BigInt(mid), 2n * STEPS)
}

/** Move of the mid after the fill: positive in the direction of the fill. */
export function markout(fill: Traded, twiceTheMid: number | undefined): Micros | null {
  return twiceTheMid === undefined ? null : gained(fill, BigInt(twiceTheMid), 2n * STEPS)
}

/**
 * The same at the end of the market.
 *
 * @param payout  millionths a share
 */
export function markoutAtEnd(fill: Traded, payout: Micros | null): Micros | null {
  return payout === null ? null : gained(fill, payout, MILLIONTHS)
}

const STEPS = 10_000n
const MILLIONTHS = 1_000_000n

/** Its cash less what its shares are worth at `price / scale`; of a sale the other way round. */
function paidAbove({ side, size, cash }: Traded, price: bigint, scale: bigint): Micros {
  const above = cash * scale - price * size
  return micros(floorDivide(side === 'BUY' ? above : -above, scale))
}

function gained({ side, size, cash }: Traded, price: bigint, scale: bigint): Micros {
  const above = price * size - cash * scale
  return micros(floorDivide(side === 'BUY' ? above : -above, scale))
}
