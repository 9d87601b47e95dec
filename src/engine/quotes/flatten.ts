/**
 * Flatten: own orders of the markets are cancelled, then each outcome is sold by an exit of its own, with all of its checks
 * and rows (INV-60). The intents of those whose shares the orders offer are on disk before that cancel, and each sells once the venue
 * proves what became of them (INV-81). What is known of a leg is answered again, and cancels nothing again (INV-61).
 */
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import type { AuditEntry, AuditLog } from '#ports/audit-log.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { MarketTarget } from '#core/order/cancel-barriers.ts'
import type { Orders } from '../orders/contract.ts'
import type { Submissions } from '../orders/record/submissions.ts'
import type { QuotedGroup } from '../orders/place/order-commands.ts'
import type { FlattenLeg, FlattenResult } from './contract.ts'
import type { Exit } from './exit.ts'

type Market = { readonly target: MarketTarget; readonly legs: readonly FlattenLeg[] }

type Cancelled = FlattenResult['cancels'][number]

/** The intents are on disk or refused, and the own orders of each fresh market are being cancelled. */
type Begun = {
  readonly isWritten: boolean
  readonly epoch: number
  readonly cancels: readonly Promise<Cancelled>[]
}

/** @param exit  sells one leg; it answers a repeat of its id by the first result */
export function createFlatten(parts: {
  readonly exit: Exit
  readonly orders: Pick<Orders, 'cancelMarket' | 'epoch'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly audit: Pick<AuditLog, 'orderHistory'>
  readonly recorder: Pick<Submissions, 'before'>
}) {
  const { orders } = parts
  /** Legs that wait for their cancel, and may have no row of their own yet. */
  const waiting = new Set<ClientOrderId>()

  function targetOf(outcomeId: OutcomeId): MarketTarget {
    const market = parts.catalog.outcome(outcomeId)?.market
    return market === undefined ? { outcomeId } : { marketId: market.id }
  }

  function isFresh({ clientOrderId }: FlattenLeg): boolean {
    return !waiting.has(clientOrderId) && parts.audit.orderHistory(clientOrderId).length === 0
  }

  async function cancel({ target, legs }: Market): Promise<Cancelled> {
    const outcomeIds = [...new Set(legs.map(({ outcomeId }) => outcomeId))]
    return { ...(await orders.cancelMarket(target)), outcomeIds }
  }

  /** The markets of which no leg is known, with their legs. */
  function freshMarkets(legs: readonly FlattenLeg[]): readonly Market[] {
    const markets = Map.groupBy(legs, ({ outcomeId }) => JSON.stringify(targetOf(outcomeId)))
    return [...markets.values()].flatMap((own) => {
      const [first] = own
      return first === undefined || !own.every(isFresh)
        ? []
        : [{ target: targetOf(first.outcomeId), legs: own }]
    })
  }

  return async (legs: readonly FlattenLeg[]): Promise<FlattenResult> => {
    const markets = freshMarkets(legs)
    const intents: { readonly entry: AuditEntry; readonly onRecorded: () => void }[] = []
    const { promise: begun, resolve: begin } = Promise.withResolvers<Begun>()

    function groupOf(leg: FlattenLeg): QuotedGroup {
      const over = begun.then(async (all) => {
        await all.cancels[markets.findIndex((market) => market.legs.includes(leg))]
        return all
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
    const cancels = markets.map(cancel)
    for (const market of markets) for (const { clientOrderId } of market.legs) waiting.add(clientOrderId)
    // After the own cancels: a cancel, or SAFE, that comes while the legs wait for them means the legs too (INV-18).
    begin({ isWritten, epoch: orders.epoch(), cancels })
    try {
      return {
        cancels: await Promise.all(cancels),
        legs: await Promise.all(sales),
      }
    } finally {
      for (const { clientOrderId } of legs) waiting.delete(clientOrderId)
    }
  }
}
