/** The tape of one outcome, followed while it is shown. */
import { useEffect, useState } from 'react'
import type { Trade } from '../platform/api/client.ts'
import type { ListView } from '../platform/live/list-store.ts'
import { usePage } from './contexts.ts'
import { createWindowFrame } from './market-and-account.ts'
import { trade } from '#contract/records/books.ts'
import { createListStore } from '../platform/live/list-store.ts'

const NOTHING: ListView<Trade> = { items: [], current: false, loaded: false }

/** Its last trades, newest first. */
export function useTrades(outcomeId: string): ListView<Trade> {
  const { live } = usePage()
  const [held, setHeld] = useState<{ readonly id: string; readonly view: ListView<Trade> } | null>(null)
  useEffect(() => {
    const frame = createWindowFrame()
    const store = createListStore<Trade>({
      decode: trade.decode,
      keyOf: ({ number }) => String(number),
      order: (a, b) => b.number - a.number,
      onChange: () => frame.mark(store.flush),
    })
    const unsubscribe = store.subscribe(() => setHeld({ id: outcomeId, view: store.get() }))
    const stop = live.watch(`trades:${outcomeId}`, store)
    return () => {
      stop()
      unsubscribe()
    }
  }, [live, outcomeId])
  return held?.id === outcomeId ? held.view : NOTHING
}
