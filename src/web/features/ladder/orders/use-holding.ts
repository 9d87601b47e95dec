/** Holding of a ladder's outcome; the same value for as long as neither size nor cost changes. */
import { useMemo } from 'react'
import { useSelected } from '../../../platform/state/hooks.ts'
import { useAccount } from '../../../contexts/contexts.ts'
import { holdingKey, holdingOf } from './holding.ts'
import type { Holding } from './holding.ts'

/** Null when no open position is known. */
export function useHolding(outcomeId: string): Holding | null {
  const { positions } = useAccount()
  const key = useSelected(positions, ({ items }) =>
    holdingKey(items.find((one) => one.outcomeId === outcomeId) ?? null),
  )
  return useMemo(() => holdingOf(key), [key])
}
