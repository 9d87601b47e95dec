/** Renders again when what a press would send becomes another order: its defaults, the shares free to sell, the free cash. */
import { useSelected, useStore } from '../../../platform/state/hooks.ts'
import { useAccount, useTrading } from '../../../contexts/contexts.ts'
import { freeShares, sellableShares } from '../../../actions/sale.ts'
import type { OrderDefaults } from '../../../data/settings/order-defaults.ts'

/** The order defaults, for a part that shows an order of the outcome. */
export function useSizing(outcomeId: string): OrderDefaults {
  const { account, positions } = useAccount()
  const orderDefaults = useStore(useTrading().orderDefaults)
  useSelected(positions, (list) => freeShares(list, outcomeId))
  useSelected(positions, (list) => sellableShares(list, outcomeId))
  useSelected(account, ({ summary }) => (orderDefaults.unit === 'percent' ? summary?.available : null))
  return orderDefaults
}
