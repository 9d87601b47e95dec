/** The input of one outcome's ladder: the cursor, the menu, moves of own orders, the pointer and the keys. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { ZERO } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import { useAccount, usePage, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { rowPriceOf, columnOf } from '../../data/markets/ladder-grid.ts'
import { mouseAction, orderSide } from './mouse.ts'
import { staleText } from '../../words/why-not.ts'
import { ladderSteps } from './orders/ladder-actions.ts'
import type { Cell } from '../../data/markets/ladder-grid.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { findStep } from '../../commands/key-map.ts'
import { takeStep } from '../../commands/registry.ts'
import { shotText } from './orders/ladder-orders.ts'
import type { AimText } from './orders/ladder-orders.ts'
import { movableOrders, openSize } from '../../actions/drafts/order-drag.ts'
import { menuItems } from './menu-items.ts'
import type { MenuPlace } from './menu-items.ts'
import { useLadderDrag } from './orders/use-ladder-drag.ts'
import { useOrders } from './orders/use-orders.ts'
import { usePointer } from './orders/use-pointer.ts'
import type { LadderView } from './use-ladder-view.ts'
import { useStore } from '../../platform/state/hooks.ts'

/** Cursor and focus when the ladder was flipped to that outcome: they are kept, seen from the other side. */
export type Flip = { readonly to: string; readonly cursor: Price | null; readonly hasFocus: boolean }

/** The menu keeps the place of its row: rows move while it is open. */
type OpenMenu = {
  readonly label: string
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect }
  readonly items: readonly MenuItem[]
}

type LadderInputProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly other: Outcome | null
  readonly from: Flip | null
  readonly onFlip: (cursor: Price | null, hasFocus: boolean) => void
}

/** True if the focus is in it. */
function hasFocus(element: HTMLElement | null): boolean {
  return element?.contains(document.activeElement) === true
}

/** The input of the ladder that `panel` will hold. */
export function useLadderInput(props: LadderInputProps, view: LadderView) {
  const { event, market, outcome, other, from, onFlip } = props
  const { book, grid, regroup, rowHeight, scroll, show, holding, columns } = view
  const account = useAccount()
  const trade = useTrading()
  const workspace = useWorkspace()
  const page = usePage()
  const { keys, settings } = page
  const panel = useRef<HTMLElement>(null)
  const orders = useOrders({ event, market, outcome, grid, holding })
  const [chosen, setCursor] = useState<Cell | null>(
    from === null || from.cursor === null ? null : { price: from.cursor, column: 'price' },
  )
  const cursor = useMemo(
    () => (chosen === null ? null : { ...chosen, price: rowPriceOf(chosen.price, grid) }),
    [chosen, grid],
  )
  const [touched, setTouched] = useState<Cell | null>(null)

  const { refuse, moved } = orders
  const drag = useLadderDrag({
    outcomeId: outcome.id,
    book,
    grid,
    rowHeight,
    scroll,
    show,
    onRefused: useCallback((price, side, text) => refuse({ price, column: columnOf(side) }, text), [refuse]),
    onDropped: (price, side) => setCursor({ price, column: columnOf(side) }),
    onMoved: (price, side, together) => moved({ price, column: columnOf(side) }, together),
  })
  const dragged = movableOrders(drag.level)
  // Size of an exit when it was picked up.
  const dragSize = dragged.ok ? openSize(dragged.orders) : (drag.drag?.size ?? ZERO)

  useLadderCall(panel, outcome.id)

  const flip = useCallback(() => onFlip(cursor?.price ?? null, hasFocus(panel.current)), [onFlip, cursor])
  useEffect(() => {
    if (from?.hasFocus === true) panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
  }, [from])

  const row = useRowMenu(props, view, panel, { orders, drag, flip, setCursor })

  const pointer = usePointer({
    orders,
    drag,
    sinceMoveMs: scroll.sinceMoveMs,
    centre: scroll.centre,
    onCursor: setCursor,
    onTap: setTouched,
    onMenu: row.open,
  })

  function onKeyDown(down: KeyboardEvent): void {
    const isMenuKey = down.key === 'ContextMenu' || (down.key === 'F10' && down.shiftKey)
    if (!isMenuKey && drag.keyDown(down)) {
      down.preventDefault()
      down.stopPropagation()
      return
    }
    const step = isMenuKey ? null : findStep(keys.get(), 'ladder', down)
    if (step === null && !isMenuKey) return
    down.preventDefault()
    down.stopPropagation()
    if (step === null) {
      if (cursor !== null) row.open(cursor)
      return
    }
    const steps = ladderSteps({
      parts: { ...account, ...trade, ...workspace, ...page },
      head: () => panel.current?.querySelector<HTMLElement>('[data-exits]') ?? null,
      event,
      market,
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
      take: (price) => drag.take(price, null),
      regroup,
      flip: other === null ? () => undefined : flip,
    })
    takeStep<'ladder'>(steps, step)
  }

  /** Effect of a click, as the label at the pointer says it; null where it sends nothing. */
  function armedText(cell: Cell): AimText | null {
    const { mouseScheme: scheme } = settings.get()
    const side = orderSide(mouseAction(scheme, 0), cell.column)
    const shot =
      cell.column === 'result' ? orders.closingAt(cell) : side === null ? null : orders.shotAt(cell, side)
    return shot === null ? null : { text: shotText(shot, outcome.name, orders.sends(shot), show), shot }
  }

  const hover =
    pointer.hover === null ? null : { ...pointer.hover, price: rowPriceOf(pointer.hover.price, grid) }
  return {
    panel,
    orders,
    cursor,
    setCursor,
    touched,
    setTouched,
    row,
    drag,
    dragSize,
    flip,
    pointer,
    hover,
    onKeyDown,
    armedText,
  } as const
}

export type LadderInput = ReturnType<typeof useLadderInput>

/** The menu of a row, and the field for a price whose row is wanted. */
function useRowMenu(
  { outcome, other }: LadderInputProps,
  { book, stale, grid, show, holding, scroll }: LadderView,
  panel: RefObject<HTMLElement | null>,
  acts: Pick<MenuPlace, 'orders' | 'drag' | 'flip'> & { readonly setCursor: (cell: Cell) => void },
) {
  const { own } = useAccount()
  const { attachedExits, commands } = useTrading()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [isTyping, setTyping] = useState(false)

  /** Goes to the row of a typed price and opens its menu; null ends the typing. */
  function goTo(price: Price | null): void {
    setTyping(false)
    panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
    if (price === null) return
    const cell: Cell = { price: rowPriceOf(price, grid), column: 'price' }
    flushSync(() => scroll.reveal(cell.price))
    acts.setCursor(cell)
    open(cell)
  }

  function open(cell: Cell): void {
    const ladder = panel.current
    if (ladder === null) return
    const row = ladder.querySelector(`.ladder-row[data-price="${cell.price}"]`)
    const box = (row ?? ladder).getBoundingClientRect()
    setMenu({
      label: `At ${show(cell.price)}`,
      anchor: { getBoundingClientRect: () => box },
      items: menuItems({
        parts: { attachedExits, commands, own },
        outcomeId: outcome.id,
        outcomeName: outcome.name,
        grid,
        show,
        cell,
        orders: acts.orders,
        drag: acts.drag,
        bestBid: book.top().bestBid,
        holding,
        staleWhy: stale === null ? null : staleText(stale),
        otherName: other?.name ?? null,
        centre: scroll.centre,
        type: () => setTyping(true),
        flip: acts.flip,
      }),
    })
  }

  return { menu, open, close: () => setMenu(null), isTyping, goTo } as const
}

/** Takes the focus to the grid when another ladder's keys ask for this outcome. */
function useLadderCall(panel: RefObject<HTMLElement | null>, outcomeId: string): void {
  const { ladderCall } = useWorkspace()
  const call = useStore(ladderCall)
  useEffect(() => {
    if (call !== outcomeId) return
    ladderCall.set(null)
    panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
  })
}
