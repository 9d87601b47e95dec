/** Exits that the ticket would attach to its buy, as ladder and chart draw them before the press. */
import { notional } from '#core/order/order-amounts.ts'
import type { TickSize } from '#core/price.ts'
import { closedAt } from '../../data/account/holding.ts'
import type { Draft } from '../../data/markets/draft.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { legsOf } from './exit-draft.ts'
import type { ExitDraft } from './exit-draft.ts'
import { checkDraft, draftIn } from './ticket-draft.ts'

export type PlannedExit = ReturnType<typeof plannedExits>[number]

/** Target and stop at the prices at which they would be; none for a sale, or while a leg is not valid. */
export function plannedExits(
  kept: Draft,
  exits: ExitDraft,
  { tick, prices }: { readonly tick: TickSize; readonly prices: Prices },
) {
  if (kept.side !== 'BUY' || !exits.isOn) return []
  const { price, size } = checkDraft(draftIn(kept, prices, tick), tick, null)
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
