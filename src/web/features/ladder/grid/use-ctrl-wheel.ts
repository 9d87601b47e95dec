/** Ctrl and the wheel over a ladder make its rows coarser or finer, one step for a turn. */
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** A wheel sends many events for one turn. */
const STEP_MS = 180

/**
 * Calls `regroup` with 1 for a turn towards the user and -1 away; the page itself does not zoom. It listens to the wheel only while
 * Ctrl is held over the ladder: for a listener that may prevent it, the browser notes the place of every cell at each painting
 * and asks the page before it scrolls.
 */
export function useCtrlWheel(panel: RefObject<HTMLElement | null>, regroup: (by: -1 | 1) => void): void {
  const latest = useRef(regroup)
  useEffect(() => {
    latest.current = regroup
  }, [regroup])
  useEffect(() => {
    const element = panel.current
    if (element === null) return undefined
    let steppedAt = Number.NEGATIVE_INFINITY
    const onWheel = (wheel: WheelEvent) => {
      if (!wheel.ctrlKey || wheel.deltaY === 0) return
      wheel.preventDefault()
      if (performance.now() - steppedAt < STEP_MS) return
      steppedAt = performance.now()
      latest.current(wheel.deltaY > 0 ? 1 : -1)
    }
    const listen = (isHeld: boolean) => {
      if (isHeld) element.addEventListener('wheel', onWheel, { passive: false })
      else element.removeEventListener('wheel', onWheel)
    }
    const onKey = ({ key, type }: KeyboardEvent) => {
      if (key === 'Control') listen(type === 'keydown')
    }
    let leave = (): void => undefined
    const enter = ({ ctrlKey }: PointerEvent) => {
      leave()
      window.addEventListener('keydown', onKey, { capture: true })
      window.addEventListener('keyup', onKey, { capture: true })
      // A window without the focus gets no keys, but it gets the wheel.
      listen(ctrlKey || !document.hasFocus())
      leave = () => {
        window.removeEventListener('keydown', onKey, { capture: true })
        window.removeEventListener('keyup', onKey, { capture: true })
        listen(false)
      }
    }
    const onLeave = () => leave()
    element.addEventListener('pointerenter', enter)
    element.addEventListener('pointerleave', onLeave)
    return () => {
      leave()
      element.removeEventListener('pointerenter', enter)
      element.removeEventListener('pointerleave', onLeave)
    }
  }, [panel])
}
