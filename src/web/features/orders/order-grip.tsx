/**
 * The handle of an order's row: dragged onto a price of its ladder, or of its complement's, it moves the order there.
 * Pressed, it picks the order up in the ladder, where arrows aim and Enter drops it.
 */
import { useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import { useAccount, useMarketData, usePrices, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { hasBegun } from '../../actions/drafts/order-drag.ts'
import { moveLabel } from '../../data/account/exit-marks.ts'
import { whyNotMovable } from '../../actions/move.ts'
import { dropTarget, rowUnder } from './drop-target.ts'
import { tip, Button } from '../../ui/controls.tsx'
import { staleText, WHY_NOT } from '../../words/why-not.ts'
import styles from './order.module.css'

type Drag = {
  readonly x: number
  readonly y: number
  readonly to: Price | null
  readonly text: string
}

/** `onRefused` gets the reason why nothing was moved; null when it was. */
export function OrderGrip(props: {
  readonly order: Order
  readonly what: string
  readonly onRefused: (text: string | null) => void
}) {
  const { order, what, onRefused } = props
  const { own: ownStore } = useAccount()
  const { books } = useMarketData()
  const { moves } = useTrading()
  const { ladderCall } = useWorkspace()
  const prices = usePrices()
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const marked = useRef<Element | null>(null)
  const fixed = whyNotMovable(order)

  function mark(row: Element | null): void {
    marked.current?.removeAttribute('data-drop')
    marked.current = row
    row?.setAttribute('data-drop', '')
  }

  function end(): void {
    start.current = null
    mark(null)
    setDrag(null)
  }

  function aim({ clientX: x, clientY: y }: PointerEvent): Drag {
    const under = rowUnder(x, y)
    const target = under === null ? null : dropTarget(order, under, ownStore.pairs.get())
    mark(target === null ? null : (under?.row ?? null))
    if (under === null) return { x, y, to: null, text: 'drop on a price of its ladder, Esc keeps' }
    if (target === null) return { x, y, to: null, text: 'the ladder of another outcome' }
    const label = moveLabel(order.remainingSize, prices.price(target.price, target.tick))
    const isIts = under.outcomeId === order.outcomeId
    return {
      x,
      y,
      to: target.price,
      text: isIts ? label : `${label}, here ${prices.price(target.shown, target.tick)}`,
    }
  }

  /** Nothing is moved to a price that was not the one on the label. */
  function drop(aimed: Drag): void {
    if (aimed.to === null || order.id === null) return
    const under = rowUnder(aimed.x, aimed.y)
    const target = under === null ? null : dropTarget(order, under, ownStore.pairs.get())
    if (under === null || target === null || target.price !== aimed.to) {
      onRefused(WHY_NOT.rowsMoved)
      return
    }
    const stale = books.book(under.outcomeId).staleNow()
    if (stale !== null) {
      onRefused(staleText(stale))
      return
    }
    const result = moves.move(order.id, target.price, target.tick)
    onRefused(result.kind === 'refused' ? result.text : null)
  }

  function pickUp(): void {
    const price = order.price
    if (price === null) return
    const isShown = (outcomeId: string): boolean =>
      document.querySelector(`.ladder[data-outcome="${outcomeId}"]`) !== null
    const { outcomeId: own, side } = order
    const other = ownStore.pairs.get().get(own)
    if (isShown(own)) ladderCall.set({ outcomeId: own, pickUp: { side, price } })
    else if (other !== undefined && isShown(other)) {
      const pickUp = { side: side === 'BUY' ? 'SELL' : 'BUY', price: complementPrice(price) } as const
      ladderCall.set({ outcomeId: other, pickUp })
    } else onRefused(WHY_NOT.noLadder)
  }

  return (
    <>
      <Button
        className={styles.orderGrip}
        aria-label={`Move ${what}`}
        {...tip(
          fixed === null
            ? 'Drag onto a price of its ladder; press to pick it up there'
            : `Cannot be moved: ${fixed}`,
        )}
        aria-disabled={fixed !== null}
        disabled={fixed === null && order.id === null}
        onPointerDown={(down) => {
          if (down.button !== 0 || fixed !== null) return
          start.current = { x: down.clientX, y: down.clientY }
          down.currentTarget.setPointerCapture(down.pointerId)
        }}
        onPointerMove={(move) => {
          const from = start.current
          if (from === null) return
          if (drag !== null || hasBegun(from, { x: move.clientX, y: move.clientY })) setDrag(aim(move))
        }}
        onPointerUp={() => {
          const aimed = drag
          end()
          if (aimed !== null) drop(aimed)
        }}
        onPointerCancel={end}
        onKeyDown={(down) => {
          if (down.key === 'Escape' && drag !== null) {
            down.stopPropagation()
            end()
          }
        }}
        onClick={(click) => {
          // A drag ends in a click of its own, with the pointer elsewhere.
          const under = document.elementFromPoint(click.clientX, click.clientY)
          if (fixed !== null) return
          if (click.detail === 0 || click.currentTarget.contains(under)) pickUp()
        }}
      >
        <span aria-hidden="true">{'\u2807'}</span>
      </Button>
      {drag !== null &&
        createPortal(
          <div
            className={styles.orderDrag}
            data-aimed={drag.to === null ? undefined : ''}
            style={{ transform: `translate(${drag.x + 12}px, ${drag.y + 12}px)` }}
          >
            {drag.text}
          </div>,
          document.body,
        )}
    </>
  )
}
