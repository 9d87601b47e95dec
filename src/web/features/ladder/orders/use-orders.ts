/** The orders of one ladder, and the outcome of the last gesture on it. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Cell } from '../../../data/markets/ladder-grid.ts'
import type { LadderParts, LadderView } from '../use-ladder-view.ts'
import { createLadderOrders } from './ladder-orders.ts'

/**
 * Result of a gesture at its cell: the client order ids of the sent orders, and why any was not sent, empty when all
 * were.
 */
export type Note = { readonly cell: Cell; readonly refusal: string; readonly sent: readonly string[] }

const NOTE_MS = 3_000
/** A result may take the venue some seconds. */
const SENT_NOTE_MS = 8_000

/** Those of the ladder, with the note of the last gesture. */
export function useOrders(parts: LadderParts, { event, market, outcome, grid, holding }: LadderView) {
  const { announcer } = parts
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
  const orders = useMemo(
    () => createLadderOrders(parts, { event, market, outcome, grid, holding }, tell),
    [parts, event, market, outcome, grid, holding, tell],
  )
  return { orders, note, tell } as const
}
