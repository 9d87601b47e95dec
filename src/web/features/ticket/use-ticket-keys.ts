/** The keys of the ticket while the focus is in it: those of the side, as none of its fields takes letters; and a held Enter sends once. */
import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { Side } from '#core/order/order.ts'
import { usePage } from '../../model/contexts/page.ts'
import { findCommand } from '../../model/keys/key-map.ts'

/** Listens within the element. */
export function useTicketKeys(ref: RefObject<HTMLElement | null>, onSide: (side: Side) => void): void {
  const { keys } = usePage()
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
      const command = findCommand(keys.get(), 'ticket', event)
      if (command === null || event.target instanceof HTMLSelectElement) return
      event.preventDefault()
      onSide(command === 'ticket_buy' ? 'BUY' : 'SELL')
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  })
}
