/**
 * Flatten: own orders of the markets are cancelled, then each outcome is sold by an exit of its own, with all of its checks
 * and rows (INV-60). What is known of a leg is answered again, and cancels nothing again (INV-61).
 */
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Catalog } from '../markets/contract.ts'
import type { Orders } from '../orders/contract.ts'
import type { MarketTarget } from '../orders/cancel/cancel-barriers.ts'
import type { Exits, FlattenResult } from './contract.ts'
import type { FlattenLeg } from './exit-intents.ts'

/**
 * Builds the flatten command.
 *
 * @param exit  sells one leg; it answers a repeat of its id by the first result
 */
export function createFlatten(parts: {
  readonly exit: Exits['exit']
  readonly orders: Pick<Orders, 'cancelMarket' | 'epoch'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly audit: Pick<AuditLog, 'orderHistory'>
}): Exits['flatten'] {
  const { orders } = parts
  /** Legs that have no row of their own yet: the cancel that they wait for, and the count of cancels that they obey. */
  const waiting = new Map<ClientOrderId, { readonly cancelled: Promise<unknown>; readonly epoch: number }>()

  function targetOf(outcomeId: OutcomeId): MarketTarget {
    const market = parts.catalog.outcome(outcomeId)?.market
    return market === undefined ? { outcomeId } : { marketId: market.id }
  }

  const keyOf = (outcomeId: OutcomeId): string => JSON.stringify(targetOf(outcomeId))

  function isFresh({ clientOrderId }: FlattenLeg): boolean {
    return !waiting.has(clientOrderId) && parts.audit.orderHistory(clientOrderId).length === 0
  }

  /** The markets of which no leg is known, and their legs. */
  function freshMarkets(
    legs: readonly FlattenLeg[],
  ): readonly (readonly [MarketTarget, readonly FlattenLeg[]])[] {
    const targets = new Map(legs.map(({ outcomeId }) => [keyOf(outcomeId), targetOf(outcomeId)]))
    const grouped = Map.groupBy(legs, ({ outcomeId }) => keyOf(outcomeId))
    return [...targets].flatMap(([key, target]) => {
      const own = grouped.get(key) ?? []
      return own.every(isFresh) ? [[target, own] as const] : []
    })
  }

  async function sell(leg: FlattenLeg, epoch: number): Promise<FlattenResult['legs'][number]> {
    const { clientOrderId, outcomeId } = leg
    const first = waiting.get(clientOrderId)
    await first?.cancelled
    const sold = await parts.exit({ ...leg, mode: 'walk', size: null }, first?.epoch ?? epoch)
    return { clientOrderId, outcomeId, result: sold.ok ? sold.value : null }
  }

  return async (legs) => {
    const cancels = freshMarkets(legs).map(([target, fresh]) => {
      const outcomeIds = [...new Set(fresh.map(({ outcomeId }) => outcomeId))]
      const cancelled = orders.cancelMarket(target).then((result) => ({ ...result, outcomeIds }))
      return { fresh, cancelled }
    })
    // After the own cancels: a cancel, or SAFE, that comes while the legs wait for them means the legs too (INV-18).
    const epoch = orders.epoch()
    for (const { fresh, cancelled } of cancels) {
      for (const { clientOrderId } of fresh) waiting.set(clientOrderId, { cancelled, epoch })
    }
    const sales = legs.map((leg) => sell(leg, epoch))
    try {
      return {
        cancels: await Promise.all(cancels.map(({ cancelled }) => cancelled)),
        legs: await Promise.all(sales),
      }
    } finally {
      for (const { clientOrderId } of legs) waiting.delete(clientOrderId)
    }
  }
}
