/** Holding of a ladder, and the sizes of its presses: each renders again only when that changes. */
import { useMemo } from 'react'
import { useSelected, useStore } from '../../../platform/state/hooks.ts'
import { useAccount, useTrading } from '../../../contexts/contexts.ts'
import { sharesToSell } from '../../../actions/sale.ts'
import type { OrderDefaults } from '../../../data/settings/order-defaults.ts'
import { holdingKey, holdingOf } from '../../../data/account/holding.ts'
import type { Holding } from '../../../data/account/holding.ts'

/** Null when no open position is known. */
export function useHolding(outcomeId: string): Holding | null {
  const { positions } = useAccount()
  const key = useSelected(positions, ({ items }) =>
    holdingKey(items.find((one) => one.outcomeId === outcomeId) ?? null),
  )
  return useMemo(() => holdingOf(key), [key])
}

/** The order defaults, for a part that shows an order of the outcome. */
export function useSizing(outcomeId: string): OrderDefaults {
  const { account, positions } = useAccount()
  const orderDefaults = useStore(useTrading().orderDefaults)
  useSelected(positions, (list) => sharesToSell(list, outcomeId).free)
  useSelected(positions, (list) => sharesToSell(list, outcomeId).sellable)
  useSelected(account, ({ summary }) => (orderDefaults.unit === 'percent' ? summary?.available : null))
  return orderDefaults
}
