/** Exits that the ticket would attach to its buy of one outcome. */
import { useMemo } from 'react'
import type { TickSize } from '#core/price.ts'
import { plannedExits } from '../actions/drafts/planned-exits.ts'
import type { PlannedExit } from '../actions/drafts/planned-exits.ts'
import { useStore } from '../platform/state/hooks.ts'
import { usePrices, useTrading } from './contexts.ts'

const NONE: readonly PlannedExit[] = []

/** The same list while neither ticket nor exits change. */
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
