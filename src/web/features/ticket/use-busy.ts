/** Whether the ticket's price is locked by an order whose outcome is not known yet. */
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useTrading } from '../../model/contexts/trading.ts'

/** Why this outcome, side and price is locked, as text; null when it is free. */
export function useBusy(outcomeId: string, side: Side, price: Price | null): string | null {
  const { intents } = useTrading()
  const { orders } = useAccount()
  useStore(intents.list)
  useStore(orders)
  const busy = price === null ? null : intents.busyAt(outcomeId, side, price, null)
  if (busy === null) return null
  return busy === 'unknown'
    ? 'Locked: an order at this price is unknown. It is being looked up and never sent again.'
    : 'Locked: an order at this price is being sent.'
}
