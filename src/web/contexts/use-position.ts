/** One outcome's position for whoever shows that outcome. */
import type { Position } from '../platform/api/wire.ts'
import { useSelected } from '../platform/state/use-store.ts'
import { useAccount } from './account.ts'

/** Position of the outcome; null without one. */
export function usePosition(outcomeId: string): Position | null {
  const { positions } = useAccount()
  return useSelected(
    positions,
    ({ items }) => items.find((one) => one.outcomeId === outcomeId && one.status !== 'closed') ?? null,
  )
}
