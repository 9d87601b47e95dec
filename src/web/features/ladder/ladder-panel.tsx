/**
 * One outcome's ladder: header, grid and the line that says what would happen. A cell's price never changes under the
 * pointer, and a click is what was pressed or nothing.
 */
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { ZERO } from '#core/money.ts'
import { parseTickSize } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../platform/api/wire.ts'
import { isExact, showPriceAs } from '../../platform/format/price-formats.ts'
import { useTopPart } from '../../model/markets/use-top.ts'
import { REDUCED_MOTION, useMedia } from '../../platform/page/use-media.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useTerminal } from '../../model/terminal-context.ts'
import { marketTitle } from '../../model/markets/selection.ts'
import { rowPriceOf } from '../../model/ladder/ladder-grid.ts'
import { mouseAction, orderSide } from '../../model/ladder/mouse.ts'
import { Complement } from './complement.tsx'
import { staleText } from '../../widgets/freshness.tsx'
import { runLadderAction } from './orders/ladder-actions.ts'
import { useLadderCall } from '../../model/markets/ladder-call.ts'
import { columnOf } from '../../model/ladder/ladder-cell.ts'
import type { Cell } from '../../model/ladder/ladder-cell.ts'
import { LadderFoot } from './ladder-foot.tsx'
import { LadderGrid } from './grid/ladder-grid.tsx'
import { LadderHead } from './ladder-head.tsx'
import { LadderMenu } from './ladder-menu.tsx'
import type { MenuItem } from './ladder-menu.tsx'
import { LadderNotice } from './ladder-notice.tsx'
import { ladderKey } from './orders/ladder-keys.ts'
import { shotText } from './orders/ladder-orders.ts'
import { movableOrders, openSize } from '../../model/ladder/lift.ts'
import { menuItems } from './menu-items.ts'
import { useColumns } from './grid/use-columns.ts'
import { useCtrlWheel } from './grid/use-ctrl-wheel.ts'
import { useGrid } from './grid/use-grid.ts'
import { useHolding } from './orders/use-holding.ts'
import { useLift } from './orders/use-lift.ts'
import { useOrders } from './orders/use-orders.ts'
import { usePointer } from './orders/use-pointer.ts'
import { useResult } from './orders/use-result.ts'
import { useRowHeight } from './grid/use-row-height.ts'
import { useViewport } from './grid/use-viewport.ts'

export type LadderProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly isSelected: boolean
  /** Of little height: the hand is with those of all ladders above it. */
  readonly isLow?: boolean
}

/** Where the hand was when the ladder was flipped to that outcome: it goes on from there, seen from the other side. */
export type Flip = { readonly to: string; readonly cursor: Price | null; readonly hasFocus: boolean }

type OpenMenu = { readonly name: string; readonly top: number; readonly items: readonly MenuItem[] }

/** The menu begins at its row, but no lower than this share of the ladder. */
const MENU_FROM = 0.4

/** Whether the focus of its window is in it; it may stand in a window of its own. */
function hasFocus(element: HTMLElement | null): boolean {
  return element?.contains(element.ownerDocument.activeElement) === true
}

type PanelProps = LadderProps & {
  /** Where its view is kept. */
  readonly place: string
  readonly other: Outcome | null
  /** The outcome whose complement this is; null for the ladder as it was opened. */
  readonly complementOf: Outcome | null
  readonly from: Flip | null
  readonly onFlip: (cursor: Price | null, hasFocus: boolean) => void
}

/** The panel of one outcome. `from` is where the hand was on the ladder from which it was flipped. */
export function LadderPanel(props: PanelProps) {
  const { event, market, outcome, other, isSelected, isLow = false, from, place, onFlip } = props
  const terminal = useTerminal()
  const book = terminal.books.book(outcome.id)
  useEffect(() => terminal.books.follow(outcome.id), [terminal, outcome.id])
  useEffect(() => terminal.flows.follow(outcome.id), [terminal, outcome.id])
  const staleCause = useTopPart(book, (top) => top.stale)
  const bookTick = useTopPart(book, (top) => top.tick)
  const scale = useTopPart(book, (top) => top.scale)
  const mode = useSelected(terminal.trading, (trading) => trading?.mode ?? 'SAFE')
  const isLinkLive = useSelected(terminal.live.link, (link) => link.state === 'live')
  const isAutoCentre = useSelected(terminal.settings, (settings) => settings.autoCentre)
  const format = useSelected(terminal.settings, (settings) => settings.priceFormat)
  const isCalm = useMedia(REDUCED_MOTION)
  const stale = isLinkLive ? staleCause : 'link'
  const tick: TickSize = bookTick ?? parseTickSize(market.tick_size) ?? 100
  const { grid, regroup, group } = useGrid(tick, place)
  const rowHeight = useRowHeight()
  const scroll = useViewport(book, grid, rowHeight, isAutoCentre && !isCalm)
  const gridId = useId()
  const panel = useRef<HTMLElement>(null)
  const holding = useHolding(outcome.id)
  const resolved = useResult(market, outcome, staleCause)
  const orders = useOrders({ event, market, outcome, grid, holding })
  const [chosen, setCursor] = useState<Cell | null>(
    from === null || from.cursor === null ? null : { price: from.cursor, column: 'price' },
  )
  const cursor = useMemo(
    () => (chosen === null ? null : { ...chosen, price: rowPriceOf(chosen.price, grid) }),
    [chosen, grid],
  )
  const [touched, setTouched] = useState<Cell | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const show = useCallback((price: Price | null) => showPriceAs(format, price, tick), [format, tick])
  const columns = useColumns(grid, scroll.width, show, holding !== null)

  const { refuse, moved } = orders
  const lift = useLift({
    outcomeId: outcome.id,
    book,
    grid,
    rowHeight,
    scroll,
    show,
    onRefused: useCallback((price, side, text) => refuse({ price, column: columnOf(side) }, text), [refuse]),
    onMoved: (price, side, together) => moved({ price, column: columnOf(side) }, together),
  })
  const lifted = movableOrders(lift.level)
  const liftSize = lifted.ok ? openSize(lifted.orders) : ZERO

  useLadderCall(panel, outcome.id, (price, side) => {
    const row = rowPriceOf(price, grid)
    setCursor({ price: row, column: 'price' })
    scroll.reveal(row)
    lift.take(row, side)
  })

  useCtrlWheel(panel, regroup)

  const gridElement = () => panel.current?.querySelector<HTMLElement>('.ladder-grid') ?? null
  const flip = useCallback(() => onFlip(cursor?.price ?? null, hasFocus(panel.current)), [onFlip, cursor])
  useEffect(() => {
    if (from?.hasFocus === true) panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
  }, [from])

  function openMenu(cell: Cell): void {
    const row = panel.current?.querySelector(`.ladder-row[data-price="${cell.price}"]`)
    const box = panel.current?.getBoundingClientRect()
    if (box === undefined) return
    const below = (row?.getBoundingClientRect().bottom ?? box.top) - box.top
    setMenu({
      name: `At ${show(cell.price)}`,
      top: Math.min(below, box.height * MENU_FROM),
      items: menuItems({
        terminal,
        outcomeId: outcome.id,
        grid,
        show,
        cell,
        orders,
        lift,
        staleWhy: stale === null ? null : staleText(stale),
        otherName: other?.name ?? null,
        centre: scroll.centre,
        flip,
      }),
    })
  }

  const pointer = usePointer({
    orders,
    lift,
    sinceMoveMs: scroll.sinceMoveMs,
    centre: scroll.centre,
    onCursor: setCursor,
    onTap: setTouched,
    onMenu: openMenu,
  })

  function onKeyDown(down: KeyboardEvent): void {
    const isMenuKey = down.key === 'ContextMenu' || (down.key === 'F10' && down.shiftKey)
    if (!isMenuKey && lift.keyDown(down)) {
      down.preventDefault()
      down.stopPropagation()
      return
    }
    const action = isMenuKey ? null : ladderKey(down, terminal.keys.get())
    if (action === null && !isMenuKey) return
    down.preventDefault()
    down.stopPropagation()
    if (action === null) {
      if (cursor !== null) openMenu(cursor)
      return
    }
    runLadderAction(action, {
      terminal,
      near: down.currentTarget.ownerDocument,
      event,
      outcome,
      top: book.top(),
      grid,
      show,
      scroll,
      orders,
      holding,
      hasResults: holding !== null && columns.shown.includes('result'),
      cursor,
      isRepeat: down.repeat,
      setCursor,
      take: (price) => lift.take(price, null),
      regroup,
      flip: other === null ? () => undefined : flip,
    })
  }

  /** What a click would send, as the label at the pointer says it. */
  function armedText(cell: Cell): string {
    const { mouseScheme, mouseButtons } = terminal.settings.get()
    const side = orderSide(mouseAction(mouseScheme, mouseButtons, 0), cell.column)
    const shot =
      cell.column === 'result' ? orders.closingAt(cell) : side === null ? null : orders.shotAt(cell, side)
    return shot === null ? '' : shotText(shot, orders.sends(shot), show)
  }

  const name = `${outcome.name}, ${marketTitle(event, market)}`
  const hover =
    pointer.hover === null ? null : { ...pointer.hover, price: rowPriceOf(pointer.hover.price, grid) }
  return (
    <section
      ref={panel}
      className="panel ladder"
      aria-label={`Ladder ${name}`}
      data-outcome={outcome.id}
      data-tick={tick}
      data-group={grid.group}
      data-mode={mode}
      data-stale={stale === null ? undefined : ''}
      data-selected={isSelected ? '' : undefined}
      data-low={isLow ? '' : undefined}
    >
      <LadderHead
        event={event}
        market={market}
        outcome={outcome}
        other={other}
        book={book}
        stale={stale}
        grid={grid}
        show={show}
        holding={holding}
        onCentre={scroll.centre}
        onFlip={flip}
        isLow={isLow}
        onRegroup={regroup}
        onGroup={group}
        onAlert={orders.setAlert}
      />
      <LadderNotice tick={bookTick} resolved={resolved} />
      <LadderGrid
        book={book}
        flow={terminal.flows.flow(outcome.id)}
        outcomeId={outcome.id}
        name={`Prices of ${name}`}
        gridId={gridId}
        grid={grid}
        columns={columns}
        show={show}
        isRounded={!isExact(format)}
        rowHeight={rowHeight}
        scroll={scroll}
        scale={scale}
        holding={holding}
        cursor={cursor}
        held={pointer.held}
        hover={hover}
        note={orders.note}
        lift={lift.lift}
        liftSize={liftSize}
        armedText={armedText}
        handlers={{
          onPointerDown: pointer.onPointerDown,
          onPointerMove: pointer.onPointerMove,
          onPointerUp: pointer.onPointerUp,
          onPointerCancel: pointer.onPointerCancel,
          onClick: pointer.onClick,
          onMouseDown: pointer.onMouseDown,
          onContextMenu: pointer.onContextMenu,
          onKeyDown,
        }}
        onPointerLeave={pointer.onPointerLeave}
        onFocus={() => {
          const { bestBid, bestAsk } = book.top()
          const at = bestBid ?? bestAsk
          if (cursor === null && at !== null) setCursor({ price: at, column: 'price' })
        }}
      />
      {props.complementOf !== null && <Complement of={props.complementOf} outcome={outcome} />}
      <LadderFoot
        book={book}
        stale={stale}
        grid={grid}
        show={show}
        mode={mode}
        cell={touched ?? hover ?? cursor}
        orders={orders}
        outcomeName={outcome.name}
        market={market}
        holding={holding}
        resolved={resolved}
        lift={lift.lift}
        liftSize={liftSize}
        onDrop={lift.drop}
        onAbort={lift.abort}
        touched={touched}
        outcomeId={outcome.id}
        onTake={lift.take}
        onTouchEnd={() => setTouched(null)}
      />
      {menu !== null && (
        <LadderMenu
          {...menu}
          onClose={() => {
            setMenu(null)
            gridElement()?.focus()
          }}
        />
      )}
    </section>
  )
}
