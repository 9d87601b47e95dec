/**
 * A scaled order aimed over the rows of a ladder: by a drag with Ctrl held, or by keys from the cursor. Every part has its mark
 * before anything is sent, and Escape always ends it. Loaded once the first view is there.
 */
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Price } from '#core/price.ts'
import type { Press } from '../../../actions/place.ts'
import { dragAim, scaleLabel, scaleWords } from '../../../actions/drafts/scaled-draft.ts'
import type { ScaleDrag } from '../../../actions/drafts/scaled-draft.ts'
import { refusedText } from '../../../actions/outcome.ts'
import { bracketOf, sharesToSell } from '../../../actions/sale.ts'
import { ok } from '#lib/result.ts'
import { kindOf } from '../../../data/settings/brackets.ts'
import { findStep } from '../../../commands/key-map.ts'
import { usePrices, useTrading } from '../../../contexts/contexts.ts'
import { plannedOf } from '../../../contexts/use-planned-exits.ts'
import { asKind } from '../../../data/markets/draft.ts'
import {
  cellOf,
  columnOf,
  priceAtRow,
  priceFor,
  rowCount,
  rowOfPrice,
} from '../../../data/markets/ladder-grid.ts'
import { showDepth } from '../../../platform/format/figures.ts'
import { useStore } from '../../../platform/state/hooks.ts'
import { WHY_NOT } from '../../../words/why-not.ts'
import type { GridProps } from '../grid/ladder-grid.tsx'
import { mouseAction, orderSide } from '../mouse.ts'
import { useParts, useSizing } from '../use-ladder-view.ts'
import { PlannedRows } from './ladder-marks.tsx'
import { rowUnder } from './use-pointer.ts'
import styles from '../ladder.module.css'

/** Its marks; it listens on the grid around it, before the grid's own pointer and keys. */
export function ScaledDrag(view: GridProps) {
  const { market, outcome, grid, rowHeight, scale, setScale } = view
  const parts = useParts()
  const place = useRef<HTMLElement>(null)
  /** The screen at the press of the pointer. */
  const seen = useRef<Press | null>(null)
  useSizing(outcome.id)
  const shape = useStore(useTrading().draft)?.shape ?? 'flat'
  const prices = usePrices()
  const mode = useStore(parts.trading)?.mode
  const aimOf = (drag: ScaleDrag) => {
    const { free } = sharesToSell(parts.positions.get(), outcome.id)
    const aim = dragAim({ market, outcome, free }, drag, parts.orderDefaults.get(), shape)
    const bracket = bracketOf(parts.brackets.of(kindOf(view.event)))
    return aim.ok ? ok({ ...aim.value, bracket }) : aim
  }

  function abort(): void {
    seen.current = null
    setScale(null)
  }

  function drop(drag: ScaleDrag): void {
    const before = seen.current
    abort()
    const cell = { price: drag.to, column: columnOf(drag.side) }
    const aim = aimOf(drag)
    if (!aim.ok) {
      view.tell(cell, aim.error, [])
      return
    }
    const now = parts.clicks.press(aim.value)
    const press = before === null ? now : { ...before, aim: now.aim, orders: now.orders, reused: now.reused }
    if (press.mode === 'ARMED') {
      const { timeInForce, postOnly } = parts.orderDefaults.get()
      const sinceMoveMs = before === null ? Infinity : view.scroll.sinceMoveMs()
      const terms = { timeInForce, postOnly, expiresAt: null }
      const sent = parts.clicks.release(press, terms, grid.tick, sinceMoveMs)
      view.tell(
        cell,
        refusedText(sent),
        sent.intents.map((one) => one.clientOrderId),
      )
    } else if (!parts.live.isReceiving()) view.tell(cell, WHY_NOT.linkLost, [])
    else {
      const { side, price, size, parts: all = [] } = aim.value
      view.orders.toTicket(side, price, size)
      const toText = prices.price(priceFor(drag.to, side, grid), grid.tick)
      const ends = { toText, toFormat: prices.format, partsText: String(all.length), shape }
      parts.draft.update((old) => (old === null ? null : { ...asKind(old, 'scaled'), ...ends }))
    }
  }

  function aimAt(drag: ScaleDrag, row: number): void {
    const to = priceAtRow(Math.min(rowCount(grid) - 1, Math.max(0, row)), grid)
    if (to === null) return
    const next = { ...drag, to }
    setScale(next)
    view.scroll.reveal(to)
    const aim = aimOf(next)
    parts.announcer.say(aim.ok ? scaleWords(aim.value, grid.tick, prices) : aim.error)
  }

  function pointerDown(down: PointerEvent, ladder: HTMLElement): boolean {
    if (scale !== null) {
      abort()
      return true
    }
    const isMeant = (down.ctrlKey || down.metaKey) && down.pointerType !== 'touch'
    const cell = isMeant && down.target !== null ? cellOf(down.target) : null
    const action = mouseAction(parts.settings.get().mouseScheme, down.button)
    const side = cell === null ? null : orderSide(action, cell.column)
    if (cell === null || side === null) return false
    seen.current = parts.clicks.press(view.orders.shotAt(cell, side))
    ladder.setPointerCapture(down.pointerId)
    view.setCursor(cell)
    setScale({ grid, side, from: cell.price, to: cell.price, by: 'pointer' })
    return true
  }

  function keyDown(down: KeyboardEvent): boolean {
    if (scale === null) return false
    if (down.key === 'Escape') {
      abort()
      parts.announcer.say('Scaled order ended, nothing was sent')
      return true
    }
    const step = findStep(parts.keys.get(), 'ladder', down)
    if (step === null || scale.by === 'pointer') return step !== null
    const [name, value] = step
    if (name === 'move') aimAt(scale, rowOfPrice(scale.to, grid) - value)
    else if (name === 'enter' && !down.repeat) drop(scale)
    else if (name === 'scaled') abort()
    return true
  }

  function pointerHeld(event: PointerEvent, ladder: HTMLElement): boolean {
    if (scale?.by !== 'pointer') return false
    const { clientX, clientY, type } = event
    const row = rowUnder({ currentTarget: ladder, clientX, clientY }, rowHeight, grid)
    if (type === 'pointerup' && row !== null) drop(scale)
    else if (type !== 'pointermove') abort()
    // Drawn before a release can come.
    else if (row !== null && row !== scale.to) flushSync(() => setScale({ ...scale, to: row }))
    return true
  }

  useEffect(() => {
    const ladder = place.current?.closest<HTMLElement>('[role="grid"]') ?? null
    if (ladder === null) return undefined
    const ending = new AbortController()
    const how = { capture: true, signal: ending.signal }
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const) {
      const take = (event: PointerEvent) => {
        const isTaken = type === 'pointerdown' ? pointerDown(event, ladder) : pointerHeld(event, ladder)
        if (isTaken) event.stopPropagation()
      }
      ladder.addEventListener(type, take, how)
    }
    // With Ctrl held a press is no menu, whatever the system makes of it.
    ladder.addEventListener('contextmenu', (menu) => menu.ctrlKey && menu.preventDefault(), how)
    const takeKey = (down: KeyboardEvent) => {
      const isHere = down.key === 'Escape' || (down.target instanceof Node && ladder.contains(down.target))
      if (!isHere || !keyDown(down)) return
      down.preventDefault()
      down.stopPropagation()
    }
    document.addEventListener('keydown', takeKey, how)
    return () => ending.abort()
  })

  const aim = scale === null ? null : aimOf(scale)
  return (
    <>
      <i ref={place} hidden />
      {scale !== null && aim !== null && (
        <ScaleMarks drag={scale} aim={aim} rowHeight={rowHeight} isSent={mode === 'ARMED'} />
      )}
      {aim?.ok === true && (
        <PlannedRows
          planned={plannedOf(aim.value, grid.tick, market.minOrderSize)}
          isByKeys={false}
          grid={grid}
          rowHeight={rowHeight}
        />
      )}
    </>
  )
}

/** A mark for each part, and at the row that is aimed at the sum and the average if all fill. */
function ScaleMarks(props: {
  readonly drag: ScaleDrag
  readonly aim: ReturnType<typeof dragAim>
  readonly rowHeight: number
  readonly isSent: boolean
}) {
  const { drag, aim, rowHeight: height } = props
  const prices = usePrices()
  const at = (price: Price) => ({
    transform: `translateY(${rowOfPrice(price, drag.grid) * height}px)`,
    height,
  })
  const text = aim.ok ? scaleLabel(aim.value, prices, props.isSent) : `${aim.error}, Esc ends`
  return (
    <>
      {aim.ok &&
        aim.value.parts?.map(({ price, size }) => (
          <div
            key={price}
            role="presentation"
            className={styles.plannedMark}
            data-scaled=""
            style={at(price)}
          >
            <span>{showDepth(size)}</span>
          </div>
        ))}
      <div
        role="presentation"
        className={`${styles.dragMark} ${drag.side.toLowerCase()}`}
        style={at(drag.to)}
      >
        <span className={styles.dragLabel}>{text}</span>
      </div>
    </>
  )
}
