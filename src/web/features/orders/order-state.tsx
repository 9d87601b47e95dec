/** An order's state as a word with its tone, and a link that opens an order. */
import type { Order } from '../../platform/api/client.ts'
import { orderText } from '../../words/order-text.ts'
import { useWorkspace } from '../../contexts/contexts.ts'
import { tip, Button } from '../../ui/controls.tsx'

const LOOK = { plain: 'soft', chip: 'chip', unknown: 'chip state-unknown', danger: 'chip danger' } as const

/** `now` is the wall clock, for ages and what is left of a delay. */
export function OrderState({ order, now }: { readonly order: Order; readonly now: number }) {
  const words = orderText(order, now)
  return (
    <span className={LOOK[words.tone]} {...tip(words.title)}>
      {words.text}
    </span>
  )
}

/** Opens the timeline of another order; named by the beginning of its id unless by words. */
export function OrderLink({ id, words }: { readonly id: string; readonly words?: string }) {
  const { openedOrder } = useWorkspace()
  return (
    <Button
      className={words === undefined ? 'plain-link mono' : 'plain-link'}
      {...tip(words === undefined ? id : `Opens the order that it replaces, ${id}`)}
      onClick={() => openedOrder.set({ id, clientOrderId: null })}
    >
      {words ?? `${id.replace(/^pm:(0x)?/, '').slice(0, 8)}\u2026`}
    </Button>
  )
}
