/** Places that refuse presses for half a second after something has gone from them (settling.ts). */
import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { settle } from './settling.ts'

/** Ref of a place; `here`: ids of what can be pressed in it, with spaces between. */
export function useSettling<Place extends HTMLElement>(here: string): RefObject<Place | null> {
  return useSettled<Place>(here, (place, before) => {
    const now = here.split(' ')
    return before.split(' ').every((id) => id === '' || now.includes(id)) ? [] : [place]
  })
}

/** Ref of a list; `order`: ids of its rows, in their order. Those that have changed their place refuse presses. */
export function useSettlingRows<List extends HTMLElement>(
  order: string,
  rows: string,
): RefObject<List | null> {
  return useSettled<List>(order, (list, before) => {
    const [were, are] = [before.split(','), order.split(',')]
    const first = were.findIndex((id, at) => id !== are[at])
    if (before === '' || first === -1) return []
    const all = [...list.querySelectorAll(rows)]
    // Lines between the rows: moved ones cannot be distinguished from the others.
    if (all.length !== are.length) return [list]
    const kept = were.length === are.length ? are.findLastIndex((id, at) => id !== were[at]) : are.length
    return all.slice(first, kept + 1)
  })
}

function useSettled<Place extends HTMLElement>(
  now: string,
  moved: (place: Place, before: string) => readonly Element[],
): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const shown = useRef(now)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = now
    if (place.current !== null && before !== now) settle(moved(place.current, before))
  })
  return place
}
