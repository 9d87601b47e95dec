/** The input of one outcome's ladder: the cursor, the menu, moves of own orders, the pointer and the keys. */
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Price } from '#core/price.ts'
import type { ScaleDrag } from '../../actions/drafts/scaled-draft.ts'
import { findStep } from '../../commands/key-map.ts'
import { takeStep } from '../../commands/registry.ts'
import { useWorkspace } from '../../contexts/contexts.ts'
import { useOrderDrag } from '../../contexts/use-order-drag.ts'
import { columnOf, rowPriceOf } from '../../data/markets/ladder-grid.ts'
import type { Cell } from '../../data/markets/ladder-grid.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { soon } from '../../ui/later.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { dragStep, ladderSteps } from './orders/ladder-actions.ts'
import { shotText } from './orders/ladder-orders.ts'
import type { AimText } from './orders/ladder-orders.ts'
import { useOrders } from './orders/use-orders.ts'
import { gripOf, rowUnder, usePointer } from './orders/use-pointer.ts'
import { useParts } from './use-ladder-view.ts'
import type { LadderView } from './use-ladder-view.ts'

/** The menu keeps the place of its row: rows move while it is open. */
type OpenMenu = {
  readonly label: string
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect }
  readonly items: readonly MenuItem[]
}

const loadMenu = soon(() => import('./later-parts.ts'))

export type LadderInput = ReturnType<typeof useLadderInput>

/** The input of the ladder that `panel` will hold. */
export function useLadderInput(view: LadderView, flip: () => void, isCalled: boolean) {
  const { outcome, grid, rowHeight, scroll, show, columns, holding } = view
  const parts = useParts()
  const panel = useRef<HTMLElement>(null)
  const { orders, note, tell } = useOrders(parts, view)
  const [chosen, setCursor] = useState<Cell | null>(null)
  const [touched, setTouched] = useState<Cell | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [isTyping, setTyping] = useState(false)
  const [aimed, setScale] = useState<ScaleDrag | null>(null)
  // Rows of another tick or another width are other rows.
  const scale = aimed?.grid === grid ? aimed : null
  const onRow = (cell: Cell | null) =>
    cell === null ? null : { ...cell, price: rowPriceOf(cell.price, grid) }
  const cursor = onRow(chosen)

  const drag = useOrderDrag({
    gridOf: () => grid,
    gripAt: ({ target }) => gripOf(target, outcome.id),
    rowAt: (event) => rowUnder(event, rowHeight, grid),
    sinceMoveMs: scroll.sinceMoveMs,
    show,
    onEnd(row, side, refusal, sent) {
      const cell = { price: row, column: columnOf(side) }
      if (refusal === '') setCursor(cell)
      if (refusal !== '' || sent.length > 0) tell(cell, refusal, sent)
    },
  })
  useLadderCall(panel, outcome.id, isCalled)

  async function openMenu(cell: Cell): Promise<void> {
    const ladder = panel.current
    if (ladder === null) return
    const row = ladder.querySelector(`.ladder-row[data-price="${cell.price}"]`)
    const box = (row ?? ladder).getBoundingClientRect()
    const { menuItems } = await loadMenu()
    setMenu({
      label: `At ${show(cell.price)}`,
      anchor: { getBoundingClientRect: () => box },
      items: menuItems(view, { parts, orders, take: drag.take, flip, type: () => setTyping(true) }, cell),
    })
  }

  /** Goes to the row of a typed price and opens its menu; null ends the typing. */
  function goTo(price: Price | null): void {
    setTyping(false)
    panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
    if (price === null) return
    const cell: Cell = { price: rowPriceOf(price, grid), column: 'price' }
    flushSync(() => scroll.reveal(cell.price))
    setCursor(cell)
    void openMenu(cell)
  }

  const pointer = usePointer({
    orders,
    drag,
    outcomeId: outcome.id,
    scroll,
    onCursor: setCursor,
    onTap: setTouched,
    onMenu: (cell) => void openMenu(cell),
  })

  function onKeyDown(down: KeyboardEvent): void {
    const isMenuKey = down.key === 'ContextMenu' || (down.key === 'F10' && down.shiftKey)
    const step = isMenuKey ? null : findStep(parts.keys.get(), 'ladder', down)
    if (step === null && !isMenuKey) return
    down.preventDefault()
    down.stopPropagation()
    if (step === null) {
      if (cursor !== null) void openMenu(cursor)
    } else if (drag.drag !== null) dragStep({ ...drag, drag: drag.drag }, view, parts, step, down.repeat)
    else {
      const hasResults = holding !== null && columns.shown.includes('result')
      const head = () => panel.current?.querySelector<HTMLElement>('[data-exits]') ?? null
      const acts = {
        orders,
        cursor,
        setCursor,
        take: drag.take,
        setScale,
        flip,
        head,
        hasResults,
        isRepeat: down.repeat,
      }
      takeStep<'ladder'>(ladderSteps({ ...view, ...acts, parts, top: view.book.top() }), step)
    }
  }

  /** Effect of a click, as the label at the pointer says it; null where it sends nothing. */
  function armedText(cell: Cell): AimText | null {
    const shot = orders.shotBy(cell, 0)
    return shot === null ? null : { text: shotText(shot, outcome.name, orders.sends(shot), show), shot }
  }

  return {
    panel,
    orders,
    note,
    cursor,
    setCursor,
    touched,
    setTouched,
    menu,
    openMenu,
    closeMenu: () => setMenu(null),
    isTyping,
    goTo,
    scale,
    setScale,
    tell,
    drag,
    pointer,
    hover: onRow(pointer.hover),
    onKeyDown,
    armedText,
  } as const
}

/** Takes the focus to the grid when another ladder's keys ask for this outcome, or it was flipped to. */
function useLadderCall(panel: RefObject<HTMLElement | null>, outcomeId: string, isCalled: boolean): void {
  const { ladderCall } = useWorkspace()
  const call = useStore(ladderCall)
  useEffect(() => {
    if (isCalled) panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
  }, [panel, isCalled])
  useEffect(() => {
    if (call !== outcomeId) return
    ladderCall.set(null)
    panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
  })
}
