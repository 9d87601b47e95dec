/** When the rows of a list moved last: a press on what just came under the pointer is no press (PAGE-4). */
import { createContext, useCallback, useContext, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { usePage } from '../model/contexts/page.ts'

const SinceMove = createContext<() => number>(() => Infinity)

/** Milliseconds since the rows of the list around it moved; infinite outside of lists. */
export function useSinceMove(): () => number {
  return useContext(SinceMove)
}

/** Around the rows of a list; `order`: what stands there, in its order. */
export function ListMoves({ order, children }: { readonly order: string; readonly children: ReactNode }) {
  const { now } = usePage()
  const moved = useRef({ order, at: -Infinity })
  useLayoutEffect(() => {
    moved.current = { order, at: now() }
  }, [order, now])
  const since = useCallback(() => now() - moved.current.at, [now])
  return <SinceMove value={since}>{children}</SinceMove>
}
