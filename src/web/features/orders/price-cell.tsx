/** An open order's price, and changing it in place: arrows step by the tick, Enter asks for the move, Escape keeps the price. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Order } from '../../platform/api/client.ts'
import { showSize } from '../../platform/format/figures.ts'
import { useMarketData, usePage, usePrices, useTrading } from '../../contexts/contexts.ts'
import { moveLabel } from '../../data/account/exit-marks.ts'
import { whyNotMovable } from '../../actions/guard.ts'
import { refusalText, refusedText } from '../../actions/outcome.ts'
import { sayRefused } from '../../platform/page/messages.ts'
import { stepPrice } from '../../data/markets/price-steps.ts'
import { readTyped } from '../../data/markets/typed-price.ts'
import { Button, selectOnMount, tip } from '../../ui/controls.tsx'
import styles from './order.module.css'

/** The cell of the orders table. */
export function PriceCell({ order }: { readonly order: Order }) {
  const [isEditing, setEditing] = useState(false)
  const fixed = whyNotMovable(order)
  const text = usePrices().price(order.price, order.tickSize)
  if (isEditing && fixed === null) {
    return <PriceEditor order={order} onEnd={() => setEditing(false)} />
  }
  return (
    <Button
      className={`${styles.priceEdit} num`}
      aria-disabled={fixed !== null}
      disabled={fixed === null && order.id === null}
      {...tip(fixed === null ? 'Change the price' : `Cannot be moved: ${fixed}`)}
      aria-label={`Price ${text}, change`}
      onClick={() => setEditing(fixed === null)}
    >
      {text}
    </Button>
  )
}

function PriceEditor({ order, onEnd }: { readonly order: Order; readonly onEnd: () => void }) {
  const page = usePage()
  const { books } = useMarketData()
  const { moves } = useTrading()
  // The typed price means the same until it is sent, whatever the format becomes meanwhile.
  const [prices] = useState(usePrices())
  const book = books.book(order.outcomeId)
  useEffect(() => books.follow(order.outcomeId), [books, order.outcomeId])
  const top = useSyncExternalStore(book.subscribeTop, book.top)
  const tick = top.tick ?? order.tickSize ?? 100
  const [typed, setTyped] = useState(() => prices.price(order.price, order.tickSize))
  const { price, fault } = readTyped(typed, tick, prices.format)

  function send(): void {
    if (price === order.price) return onEnd()
    const refusal =
      fault ?? (price === null ? '' : refusedText(moves.move([{ orderId: order.id ?? '', to: price, tick }])))
    if (refusal === '') onEnd()
    else sayRefused(page, 'Not moved', { text: refusalText(refusal), group: 'table-move' })
  }

  return (
    <span className={styles.priceEditor}>
      <input
        ref={selectOnMount}
        className="field num"
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`New price, ${showSize(order.remainingSize)} left`}
        aria-invalid={fault !== null}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={price === null ? 0 : price / 10_000}
        aria-valuetext={typed}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={onEnd}
        onKeyDown={(event) => {
          const ticks = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
          if (ticks !== undefined) {
            event.preventDefault()
            if (price !== null) setTyped(prices.price(stepPrice(price, ticks, tick), tick))
          } else if (event.key === 'Enter') {
            event.preventDefault()
            if (!event.repeat) send()
          } else if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onEnd()
          }
        }}
      />
      <span className={styles.priceHint}>
        {price === null || fault !== null
          ? 'Esc keeps'
          : `Enter: ${moveLabel(order.remainingSize, prices.price(price, tick))}`}
      </span>
    </span>
  )
}
