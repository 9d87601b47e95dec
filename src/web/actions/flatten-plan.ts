/** Plan of a flatten: the orders that it cancels, the shares that it sells, and what cannot be sold with the reason. */
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { ComboPosition, Order, Position } from '../platform/api/client.ts'
import { writtenAmount } from '../platform/format/figures.ts'
import { openOrders } from '../data/account/own-levels.ts'
import type { Prices } from '../data/settings/prices.ts'
import { exitQuote } from './exit-quote.ts'
import type { ExitTerms } from './exit-quote.ts'

export type FlattenPlan = {
  /** Null for all of them. */
  readonly marketId: string | null
  /** Sold, each by an exit of its own. */
  readonly legs: readonly { readonly position: Position; readonly terms: ExitTerms }[]
  /** Not held, but an open buy may bring it before it is cancelled; sold about as well as it was bought, or kept. */
  readonly coming: readonly { readonly marketId: string; readonly outcomeId: string; readonly worst: Price }[]
  /** Markets in which own orders are cancelled and nothing is sold. */
  readonly cancelOnly: readonly string[]
  /** Own open orders in these markets. */
  readonly orders: number
  readonly unsellable: readonly { readonly name: string; readonly why: string }[]
}

export type Held = {
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
  readonly combos: readonly ComboPosition[]
}

/** The most legs of one command; more wait for the next. */
const MAX_LEGS = 100
const RESOLVED = 'resolved: claim the payout outside this terminal'

/**
 * Plan of a flatten. A position without a quote is not sold: its price would be one that nobody saw. @param marketId
 * of one market; null for all, combos included @param jumpTicks how far below the price of an open buy its shares may
 * be sold
 */
export function planFlatten(
  held: Held,
  marketId: string | null,
  prices: Prices,
  jumpTicks: number,
): FlattenPlan {
  const isMeant = (id: string) => marketId === null || id === marketId
  const open = openOrders(held.orders).filter((order) => isMeant(order.marketId))
  const positions = held.positions.filter((one) => isMeant(one.marketId) && one.status !== 'closed')
  const sellable = positions.filter(({ status, dust }) => status === 'open' && !dust)
  const isHeld = new Set(sellable.map((one) => one.outcomeId))
  const quoted = sellable.map((position) => ({
    position,
    ...exitQuote({ ...position, exit: position.flat }, 'walk', null, prices),
  }))
  const all = quoted.flatMap(({ position, terms }) => (terms === null ? [] : [{ position, terms }]))
  const legs = all.slice(0, MAX_LEGS)
  const buys = open.filter(({ side, outcomeId: id }) => side === 'BUY' && !isHeld.has(id))
  const coming = comingOf(buys, jumpTicks).slice(0, MAX_LEGS - legs.length)
  const sold = marketsOf(legs, coming)
  const others = open.filter((one) => !sold.has(one.marketId))
  const unsellable: readonly (readonly [Pick<Position, 'size' | 'outcomeName'>, string])[] = [
    ...all.slice(MAX_LEGS).map(({ position }) => [position, 'too many at once: press again'] as const),
    ...quoted.flatMap(({ position, why }) => (why === null ? [] : [[position, why] as const])),
    ...positions
      .filter((one) => !isHeld.has(one.outcomeId))
      .map((one) => [one, one.dust ? 'less than 0.01 of a share' : RESOLVED] as const),
    ...(marketId === null ? held.combos : [])
      .filter(({ ended }) => !ended)
      .map((one) => [one, 'a combo is sold by a quote of its own'] as const),
  ]
  return {
    marketId,
    legs,
    coming,
    cancelOnly: [...new Set(others.map((one) => one.marketId))],
    orders: open.length,
    unsellable: unsellable.map(([one, why]) => ({
      name: `${writtenAmount(one.size)} ${one.outcomeName}`,
      why,
    })),
  }
}

/** Outcomes that open buys may bring, and the least at which that is sold: the lowest of their prices, less what a market may jump. */
function comingOf(buys: readonly Order[], jumpTicks: number): FlattenPlan['coming'] {
  const all = new Map<string, FlattenPlan['coming'][number]>()
  for (const { marketId, outcomeId, price, tickSize } of buys) {
    const tick = tickSize ?? 1
    const least = priceFromSteps(Math.max(tick, price - jumpTicks * tick))
    const known = all.get(outcomeId)
    if (least !== null && (known === undefined || least < known.worst))
      all.set(outcomeId, { marketId, outcomeId, worst: least })
  }
  return [...all.values()]
}

export function marketsOf(legs: FlattenPlan['legs'], coming: FlattenPlan['coming']): ReadonlySet<string> {
  return new Set([...legs.map(({ position }) => position.marketId), ...coming.map((one) => one.marketId)])
}
