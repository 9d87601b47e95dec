/** Exits that the ticket would attach to its buy, as ladder and chart draw them before the press. */
import { useMemo } from 'react'
import { notional } from '#core/order/order-amounts.ts'
import type { TickSize } from '#core/price.ts'
import { legsOf } from '../actions/drafts/exit-draft.ts'
import type { ExitDraft } from '../actions/drafts/exit-draft.ts'
import { checkDraft } from '../actions/drafts/ticket-draft.ts'
import { closedAt } from '../data/account/holding.ts'
import type { Draft } from '../data/markets/draft.ts'
import type { Prices } from '../data/settings/prices.ts'
import { useStore } from '../platform/state/hooks.ts'
import { usePrices, useTrading } from './contexts.ts'

export type PlannedExit = ReturnType<typeof plannedExits>[number]

/** Target and stop at the prices at which they would be; none for a sale, or while a leg is not valid. */
export function plannedExits(
  kept: Draft,
  exits: ExitDraft,
  { tick, prices }: { readonly tick: TickSize; readonly prices: Prices },
) {
  if (kept.side !== 'BUY' || !exits.isOn) return []
  const { price, size } = checkDraft(kept, tick, null)
  const legs = price === null ? null : legsOf(exits, { price, tick, prices })
  if (price === null || legs?.ok !== true) return []
  return (['target', 'stop'] as const).flatMap((leg) => {
    const to = legs.value[leg]?.price
    if (to === undefined) return []
    // The whole order sold at that price, before fees.
    const result = size === null ? null : closedAt({ size, cost: notional(price, size) }, to)
    return [{ leg, price: to, result }]
  })
}

const NONE: readonly PlannedExit[] = []

/** Those of one outcome; the same list while neither ticket nor exits change. */
export function usePlannedExits(outcomeId: string, tick: TickSize): readonly PlannedExit[] {
  const { draft, attachedExits } = useTrading()
  const prices = usePrices()
  const order = useStore(draft)
  const exits = useStore(attachedExits.draft)
  return useMemo(
    () => (order?.outcomeId === outcomeId ? plannedExits(order, exits, { tick, prices }) : NONE),
    [order, exits, outcomeId, tick, prices],
  )
}
