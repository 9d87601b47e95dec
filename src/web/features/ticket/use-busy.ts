/** Whether the ticket's price is locked by an order whose outcome is not known yet. */
import { useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import type { Aim } from '../../model/order-entry/clicks.ts'

/** Why one of the order's prices is locked, as text; null when none is. */
export function useBusy(aim: Aim | null): string | null {
  const { intents } = useTrading()
  const { orders } = useAccount()
  useStore(intents.list)
  useStore(orders)
  if (aim === null) return null
  const { outcomeId, side, price, other } = aim
  const busy =
    intents.busyAt(outcomeId, side, price, null) ??
    (other === null ? null : intents.busyAt(other.outcomeId, 'BUY', other.price, null))
  if (busy === null) return null
  return busy === 'unknown'
    ? 'Locked: an order at this price is unknown. It is being looked up and never sent again.'
    : 'Locked: an order at this price is being sent.'
}
