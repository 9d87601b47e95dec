/**
 * One outcome's ladder: header, grid and the line that says what would happen. A cell's price never changes under the
 * pointer, and a click is what was pressed or nothing.
 */
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { ZERO } from '#core/money.ts'
import type { Side } from '#core/order.ts'
import { parseTickSize } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../api/wire.ts'
import { showPrice, showSize } from '../../format/numbers.ts'
import { PHONE, useMedia } from '../../state/use-media.ts'
import { useSelected, useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { draftAt } from '../alerts/in-hand.ts'
import { fillIn } from '../ticket/draft.ts'
import type { Press } from '../trading/click-guard.ts'
import { runLadderAction } from './ladder-actions.ts'
import { cellOf, columnOf, ownCellOf, sideOf } from './ladder-cell.ts'
import type { Cell } from './ladder-cell.ts'
import { LadderFoot } from './ladder-foot.tsx'
import type { Note } from './ladder-foot.tsx'
import { LadderGrid } from './ladder-grid.tsx'
import { LadderHead } from './ladder-head.tsx'
import { ladderKey } from './ladder-keys.ts'
import { movableOrders, openSize } from './lift.ts'
import { useLift } from './use-lift.ts'
import { useViewport } from './use-viewport.ts'

export type LadderProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly isSelected: boolean
}

const ROW_HEIGHT = { compact: 22, normal: 26, touch: 44 } as const
const NOTE_MS = 3_000
/** A result may take the venue some seconds. */
const SENT_NOTE_MS = 8_000

/** A ladder panel. */
export function Ladder({ event, market, outcome, isSelected }: LadderProps) {
  const terminal = useTerminal()
  const book = terminal.books.book(outcome.id)
  useEffect(() => terminal.books.follow(outcome.id), [terminal, outcome.id])
  const top = useSyncExternalStore(book.subscribeTop, book.top)
  const mode = useSelected(terminal.trading, (trading) => trading?.mode ?? 'SAFE')
  const isLinkLive = useSelected(terminal.live.link, (link) => link.state === 'live')
  const density = useSelected(terminal.settings, (settings) => settings.density)
  const isAutoCentre = useSelected(terminal.settings, (settings) => settings.autoCentre)
  const hand = useStore(terminal.hand)
  const tick: TickSize = top.tick ?? parseTickSize(market.tick_size) ?? 100
  const isPhone = useMedia(PHONE)
  const rowHeight = ROW_HEIGHT[isPhone ? 'touch' : density]
  const scroll = useViewport(book, tick, rowHeight, isAutoCentre)
  const gridId = useId()
  const [cursor, setCursor] = useState<Cell | null>(null)
  const [hover, setHover] = useState<Cell | null>(null)
  const [held, setHeld] = useState<Cell | null>(null)
  const [touched, setTouched] = useState<Cell | null>(null)
  const [note, setNote] = useState<Note | null>(null)
  const tapped = useRef<Cell | null>(null)
  const press = useRef<{ readonly press: Press; readonly cell: Cell } | null>(null)

  useEffect(() => {
    if (note === null) return undefined
    const timer = window.setTimeout(() => setNote(null), note.tone === 'sent' ? SENT_NOTE_MS : NOTE_MS)
    return () => window.clearTimeout(timer)
  }, [note])

  const aimAt = useCallback(
    (side: Side, price: Price) => ({
      outcomeId: outcome.id,
      outcomeName: outcome.name,
      side,
      price,
      size: terminal.hand.get().size,
    }),
    [outcome, terminal],
  )

  const refuse = useCallback(
    (cell: Cell, text: string) => {
      setNote({ cell, text: `refused: ${text}`, tone: 'refused' })
      terminal.announcer.say(`Refused: ${text}`)
    },
    [terminal],
  )

  const toTicket = useCallback(
    (side: Side | null, price: Price) => {
      terminal.selection.set({ event, market, outcome })
      const part = side === null ? { price } : { side, price, size: terminal.hand.get().size }
      terminal.draft.set(fillIn(terminal.draft.get(), outcome.id, part, tick))
    },
    [terminal, event, market, outcome, tick],
  )

  const setAlert = useCallback(
    (price: Price | null) => terminal.alerts.draft.set(draftAt(terminal, { event, market, outcome }, price)),
    [terminal, event, market, outcome],
  )

  const fire = useCallback(
    (taken: Press, cell: Cell, sinceScrollMs: number) => {
      const aim = aimAt(taken.side, taken.price)
      const { timeInForce, postOnly } = terminal.hand.get()
      const result = terminal.clicks.release(
        taken,
        aim,
        { timeInForce, postOnly, expiresAt: null },
        tick,
        sinceScrollMs,
      )
      if (result.kind === 'refused') refuse(cell, result.text)
      else setNote({ cell, text: result.intent.clientOrderId, tone: 'sent' })
    },
    [aimAt, terminal, tick, refuse],
  )

  /** Keys and the touch bar: press and release in one, on a price that cannot have moved. */
  const act = useCallback(
    (side: Side, price: Price) => {
      if (terminal.trading.get()?.mode !== 'ARMED') {
        toTicket(side, price)
        return
      }
      fire(
        terminal.clicks.press(aimAt(side, price)),
        { price, column: side === 'BUY' ? 'bid' : 'ask' },
        Infinity,
      )
    },
    [terminal, toTicket, fire, aimAt],
  )

  const lift = useLift({
    outcomeId: outcome.id,
    book,
    tick,
    rowHeight,
    scroll,
    onRefused: useCallback(
      (price: Price, side: Side, text: string) => refuse({ price, column: columnOf(side) }, text),
      [refuse],
    ),
    onSent: (price, side, id) => setNote({ cell: { price, column: columnOf(side) }, text: id, tone: 'sent' }),
  })
  const lifted = movableOrders(lift.level)
  const liftSize = lifted.ok ? openSize(lifted.orders) : ZERO

  function onPointerDown(down: PointerEvent): void {
    press.current = null
    tapped.current = null
    if (lift.pointerDown(down)) return
    const cell = cellOf(down.target) ?? (down.pointerType === 'touch' ? ownCellOf(down.target) : null)
    if (cell === null || down.button !== 0) return
    setCursor(cell)
    if (down.pointerType === 'touch') {
      tapped.current = cell
      return
    }
    if (cell.column === 'price' || down.altKey) return
    setHeld(cell)
    press.current = { press: terminal.clicks.press(aimAt(sideOf(cell.column), cell.price)), cell }
  }

  /** A tap selects once it has ended as one: the bar that it opens must not be under the same tap. */
  function onClick(): void {
    if (tapped.current !== null) setTouched(tapped.current)
    tapped.current = null
  }

  function onPointerUp(up: PointerEvent): void {
    if (lift.pointerUp(up)) return
    const taken = press.current
    const cell = cellOf(up.target)
    press.current = null
    setHeld(null)
    if (cell === null || up.button !== 0 || up.pointerType === 'touch') return
    if (up.altKey) {
      // With Alt the press sends nothing, wherever it began.
      if (cell.price === cursor?.price) setAlert(cell.price)
      return
    }
    if (cell.column === 'price') {
      toTicket(null, cell.price)
      return
    }
    if (taken === null || taken.cell.price !== cell.price || taken.cell.column !== cell.column) return
    if (up.shiftKey || taken.press.mode === 'SAFE') toTicket(taken.press.side, cell.price)
    else fire(taken.press, cell, scroll.sinceScrollMs())
  }

  function onPointerMove(move: PointerEvent): void {
    if (lift.pointerMove(move)) return
    const cell = move.pointerType === 'touch' ? null : cellOf(move.target)
    setHover((old) => (old?.price === cell?.price && old?.column === cell?.column ? old : cell))
    if (
      press.current !== null &&
      (cell?.price !== press.current.cell.price || cell.column !== press.current.cell.column)
    ) {
      press.current = null
      setHeld(null)
    }
  }

  function onPointerLeave(): void {
    press.current = null
    setHeld(null)
    setHover(null)
  }

  function onKeyDown(down: KeyboardEvent): void {
    if (lift.keyDown(down)) {
      down.preventDefault()
      down.stopPropagation()
      return
    }
    const action = ladderKey(down, terminal.keys.get())
    if (action === null) return
    down.preventDefault()
    down.stopPropagation()
    runLadderAction(action, {
      terminal,
      outcome,
      top,
      tick,
      scroll,
      cursor,
      isRepeat: down.repeat,
      setCursor,
      act,
      toTicket: (price) => toTicket(null, price),
      take: (price) => lift.take(price, null),
      setAlert,
    })
  }

  const stale = isLinkLive ? top.stale : 'link'
  const cursorCell = hover ?? cursor
  return (
    <section
      className="panel ladder"
      aria-label={`Ladder ${outcome.name}`}
      data-mode={mode}
      data-stale={stale === null ? undefined : ''}
      data-selected={isSelected ? '' : undefined}
    >
      <LadderHead
        event={event}
        market={market}
        outcome={outcome}
        top={top}
        stale={stale}
        tick={tick}
        onCentre={scroll.centre}
        onAlert={setAlert}
      />
      <LadderGrid
        book={book}
        outcomeId={outcome.id}
        name={`Prices of ${outcome.name}`}
        gridId={gridId}
        tick={tick}
        rowHeight={rowHeight}
        scroll={scroll}
        scale={top.scale}
        cursor={cursor}
        held={held}
        hover={hover}
        note={note}
        lift={lift.lift}
        liftSize={liftSize}
        armedText={(cell) =>
          `${cell.column === 'bid' ? 'BUY' : 'SELL'} ${showSize(hand.size)} @ ${showPrice(cell.price, tick)}`
        }
        onPointerDown={onPointerDown}
        onPointerUp={onPointerUp}
        onClick={onClick}
        onPointerMove={onPointerMove}
        onPointerLeave={onPointerLeave}
        onPointerCancel={() => {
          onPointerLeave()
          lift.abort()
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (cursor === null && (top.bestBid ?? top.bestAsk) !== null) {
            setCursor({ price: top.bestBid ?? top.bestAsk ?? (tick as number as Price), column: 'price' })
          }
        }}
      />
      <LadderFoot
        book={book}
        top={top}
        stale={stale}
        tick={tick}
        mode={mode}
        cell={touched ?? cursorCell}
        note={note}
        outcomeName={outcome.name}
        lift={lift.lift}
        liftSize={liftSize}
        onDrop={lift.drop}
        onAbort={lift.abort}
        touched={touched}
        outcomeId={outcome.id}
        onTouchTake={(price, side) => {
          setTouched(null)
          lift.take(price, side)
        }}
        onTouchAct={(side, price) => {
          act(side, price)
          setTouched(null)
        }}
        onTouchAlert={(price) => {
          setAlert(price)
          setTouched(null)
        }}
        onTouchEnd={() => setTouched(null)}
      />
    </section>
  )
}
