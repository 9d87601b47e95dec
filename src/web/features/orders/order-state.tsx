/** An order's state as a word with its tone; the whole sentence is in the tooltip. */
import type { Order } from '../../platform/api/client.ts'
import { orderText } from '../../words/order-text.ts'
import { tip } from '../../ui/controls.tsx'

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
