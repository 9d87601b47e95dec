/** A link that opens an order. */
import { useWorkspace } from '../../contexts/contexts.ts'
import { Button, tip } from '../../ui/controls.tsx'

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
