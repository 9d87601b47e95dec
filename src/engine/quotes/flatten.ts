/**
 * Flatten: own orders of the markets are cancelled, then each outcome is sold by an exit of its own, with all of its checks
 * and rows (INV-60). The intents of those whose shares the orders offer are on disk before that cancel, and each sells once the venue
 * proves what became of them (INV-81). What is known of a leg is answered again, and cancels nothing again (INV-61).
 */
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import type { AuditEntry, AuditLog } from '#ports/audit-log.ts'
import type { Catalog } from '../markets/contract.ts'
import type { MarketTarget, Orders } from '../orders/contract.ts'
import type { Submissions } from '../orders/record/submissions.ts'
import type { QuotedGroup } from '../orders/place/order-commands.ts'
import type { Exits, FlattenLeg, FlattenResult } from './contract.ts'

/** The legs of one market of which none is known, and what becomes of the own orders there. */
type FreshMarket = {
  readonly target: MarketTarget
  readonly legs: readonly FlattenLeg[]
  readonly cancelled: Promise<FlattenResult['cancels'][number]>
  readonly cancel: () => void
}

/** @param exit  sells one leg; it answers a repeat of its id by the first result */
export function createFlatten(parts: {
  readonly exit: Exits['exit']
  readonly orders: Pick<Orders, 'cancelMarket' | 'epoch'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly audit: Pick<AuditLog, 'orderHistory'>
  readonly recorder: Pick<Submissions, 'before'>
}): Exits['flatten'] {
  const { orders } = parts
  /** Legs that wait for their cancel, and may have no row of their own yet. */
  const waiting = new Set<ClientOrderId>()

  function targetOf(outcomeId: OutcomeId): MarketTarget {
    const market = parts.catalog.outcome(outcomeId)?.market
    return market === undefined ? { outcomeId } : { marketId: market.id }
  }

  const keyOf = (outcomeId: OutcomeId): string => JSON.stringify(targetOf(outcomeId))

  function isFresh({ clientOrderId }: FlattenLeg): boolean {
    return !waiting.has(clientOrderId) && parts.audit.orderHistory(clientOrderId).length === 0
  }

  function freshMarket(target: MarketTarget, legs: readonly FlattenLeg[]): FreshMarket {
    const { promise: cancelled, resolve, reject } = Promise.withResolvers<FlattenResult['cancels'][number]>()
    const outcomeIds = [...new Set(legs.map(({ outcomeId }) => outcomeId))]
    const cancel = (): void => {
      orders.cancelMarket(target).then((result) => resolve({ ...result, outcomeIds }), reject)
    }
    return { target, legs, cancelled, cancel }
  }

  /** The markets of which no leg is known. */
  function freshMarkets(legs: readonly FlattenLeg[]): readonly FreshMarket[] {
    const targets = new Map(legs.map(({ outcomeId }) => [keyOf(outcomeId), targetOf(outcomeId)]))
    const grouped = Map.groupBy(legs, ({ outcomeId }) => keyOf(outcomeId))
    return [...targets].flatMap(([key, target]) => {
      const own = grouped.get(key) ?? []
      return own.every(isFresh) ? [freshMarket(target, own)] : []
    })
  }

  return async (legs) => {
    const markets = freshMarkets(legs)
    const intents: { readonly entry: AuditEntry; readonly onRecorded: () => void }[] = []
    const { promise: begun, resolve: begin } = Promise.withResolvers<{
      readonly isWritten: boolean
      readonly epoch: number
    }>()

    function groupOf(leg: FlattenLeg): QuotedGroup {
      const cancelled = markets.find((market) => market.legs.includes(leg))?.cancelled
      const over = begun.then(async ({ isWritten, epoch }) => {
        await cancelled
        return { isWritten, epoch }
      })
      return {
        epoch: over.then(({ epoch }) => epoch),
        join(entry, onRecorded) {
          intents.push({ entry, onRecorded })
          return over.then(({ isWritten }) => isWritten)
        },
      }
    }

    // Each comes as far as its wait for the cancel in this turn.
    const sales = legs.map(async (leg) => {
      const { clientOrderId, outcomeId } = leg
      const sold = await parts.exit({ ...leg, mode: 'walk', size: null }, groupOf(leg))
      return { clientOrderId, outcomeId, result: sold.ok ? sold.value : null }
    })
    const isWritten = intents.length === 0 || parts.recorder.before(intents.map(({ entry }) => entry)).ok
    if (isWritten) for (const { onRecorded } of intents) onRecorded()
    for (const { cancel } of markets) cancel()
    for (const { legs: fresh } of markets) for (const { clientOrderId } of fresh) waiting.add(clientOrderId)
    // After the own cancels: a cancel, or SAFE, that comes while the legs wait for them means the legs too (INV-18).
    begin({ isWritten, epoch: orders.epoch() })
    try {
      return {
        cancels: await Promise.all(markets.map(({ cancelled }) => cancelled)),
        legs: await Promise.all(sales),
      }
    } finally {
      for (const { clientOrderId } of legs) waiting.delete(clientOrderId)
    }
  }
}
