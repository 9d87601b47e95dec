/** Where the toasts are shown: in their default place, or where they do not hide the focus (WCAG 2.4.11). */
import { useEffect, useState } from 'react'

export type Box = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** `home` is where the style sheet puts them. */
export const PLACES = ['home', 'right', 'left', 'top'] as const
export type Place = (typeof PLACES)[number]

/** More than this part of it covered counts as hidden. */
const MAX_COVERED = 0.2

/** Which part of `box` lies below `over`, 0 to 1. */
export function coveredPart(box: Box, over: Box): number {
  const width = Math.min(box.right, over.right) - Math.max(box.left, over.left)
  const height = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top)
  const area = (box.right - box.left) * (box.bottom - box.top)
  return width <= 0 || height <= 0 || area <= 0 ? 0 : (width * height) / area
}

/** The first place at which the focused box can be seen; `home` when there is none. */
export function placeFor(focused: Box | null, boxAt: (place: Place) => Box): Place {
  if (focused === null) return 'home'
  return PLACES.find((place) => coveredPart(focused, boxAt(place)) <= MAX_COVERED) ?? 'home'
}

/** Keeps the stack of toasts away from the focus; answers the ref for it. */
export function useToastPlace(): (stack: HTMLElement | null) => void {
  const [stack, setStack] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (stack === null) return undefined
    const held = stack
    function move(): void {
      const focused = document.activeElement
      if (held.contains(focused)) return
      const boxAt = (place: Place): Box => {
        held.dataset['place'] = place
        return held.getBoundingClientRect()
      }
      const hasFocus = focused !== null && focused !== document.body
      held.dataset['place'] = placeFor(hasFocus ? focused.getBoundingClientRect() : null, boxAt)
    }
    // A further toast makes the stack higher.
    const heights = new ResizeObserver(move)
    heights.observe(held)
    window.addEventListener('focusin', move)
    window.addEventListener('resize', move)
    return () => {
      heights.disconnect()
      window.removeEventListener('focusin', move)
      window.removeEventListener('resize', move)
    }
  }, [stack])
  return setStack
}
