/** Exits that are written in the ticket, and what a press reads of them. Loaded once the first view is there. */
import { useLayoutEffect } from 'react'
import type { Price, TickSize } from '#core/price.ts'
import { legsOf } from '../../actions/drafts/exit-draft.ts'
import { usePrices, useTrading } from '../../contexts/contexts.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { ExitFields } from '../../widgets/exit-fields.tsx'

/** Their fields; what is read of them is there before the next press. */
export function WrittenExits({ price, tick }: { readonly price: Price | null; readonly tick: TickSize }) {
  const { draft: store, written } = useTrading().attachedExits
  const draft = useStore(store)
  const prices = usePrices()
  useLayoutEffect(() => {
    written.set({ template: null, legsAt: (at, on) => legsOf(draft, { price: at, tick: on, prices }) })
  }, [draft, prices, written])
  return (
    <ExitFields
      draft={draft}
      price={price}
      tick={tick}
      onChange={(part) => store.update((old) => ({ ...old, ...part }))}
    />
  )
}
