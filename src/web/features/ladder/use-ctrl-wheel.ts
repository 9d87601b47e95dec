/** Ctrl and the wheel over a ladder make its rows coarser or finer, one step for a turn. */
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** A wheel sends many events for one turn. */
const STEP_MS = 180

/** Calls `regroup` with 1 for a turn towards the user and -1 away; the page itself does not zoom. */
export function useCtrlWheel(panel: RefObject<HTMLElement | null>, regroup: (by: -1 | 1) => void): void {
  useEffect(() => {
    const element = panel.current
    if (element === null) return undefined
    let steppedAt = Number.NEGATIVE_INFINITY
    const onWheel = (wheel: WheelEvent) => {
      if (!wheel.ctrlKey || wheel.deltaY === 0) return
      wheel.preventDefault()
      if (performance.now() - steppedAt < STEP_MS) return
      steppedAt = performance.now()
      regroup(wheel.deltaY > 0 ? 1 : -1)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [panel, regroup])
}
