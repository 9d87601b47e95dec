/**
 * Facts of one market from the order-book service: they complete the catalog, and a contradiction about the exchange
 * keeps the market from being traded (INV-79, INV-80).
 */
import type { Micros } from '../money.ts'
import type { TickSize } from '../price.ts'
import type { Instant, Market, MissingFact } from './market.ts'

/** Null where nothing is said, or nothing that is understood. */
export type MarketFacts = {
  readonly tickSize: TickSize | null
  readonly minOrderSize: Micros | null
  readonly secondsDelay: number | null
  readonly gameStartTime: Instant | null
  readonly negRisk: boolean | null
}

export const NO_FACTS: MarketFacts = {
  tickSize: null,
  minOrderSize: null,
  secondsDelay: null,
  gameStartTime: null,
  negRisk: null,
}

/** Facts without which a market cannot be traded. */
const NEEDED: Partial<Record<MissingFact, string>> = {
  tickSize: 'tick size',
  minOrderSize: 'minimum order size',
  negRisk: 'exchange (neg-risk or not)',
}

/** Why a market that lacks these cannot be traded yet; null when it can. */
export function missingReason(missing: readonly MissingFact[]): string | null {
  const names = missing.flatMap((name) => NEEDED[name] ?? [])
  return names.length === 0
    ? null
    : `Its ${names.join(' and its ')} is not known yet; Sesame is asking for it.`
}

/** Facts with those that came later. */
export function joinFacts(known: MarketFacts, later: MarketFacts): MarketFacts {
  return {
    tickSize: later.tickSize ?? known.tickSize,
    minOrderSize: later.minOrderSize ?? known.minOrderSize,
    secondsDelay: later.secondsDelay ?? known.secondsDelay,
    gameStartTime: later.gameStartTime ?? known.gameStartTime,
    negRisk: later.negRisk ?? known.negRisk,
  }
}

/** The market with what the facts add; the same one when they add nothing. */
export function withFacts(market: Market, facts: MarketFacts): Market {
  const { missing = [], notTradable, ...rest } = market
  // A market that cannot be traded for another reason needs nothing.
  if (notTradable !== undefined && missing.length === 0) return market
  const left = missing.filter((name) => facts[name] === null)
  const differs = facts.negRisk !== null && !missing.includes('negRisk') && facts.negRisk !== market.negRisk
  if (left.length === missing.length && !differs) return market
  const isOver = market.status !== 'open'
  const reason = isOver ? null : differs ? differenceReason(market.negRisk) : missingReason(left)
  const found = (name: MissingFact): boolean => missing.includes(name) && !left.includes(name)
  return {
    ...rest,
    ...(found('tickSize') && facts.tickSize !== null && { tickSize: facts.tickSize }),
    ...(found('minOrderSize') && facts.minOrderSize !== null && { minOrderSize: facts.minOrderSize }),
    ...(found('secondsDelay') && facts.secondsDelay !== null && { secondsDelay: facts.secondsDelay }),
    ...(found('gameStartTime') && facts.gameStartTime !== null && { gameStartTime: facts.gameStartTime }),
    ...(found('negRisk') && facts.negRisk !== null && { negRisk: facts.negRisk }),
    ...(left.length > 0 && { missing: left }),
    ...(reason !== null && { notTradable: reason }),
  }
}

function differenceReason(isNegRisk: boolean): string {
  const [one, other] = isNegRisk ? ['a neg-risk', 'an ordinary'] : ['an ordinary', 'a neg-risk']
  return `The catalog calls it ${one} market, the order book ${other} one: its exchange is uncertain, so orders cannot be signed.`
}
