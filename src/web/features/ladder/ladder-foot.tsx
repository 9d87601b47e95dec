/** The line under a ladder: what a click or key would do now, or what became of the last one. */
import { subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order.ts'
import { limitAmounts } from '#core/order-amounts.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { TradingMode } from '#core/trading-state.ts'
import { showAmount, showPrice, showSize } from '../../format/numbers.ts'
import type { BookStore, BookTop, StaleCause } from '../../live/book-store.ts'
import { useSelected, useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { moveLabel } from '../trading/move-words.ts'
import { orderEffect } from '../trading/order-effect.ts'
import type { Cell } from './ladder-cell.ts'
import { sideOf } from './ladder-cell.ts'
import { staleText } from './freshness.tsx'
import type { Lift } from './lift.ts'
import { TouchBar } from './touch-bar.tsx'

/** A refusal shown at its cell, or the client order id of what was sent from it. */
export type Note = { readonly cell: Cell; readonly text: string; readonly tone: 'refused' | 'sent' }

export type FootProps = {
  readonly book: BookStore
  readonly top: BookTop
  readonly stale: StaleCause | null
  readonly tick: TickSize
  readonly mode: TradingMode
  readonly cell: Cell | null
  readonly note: Note | null
  readonly outcomeName: string
  readonly lift: Lift | null
  readonly liftSize: Micros
  readonly onDrop: () => void
  readonly onAbort: () => void
  readonly touched: Cell | null
  readonly outcomeId: string
  readonly onTouchAct: (side: Side, price: Price) => void
  readonly onTouchAlert: (price: Price) => void
  readonly onTouchTake: (price: Price, side: Side) => void
  readonly onTouchEnd: () => void
}

/** Footer of a ladder; it keeps its height whatever it says. */
export function LadderFoot(props: FootProps) {
  const terminal = useTerminal()
  const sentId = props.note?.tone === 'sent' ? props.note.text : null
  const intent = useSelected(
    terminal.intents.list,
    (list) => list.find((one) => one.clientOrderId === sentId) ?? null,
  )
  const { touched, tick } = props

  if (props.lift !== null) return <LiftFoot {...props} lift={props.lift} />
  if (touched !== null) {
    return (
      <TouchBar
        key={touched.price}
        outcomeId={props.outcomeId}
        price={touched.price}
        tick={tick}
        onAct={props.onTouchAct}
        onTake={props.onTouchTake}
        onAlert={props.onTouchAlert}
        onEnd={props.onTouchEnd}
      />
    )
  }
  if (props.note?.tone === 'refused') {
    return (
      <div className="ladder-foot">
        <p className="danger strong cut">{props.note.text}</p>
        <p className="dim cut">Nothing was sent.</p>
      </div>
    )
  }
  if (intent !== null) {
    return (
      <div className="ladder-foot">
        <p className="strong cut">
          <span className={intent.side === 'BUY' ? 'pos' : 'neg'}>{intent.side}</span> {showSize(intent.size)}{' '}
          {intent.move === null ? '@' : 'moved to'} {showPrice(intent.price, tick)}
        </p>
        <p className={intent.state === 'rejected' ? 'danger cut' : 'soft cut'} title={intent.text}>
          {intent.state === 'sending' ? 'sending\u2026' : `${intent.state}: ${intent.text}`}
        </p>
      </div>
    )
  }
  return (
    <div className="ladder-foot">
      <WhatWouldHappen {...props} />
    </div>
  )
}

/** An order in the hand: what putting it down does, and both ways out of it. */
function LiftFoot({ book, tick, lift, liftSize, onDrop, onAbort }: FootProps & { readonly lift: Lift }) {
  const isAimed = lift.to !== lift.from
  const takes = isAimed ? book.takeable(lift.side, lift.to, liftSize).size : ZERO
  return (
    <div className="ladder-foot lifting">
      <p className="strong">
        {isAimed ? moveLabel(liftSize, lift.to, tick) : `move ${showSize(liftSize)}: aim at a price`}
        {liftSize < lift.size && (
          <span className="soft">, {showSize(subtractMicros(lift.size, liftSize))} filled meanwhile</span>
        )}
        {takes > ZERO && <span className="danger">, would take {showSize(takes)}</span>}
      </p>
      <button
        type="button"
        className="button small primary"
        title="Enter"
        disabled={!isAimed}
        onClick={onDrop}
      >
        Move
      </button>
      <button type="button" className="button small" title="Escape" onClick={onAbort}>
        Keep
      </button>
    </div>
  )
}

function WhatWouldHappen({ book, stale, tick, mode, cell, outcomeName }: FootProps) {
  const hand = useStore(useTerminal().hand)
  if (stale !== null) {
    return (
      <>
        <p className="strong cut">refused: {staleText(stale)}</p>
        <p className="dim cut">Cancels work. Prices are clickable again once the book is fresh.</p>
      </>
    )
  }
  if (cell === null || cell.column === 'price') {
    return (
      <>
        <p className="soft cut">
          {cell === null
            ? 'Bid column buys, ask column sells'
            : `${showPrice(cell.price, tick)} into the ticket`}
        </p>
        <p className="dim cut">
          {mode === 'ARMED'
            ? 'ARMED: a click sends at once'
            : 'SAFE: a click fills the ticket, nothing is sent'}
        </p>
      </>
    )
  }
  const side = sideOf(cell.column)
  const shape = { side, price: cell.price, size: hand.size, tick, timeInForce: hand.timeInForce }
  const effect = orderEffect(shape, book.takeable(side, cell.price, hand.size))
  const { makerAmount, takerAmount } = limitAmounts(side, cell.price, hand.size, tick)
  return (
    <>
      <p className="strong cut">
        <span className={side === 'BUY' ? 'pos' : 'neg'}>{side}</span> {showSize(effect.size)} @{' '}
        {showPrice(cell.price, tick)}
        <span className="soft">
          {' '}
          {effect.takes > 0n && `takes ${showSize(effect.takes)}`}
          {effect.takes > 0n && effect.rests > 0n && ', '}
          {effect.rests > 0n && `rests ${showSize(effect.rests)}`}
        </span>
      </p>
      <p className="soft cut">
        {side === 'BUY' ? 'cost' : 'receive'} {showAmount(side === 'BUY' ? makerAmount : takerAmount)} est.{' '}
        <span className="dim">if {outcomeName}</span> {showAmount(effect.ifPays, 2, true)}{' '}
        <span className="dim">/ not</span> {showAmount(effect.ifNot, 2, true)}
      </p>
    </>
  )
}
