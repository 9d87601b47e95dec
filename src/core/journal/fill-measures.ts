/**
 * What a fill cost against the prices of its press and what the price did after it, in exact integers: steps of price times
 * shares are millionths of pUSD, each rounded down as the cash of a fill is. What was not seen is null, never a guess.
 */
import { floorDivide } from '#lib/decimal.ts'
import { micros } from '../money.ts'
import type { Micros } from '../money.ts'
import type { Fill, Side, TimeInForce } from '../order/order.ts'
import type { Price } from '../price.ts'

/** After so many milliseconds the price is looked at again. */
export const MARKS = { '1s': 1_000, '10s': 10_000, '1m': 60_000, '5m': 300_000 } as const

export type MarkName = keyof typeof MARKS

export const MARK_NAMES = Object.keys(MARKS) as readonly MarkName[]

/** Best prices; null for an empty side. */
export type BestPrices = { readonly bid: Price | null; readonly ask: Price | null }

/** What was seen of one fill. */
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
export type SpreadSide = 'bid' | 'inside' | 'ask'

type Traded = Pick<Fill, 'side' | 'price' | 'size'>

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
export function slippageToBest({ side, price, size }: Traded, press: BestPrices | null): Micros | null {
  const best = side === 'BUY' ? press?.ask : press?.bid
  return best === null || best === undefined ? null : worth((price - best) * 2 * signOf(side), size)
}

/** The same against the mid of the press. */
export function slippageToMid({ side, price, size }: Traded, press: BestPrices | null): Micros | null {
  const mid = twiceMid(press)
  return mid === null ? null : worth((price * 2 - mid) * signOf(side), size)
}

/** What the mid did after the fill: positive where it went the way of the fill. */
export function markout({ side, price, size }: Traded, twiceTheMid: number | undefined): Micros | null {
  return twiceTheMid === undefined ? null : worth((twiceTheMid - price * 2) * signOf(side), size)
}

/**
 * The same at the end of the market.
 *
 * @param payout  millionths a share
 */
export function markoutAtEnd({ side, price, size }: Traded, payout: Micros | null): Micros | null {
  if (payout === null) return null
  return worth((Number(payout) / 50 - price * 2) * signOf(side), size)
}

function signOf(side: Side): 1 | -1 {
  return side === 'BUY' ? 1 : -1
}

/** Half steps times shares. */
function worth(halfSteps: number, size: Micros): Micros {
  return micros(floorDivide(BigInt(halfSteps) * size, 20_000n))
}
