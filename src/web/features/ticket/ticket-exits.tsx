/** Exits that the ticket's buy brings along: off until they are wanted, their fields loaded then. */
import type { Price, TickSize } from '#core/price.ts'
import { useTrading } from '../../contexts/contexts.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { later } from '../../ui/later.tsx'
import { Check } from '../../ui/controls.tsx'

const Fields = later(() => import('../../widgets/exit-fields.tsx').then((module) => module.ExitFields))

/** Toggle of the buy's exits. */
export function ExitsToggle() {
  const { draft: store } = useTrading().attachedExits
  const draft = useStore(store)
  return <Check label="Attach exits" checked={draft.isOn} onCheck={(isOn) => store.set({ ...draft, isOn })} />
}

/** Exits of the buy, where they are wanted. */
export function TicketExits({ price, tick }: { readonly price: Price | null; readonly tick: TickSize }) {
  const { draft: store } = useTrading().attachedExits
  const draft = useStore(store)
  if (!draft.isOn) return null
  return (
    <Fields
      draft={draft}
      price={price}
      tick={tick}
      onChange={(part) => store.update((old) => ({ ...old, ...part }))}
    />
  )
}
