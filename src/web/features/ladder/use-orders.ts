/**
 * From a cell of a ladder to an order, a filled-in ticket or an alert. Pointer, keys, menu and touch bar all come through
 * here, so that each of them sends what it says or tells why it does not.
 */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { parseMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order.ts'
import { notional } from '#core/order-amounts.ts'
import type { Price } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../api/wire.ts'
import { pricesIn } from '../../format/use-prices.ts'
import { useTerminal } from '../../terminal-context.ts'
import { draftAt } from '../alerts/in-hand.ts'
import { fillIn } from '../ticket/draft.ts'
import type { Press } from '../trading/click-guard.ts'
import { LESS_THAN_ANY, sharesAt } from '../trading/hand.ts'
import { priceFor, rowPriceOf } from '../trading/ladder-grid.ts'
import type { LadderGrid } from '../trading/ladder-grid.ts'
import { refusedText } from '../trading/move-words.ts'
import type { MovedTogether } from '../trading/moves.ts'
import { closingSize } from './holding.ts'
import type { Holding } from './holding.ts'
import { columnOf } from './ladder-cell.ts'
import type { Cell } from './ladder-cell.ts'
import type { Note } from './ladder-foot.tsx'

/** An order that a cell stands for. */
export type Shot = {
  readonly cell: Cell
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  /** Closes the whole position: above the quick notional only by the ticket. */
  readonly isClosing: boolean
}

export type LadderOrders = {
  readonly note: Note | null
  readonly moved: (cell: Cell, moved: MovedTogether) => void
  readonly refuse: (cell: Cell, text: string) => void
  /** The order of a side at a cell's row, of what the hand holds. */
  readonly shotAt: (cell: Cell, side: Side) => Shot
  /** The order that closes the whole position at a cell's row; null without one. */
  readonly closingAt: (cell: Cell) => Shot | null
  readonly press: (shot: Shot) => Press
  /** ARMED sends what was pressed, otherwise it goes into the ticket. */
  readonly release: (shot: Shot, press: Press, sinceScrollMs: number) => void
  /** Press and release in one, on a price that cannot have moved under a pointer. */
  readonly act: (shot: Shot) => void
  readonly actAt: (side: Side, price: Price) => void
  readonly toTicket: (side: Side | null, price: Price, size: Micros | null) => void
  readonly setAlert: (price: Price | null) => void
}

export type OrdersOptions = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly grid: LadderGrid
  readonly holding: Holding | null
}

const LINK_LOST = 'link to the terminal lost'
const NOTE_MS = 3_000
/** A result may take the venue some seconds. */
const SENT_NOTE_MS = 8_000

/** The orders of one ladder. */
export function useOrders({ event, market, outcome, grid, holding }: OrdersOptions): LadderOrders {
  const terminal = useTerminal()
  const [note, setNote] = useState<Note | null>(null)

  useEffect(() => {
    if (note === null) return undefined
    const timer = window.setTimeout(() => setNote(null), note.sent.length > 0 ? SENT_NOTE_MS : NOTE_MS)
    return () => window.clearTimeout(timer)
  }, [note])

  const told = useCallback(
    (cell: Cell, refusal: string, sent: readonly string[]) => {
      setNote({ cell, refusal: refusal === '' ? '' : `refused: ${refusal}`, sent })
      if (refusal !== '') terminal.announcer.report(`Refused: ${refusal}`)
    },
    [terminal],
  )
  const refuse = useCallback((cell: Cell, text: string) => told(cell, text, []), [told])

  return useMemo(() => {
    const aim = ({ side, price, size }: Shot) => ({
      outcomeId: outcome.id,
      outcomeName: outcome.name,
      side,
      price,
      size,
    })
    const toTicket: LadderOrders['toTicket'] = (side, price, size) => {
      terminal.selection.set({ event, market, outcome })
      const part = { price, ...(side === null ? {} : { side }), ...(size === null ? {} : { size }) }
      const prices = pricesIn(terminal.settings.get().priceFormat)
      terminal.draft.set(fillIn(terminal.draft.get(), outcome.id, part, grid.tick, prices))
    }
    const shotAt: LadderOrders['shotAt'] = (cell, side) => {
      const price = priceFor(cell.price, side, grid)
      return { cell, side, price, size: sharesAt(terminal.hand.get(), price), isClosing: false }
    }
    const isQuick = (shot: Shot) => {
      const most = parseMicros(terminal.quickNotional.get())
      return most.ok && notional(shot.price, shot.size) <= most.value
    }
    const release: LadderOrders['release'] = (shot, press, sinceScrollMs) => {
      if (press.mode !== 'ARMED' || (shot.isClosing && !isQuick(shot))) {
        // Without the link neither the mode is known nor the price: what is being written in the ticket stays.
        if (!terminal.live.isHeard()) {
          refuse(shot.cell, LINK_LOST)
          return
        }
        toTicket(shot.side, shot.price, shot.size)
        return
      }
      if (shot.size <= ZERO) {
        refuse(shot.cell, LESS_THAN_ANY)
        return
      }
      const { timeInForce, postOnly } = terminal.hand.get()
      const terms = { timeInForce, postOnly, expiresAt: null }
      const result = terminal.clicks.release(press, aim(shot), terms, grid.tick, sinceScrollMs)
      if (result.kind === 'refused') refuse(shot.cell, result.text)
      else told(shot.cell, '', [result.intent.clientOrderId])
    }
    const press: LadderOrders['press'] = (shot) => terminal.clicks.press(aim(shot))
    const act: LadderOrders['act'] = (shot) => release(shot, press(shot), Infinity)
    return {
      note,
      refuse,
      moved: (cell, moved) =>
        told(
          cell,
          refusedText(moved),
          moved.intents.map((intent) => intent.clientOrderId),
        ),
      shotAt,
      closingAt(cell) {
        if (holding === null) return null
        const price = priceFor(cell.price, 'SELL', grid)
        return { cell, side: 'SELL', price, size: closingSize(holding), isClosing: true }
      },
      press,
      release,
      act,
      actAt(side, price) {
        const cell = { price: rowPriceOf(price, grid), column: columnOf(side) }
        act({ ...shotAt(cell, side), price, size: sharesAt(terminal.hand.get(), price) })
      },
      toTicket,
      setAlert: (price) => terminal.alerts.draft.set(draftAt(terminal, { event, market, outcome }, price)),
    }
  }, [terminal, event, market, outcome, grid, holding, note, told, refuse])
}
