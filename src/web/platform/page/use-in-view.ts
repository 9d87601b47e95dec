/** Whether an element has been on screen for a moment: rows that only fly past ask for nothing. */
import { useEffect, useState } from 'react'

const DWELL_MS = 200

type Told = (isIn: boolean) => void

const told = new WeakMap<Element, Told>()
let observer: IntersectionObserver | null = null

function observe(element: Element, tell: Told): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const entry of entries) told.get(entry.target)?.(entry.isIntersecting)
  })
  told.set(element, tell)
  observer.observe(element)
  return () => {
    told.delete(element)
    observer?.unobserve(element)
  }
}

/** A ref callback for the element, and whether it is in view. */
export function useInView(): readonly [(element: Element | null) => void, boolean] {
  const [element, setElement] = useState<Element | null>(null)
  const [isIn, setIsIn] = useState(false)
  useEffect(() => {
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
  }, [element])
  return [setElement, isIn]
}
