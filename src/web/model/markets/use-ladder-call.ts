/** Answering a call for a ladder. */
import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useWorkspace } from '../contexts/workspace.ts'

/** Answers the calls for one outcome: the focus goes to the grid, and `take` takes up what was asked for. */
export function useLadderCall(
  panel: RefObject<HTMLElement | null>,
  outcomeId: string,
  take: (price: Price, side: Side) => void,
): void {
  const { ladderCall } = useWorkspace()
  const call = useStore(ladderCall)
  useEffect(() => {
    if (call === null || call.outcomeId !== outcomeId) return
    ladderCall.set(null)
    panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
    if (call.pickUp !== null) take(call.pickUp.price, call.pickUp.side)
  })
}
