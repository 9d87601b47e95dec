/** Holds the order of a list for as long as the pointer or the focus is inside (held-order.ts). */
import { useState } from 'react'
import type { FocusEvent, PointerEvent } from 'react'

export type Holding = {
  /** The ids as they stood when the pointer or the focus came; null while neither is inside. */
  readonly held: readonly string[] | null
  /** The handlers of the element around the list, given the ids that it shows. */
  readonly around: (ids: readonly string[]) => {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void
    readonly onFocus: () => void
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

/** @param key  what the order is of: another key releases it */
export function useHeld(key = ''): Holding {
  const [holding, setHolding] = useState<{ readonly key: string; readonly ids: readonly string[] } | null>(
    null,
  )
  return {
    held: holding?.key === key ? holding.ids : null,
    around(ids) {
      const hold = () => setHolding((old) => (old?.key === key ? old : { key, ids }))
      return {
        onPointerEnter: hold,
        onPointerLeave(event) {
          if (!event.currentTarget.contains(document.activeElement)) setHolding(null)
        },
        onFocus: hold,
        onBlur(event) {
          if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
            setHolding(null)
        },
      }
    },
  }
}
