/** The orders of one ladder, and the outcome of the last gesture on it. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useAccount, useMarketData, usePage, useTrading, useWorkspace } from '../../../contexts/contexts.ts'
import { refusedText } from '../../../actions/outcome.ts'
import type { MovedTogether } from '../../../data/account/intent.ts'
import type { Cell } from '../../../data/markets/ladder-grid.ts'
import { createLadderOrders } from './ladder-orders.ts'
import type { OrdersPlace } from './ladder-orders.ts'

/**
 * Result of a gesture at its cell: the client order ids of the sent orders, and why any was not sent, empty when all
 * were.
 */
export type Note = { readonly cell: Cell; readonly refusal: string; readonly sent: readonly string[] }

const NOTE_MS = 3_000
/** A result may take the venue some seconds. */
const SENT_NOTE_MS = 8_000

/** Those of the place, with their notes. */
export function useOrders({ event, market, outcome, grid, holding }: OrdersPlace) {
  const page = usePage()
  const marketData = useMarketData()
  const account = useAccount()
  const workspace = useWorkspace()
  const trading = useTrading()
  const { announcer } = page
  const [note, setNote] = useState<Note | null>(null)

  useEffect(() => {
    if (note === null) return undefined
    const timer = window.setTimeout(() => setNote(null), note.sent.length > 0 ? SENT_NOTE_MS : NOTE_MS)
    return () => window.clearTimeout(timer)
  }, [note])

  const tell = useCallback(
    (cell: Cell, refusal: string, sent: readonly string[]) => {
      setNote({ cell, refusal: refusal === '' ? '' : `refused: ${refusal}`, sent })
      if (refusal !== '') announcer.report(`Refused: ${refusal}`)
    },
    [announcer],
  )
  const refuse = useCallback((cell: Cell, text: string) => tell(cell, text, []), [tell])
  const moved = useCallback(
    (cell: Cell, together: MovedTogether) =>
      tell(
        cell,
        refusedText(together),
        together.intents.map((intent) => intent.clientOrderId),
      ),
    [tell],
  )
  const orders = useMemo(
    () =>
      createLadderOrders(
        { ...page, ...marketData, ...account, ...workspace, ...trading },
        { event, market, outcome, grid, holding },
        refuse,
        (cell, ids) => tell(cell, '', ids),
      ),
    [page, marketData, account, workspace, trading, event, market, outcome, grid, holding, refuse, tell],
  )
  return useMemo(() => ({ ...orders, note, moved, refuse }), [orders, note, moved, refuse])
}
