/** Visibility of an element for a moment: rows that only fly past ask for nothing. */
import { useCallback, useState } from 'react'

const DWELL_MS = 200

const viewListeners = new WeakMap<Element, (isIn: boolean) => void>()
let observer: IntersectionObserver | null = null

function observe(element: Element, tell: (isIn: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const entry of entries) viewListeners.get(entry.target)?.(entry.isIntersecting)
  })
  viewListeners.set(element, tell)
  observer.observe(element)
  return () => {
    viewListeners.delete(element)
    observer?.unobserve(element)
  }
}

/** A ref callback for the element, and whether it is in view. */
export function useInView(): readonly [(element: Element | null) => (() => void) | undefined, boolean] {
  const [isIn, setIsIn] = useState(false)
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined
    let timer = 0
    const stop = observe(element, (isNow) => {
      window.clearTimeout(timer)
      if (isNow) timer = window.setTimeout(() => setIsIn(true), DWELL_MS)
      else setIsIn(false)
    })
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [])
  return [ref, isIn]
}
