/** Plan of a flatten: sales, cancels, and what is left with its reason. */
import { priceFromSteps } from '#core/price.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { Price } from '#core/price.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { ComboPosition, FlattenResult, Order, Position } from '../../platform/api/client.ts'
import { writtenAmount } from '../../platform/format/figures.ts'
import { exitQuote } from '../exit-quote.ts'

/** The most legs of one command; more wait for the next. */
const MAX_LEGS = 100
const RESOLVED = 'resolved: claim the payout outside this terminal'

type Held = {
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  readonly combos: readonly ComboPosition[]
  readonly prices: Prices
  readonly jumpTicks: number
}

export type FlattenPlan = ReturnType<typeof flattenPlan>

/** A position without a quote is not sold: its price would be one that nobody saw. `marketId` null for all, combos included. */
export function flattenPlan(
  marketId: string | null,
  { orders, positions: held, combos, prices, jumpTicks }: Held,
) {
  const isMeant = (id: string) => marketId === null || id === marketId
  const open = openOrders(orders).filter((order) => isMeant(order.marketId))
  const positions = held.filter((one) => isMeant(one.marketId) && one.status !== 'closed')
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
  const sold = new Set([...legs.map(({ position }) => position), ...coming].map((one) => one.marketId))
  const others = new Set(open.map((one) => one.marketId).filter((id) => !sold.has(id)))
  const kept = (one: Pick<Position, 'size' | 'outcomeName'>, why: string) => ({
    name: `${writtenAmount(one.size)} ${one.outcomeName}`,
    why,
  })
  return {
    marketId,
    /** Sold, each by an exit of its own. */
    legs,
    coming,
    /** Markets in which something is sold, and those in which own orders are cancelled and nothing is. */
    sold: [...sold],
    cancelOnly: [...others],
    /** Own open orders in these markets. */
    orders: open.length,
    unsellable: [
      ...all.slice(MAX_LEGS).map(({ position }) => kept(position, 'too many at once: press again')),
      ...quoted.flatMap(({ position, why }) => (why === null ? [] : [kept(position, why)])),
      ...positions
        .filter((one) => !isHeld.has(one.outcomeId))
        .map((one) => kept(one, one.dust ? 'less than 0.01 shares' : RESOLVED)),
      ...(marketId === null ? combos : [])
        .filter(({ ended }) => !ended)
        .map((one) => kept(one, 'combos are sold by quote')),
    ],
  }
}

type Coming = { readonly marketId: string; readonly heldOutcomeId: string; readonly worstPrice: Price }

/**
 * Not held, but an open buy may bring it before it is cancelled: sold at no less than the lowest of the buys' prices, less what a
 * market may jump, or kept.
 */
function comingOf(buys: readonly Order[], jumpTicks: number): readonly Coming[] {
  const all = new Map<string, Coming>()
  for (const { marketId, outcomeId, price, tickSize } of buys) {
    const tick = tickSize ?? 1
    const least = priceFromSteps(Math.max(tick, price - jumpTicks * tick))
    const known = all.get(outcomeId)
    if (least !== null && (known === undefined || least < known.worstPrice))
      all.set(outcomeId, { marketId, heldOutcomeId: outcomeId, worstPrice: least })
  }
  return [...all.values()]
}

/** The sales of a plan and its request, which has what may still come too. `worst`: the least price of each leg, as it was seen. */
export function flattenOrders(
  { legs, coming }: FlattenPlan,
  worst: readonly Price[],
  mint: () => ClientOrderId,
) {
  const sales = legs.map(({ terms }, at) => ({
    ...terms,
    clientOrderId: mint(),
    worstPrice: worst[at] ?? terms.price,
  }))
  const others = coming.map((one) => ({ ...one, clientOrderId: mint() }))
  const all = [...sales, ...others].map(({ heldOutcomeId: outcomeId, clientOrderId, worstPrice }) => {
    return { outcomeId, clientOrderId, worstPrice }
  })
  return { sales, body: { legs: all } }
}

/** The cancels of all markets of a flatten as one. */
export function allCancels({ cancels }: FlattenResult) {
  return {
    cancelled: cancels.flatMap((one) => one.cancelled),
    queued: cancels.flatMap((one) => one.queued),
    failed: cancels.flatMap((one) => one.failed),
  }
}
