/** `b` and `s` choose the side while the focus is in the ticket: none of its fields takes these letters. */
import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { Side } from '#core/order.ts'
import { useTerminal } from '../../terminal-context.ts'

/** Listens within the element; letter keys can be switched off. */
export function useSideKeys(ref: RefObject<HTMLElement | null>, onSide: (side: Side) => void): void {
  const { settings } = useTerminal()
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    function onKeyDown(event: KeyboardEvent): void {
      const side = event.key === 'b' ? 'BUY' : event.key === 's' ? 'SELL' : null
      if (side === null || event.ctrlKey || event.metaKey || event.altKey) return
      if (!settings.get().letterKeys || event.target instanceof HTMLSelectElement) return
      event.preventDefault()
      onSide(side)
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  })
}
