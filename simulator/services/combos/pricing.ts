/** A maker's price for a combo: the product of its legs' prices with a margin, in millionths of a pUSD. */
import type { Exchange } from '../../exchange/exchange.ts'
import { currentPrice } from '../data/rows.ts'
import type { Leg } from './ids.ts'

export type Quote = {
  /** Price of one share in millionths. */
  readonly price: bigint
  /** Amount that the signed order gives, in millionths; the other is the amount it takes. */
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  /** A buyer's pUSD with the fee; a seller's shares. */
  readonly totalRequired: bigint
  /** A buyer's shares; a seller's pUSD after the fee. */
  readonly netReceive: bigint
  readonly fee: bigint
}

const ONE = 1_000_000n
/** Fee rate and maker's margin in millionths. */
const FEE_RATE = 50_000n
const MARGIN = 30_000n
const MIN_PRICE = 500n
const MAX_PRICE = 980_000n

/** The fair price of a share: the product of the legs' prices. */
export function fairPrice(exchange: Exchange, legs: readonly Leg[]): bigint {
  return legs.reduce((product, { market, index }) => {
    const steps = BigInt(Math.round(currentPrice(exchange, market, index)))
    return (product * steps) / 10_000n
  }, ONE)
}

/** A quote for a buyer's whole budget; null when no maker wants it. */
export function quoteBuy(fair: bigint, budget: bigint): Quote | null {
  const price = (fair * (ONE + MARGIN)) / ONE
  if (price < MIN_PRICE || price > MAX_PRICE) return null
  const feeOfShare = feePerShare(price)
  const shares = (budget * ONE) / (price + feeOfShare)
  const makerAmount = (shares * price) / ONE
  if (shares === 0n || makerAmount === 0n) return null
  return {
    price,
    makerAmount,
    takerAmount: shares,
    totalRequired: budget,
    netReceive: shares,
    fee: budget - makerAmount,
  }
}

/** A quote for shares that are sold; null when no maker wants them. */
export function quoteSell(fair: bigint, shares: bigint): Quote | null {
  const price = (fair * (ONE - MARGIN)) / ONE
  if (price < MIN_PRICE || price > MAX_PRICE) return null
  const takerAmount = (shares * price) / ONE
  const fee = (shares * feePerShare(price)) / ONE
  if (takerAmount - fee <= 0n) return null
  return {
    price,
    makerAmount: shares,
    takerAmount,
    totalRequired: shares,
    netReceive: takerAmount - fee,
    fee,
  }
}

function feePerShare(price: bigint): bigint {
  return (FEE_RATE * price * (ONE - price)) / (ONE * ONE)
}
