/** The orders of one ladder, and what became of the last gesture on it. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTerminal } from '../../../model/terminal-context.ts'
import { refusedText } from '../../../model/order-entry/move-text.ts'
import type { MovedTogether } from '../../../model/order-entry/moves.ts'
import type { Cell } from '../../../model/ladder/ladder-cell.ts'
import type { Note } from '../ladder-foot.tsx'
import { createLadderOrders } from './ladder-orders.ts'
import type { LadderOrders, OrdersPlace } from './ladder-orders.ts'

export type NotedOrders = LadderOrders & {
  readonly note: Note | null
  readonly moved: (cell: Cell, moved: MovedTogether) => void
  readonly refuse: (cell: Cell, text: string) => void
}

const NOTE_MS = 3_000
/** A result may take the venue some seconds. */
const SENT_NOTE_MS = 8_000

/** Those of the place, with their notes. */
export function useOrders({ event, market, outcome, grid, holding }: OrdersPlace): NotedOrders {
  const terminal = useTerminal()
  const [note, setNote] = useState<Note | null>(null)

  useEffect(() => {
    if (note === null) return undefined
    const timer = window.setTimeout(() => setNote(null), note.sent.length > 0 ? SENT_NOTE_MS : NOTE_MS)
    return () => window.clearTimeout(timer)
  }, [note])

  const tell = useCallback(
    (cell: Cell, refusal: string, sent: readonly string[]) => {
      setNote({ cell, refusal: refusal === '' ? '' : `refused: ${refusal}`, sent })
      if (refusal !== '') terminal.announcer.report(`Refused: ${refusal}`)
    },
    [terminal],
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
      createLadderOrders(terminal, { event, market, outcome, grid, holding }, refuse, (cell, id) =>
        tell(cell, '', [id]),
      ),
    [terminal, event, market, outcome, grid, holding, refuse, tell],
  )
  return useMemo(() => ({ ...orders, note, moved, refuse }), [orders, note, moved, refuse])
}
