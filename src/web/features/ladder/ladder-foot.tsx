/** The line under a ladder: what a click or key would do now, or the outcome of the last one. */
import { addMicros, micros, parseMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { feeAhead } from '#core/order/order-preview.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import type { TradingMode } from '#core/trading-state.ts'
import type { Market } from '../../platform/api/wire.ts'
import { showAmount, showSize } from '../../platform/format/numbers.ts'
import type { BookStore, BookTop, StaleCause } from '../../platform/live/book-store.ts'
import { useTopPart } from '../../model/markets/use-top.ts'
import { useTouch } from '../../platform/page/use-media.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { usePage } from '../../model/contexts/page.ts'
import { venueBlock } from '../../model/workspace/venue-text.ts'
import { cutText, noSizeText } from '../../model/order-entry/order-defaults.ts'
import type { OrderDefaults } from '../../model/order-entry/order-defaults.ts'
import { rangeOf, rowPriceOf } from '../../model/ladder/ladder-grid.ts'
import type { LadderGrid } from '../../model/ladder/ladder-grid.ts'
import { mouseAction, orderSide } from '../../model/ladder/mouse.ts'
import { moveLabel } from '../../model/order-entry/move-text.ts'
import { useKeyText } from '../../model/keys/use-key-text.ts'
import { orderEffect } from '../../model/order-entry/order-effect.ts'
import { closedText } from './orders/holding.ts'
import type { Holding } from './orders/holding.ts'
import { columnOf } from '../../model/ladder/ladder-cell.ts'
import type { Cell } from '../../model/ladder/ladder-cell.ts'
import type { ShowPrice } from './grid/ladder-row.tsx'
import { staleText } from '../../widgets/freshness.tsx'
import { INTO_TICKET } from './orders/ladder-orders.ts'
import type { Shot } from './orders/ladder-orders.ts'
import type { OrderDrag } from '../../model/ladder/order-drag.ts'
import { jointText } from './orders/sent-text.ts'
import { TouchBar } from './touch-bar.tsx'
import type { Note, NotedOrders } from './orders/use-orders.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './ladder.module.css'

export type FootProps = {
  readonly book: BookStore
  readonly stale: StaleCause | null
  readonly grid: LadderGrid
  readonly show: ShowPrice
  readonly mode: TradingMode
  readonly cell: Cell | null
  readonly orders: NotedOrders
  readonly outcomeName: string
  readonly market: Market
  readonly holding: Holding | null
  /** What the outcome pays, once it is known; empty before. */
  readonly resolved: string
  readonly drag: OrderDrag | null
  readonly dragSize: Micros
  readonly onDrop: () => void
  readonly onAbort: () => void
  readonly touched: Cell | null
  readonly outcomeId: string
  readonly onTake: (price: Price, side: Side) => void
  readonly onTouchEnd: () => void
}

/** Footer of a ladder; it keeps its height whatever it says. */
export function LadderFoot(props: FootProps) {
  const { note } = props.orders
  const { touched, show } = props
  const shotOf = (side: Side, price: Price): Shot =>
    props.orders.shotAt({ price, column: columnOf(side) }, side)

  if (props.drag !== null) return <DragFoot {...props} drag={props.drag} />
  if (touched !== null) {
    return (
      <TouchBar
        key={touched.price}
        outcomeId={props.outcomeId}
        price={touched.price}
        grid={props.grid}
        show={show}
        sends={(side) => props.mode === 'ARMED' && props.orders.sends(shotOf(side, touched.price))}
        onAct={(side, price) => {
          props.orders.act(shotOf(side, price))
          props.onTouchEnd()
        }}
        onTake={(price, side) => {
          props.onTouchEnd()
          props.onTake(price, side)
        }}
        onAlert={(price) => {
          props.orders.setAlert(price)
          props.onTouchEnd()
        }}
        onEnd={props.onTouchEnd}
      />
    )
  }
  if (note !== null && note.sent.length > 0) {
    return <SentFoot note={note} outcomeId={props.outcomeId} show={show} />
  }
  if (note !== null) {
    return (
      <div className={styles.ladderFoot}>
        <p className="danger strong">{note.refusal}</p>
        <p className="dim">Nothing was sent.</p>
      </div>
    )
  }
  return (
    <div className={styles.ladderFoot}>
      <WhatWouldHappen {...props} />
    </div>
  )
}

/** What one gesture sent last, what has become of it since, and why a part of it was not sent. */
function SentFoot(props: { readonly note: Note; readonly outcomeId: string; readonly show: ShowPrice }) {
  const { note, outcomeId, show } = props
  const { intents } = useTrading()
  const { orders, endedOrders } = useAccount()
  const { now } = usePage()
  const known = useStore(intents.list)
  const ended = useStore(endedOrders.list)
  const sent = known.filter((one) => note.sent.includes(one.clientOrderId))
  const became = useSelected(orders, ({ items }) => jointText(sent, items, ended, now()))
  const [intent] = [...sent.filter((one) => one.outcomeId === outcomeId), ...sent]
  if (intent === undefined) return <div className={styles.ladderFoot} />
  const size = sent.reduce<Micros>((sum, one) => addMicros(sum, one.size), ZERO)
  const words = note.refusal === '' ? became : `${note.refusal}. The rest: ${became}`
  const isBad = note.refusal !== '' || sent.some((one) => one.state === 'rejected')
  return (
    <div className={styles.ladderFoot}>
      <p className="strong">
        <span className={intent.side === 'BUY' ? 'pos' : 'neg'}>{intent.side}</span> {showSize(size)}{' '}
        {sent.length > 1 && `in ${sent.length} `}
        {intent.outcomeId === outcomeId ? '' : `${intent.outcomeName} `}
        {intent.move === null ? '@' : 'moved to'} {show(intent.price)}
      </p>
      <p className={isBad ? 'danger' : 'soft'} data-tip="">
        {words}
      </p>
    </div>
  )
}

/** What an order would take is asked of the book again at each change of it. */
const wholeTop = (top: BookTop): BookTop => top

/** A picked up order: what dropping it does, with drop and abort. */
function DragFoot({ book, show, drag, dragSize, onDrop, onAbort }: FootProps & { readonly drag: OrderDrag }) {
  const enter = useKeyText('enter')
  useTopPart(book, wholeTop)
  const isAimed = drag.to !== drag.from
  const takes = isAimed
    ? book.takeable({ side: drag.side, price: drag.to, size: dragSize, timeInForce: 'GTC' }).size
    : ZERO
  return (
    <div className={`${styles.ladderFoot} ${styles.dragging}`}>
      <p className="strong">
        {isAimed ? moveLabel(dragSize, show(drag.to)) : `move ${showSize(dragSize)}: aim at a price`}
        {dragSize < drag.size && (
          <span className="soft">, {showSize(subtractMicros(drag.size, dragSize))} filled meanwhile</span>
        )}
        {takes > ZERO && <span className="danger">, would take {showSize(takes)}</span>}
      </p>
      <button
        type="button"
        className="button small primary"
        {...tip(enter === '' ? undefined : enter)}
        disabled={!isAimed}
        onClick={onDrop}
      >
        Move
      </button>
      <button type="button" className="button small" {...tip('Escape')} onClick={onAbort}>
        Keep
      </button>
    </div>
  )
}

function WhatWouldHappen(props: FootProps) {
  const { stale, mode, cell, show, orders, market } = props
  const { settings } = usePage()
  const orderDefaults = useStore(useTrading().orderDefaults)
  const isTouch = useTouch()
  const press = isTouch ? 'Buy or Sell there' : 'a click'
  const { mouse_scheme: scheme, mouse_buttons: buttons } = useStore(settings)
  const venue = useSelected(useTrading().trading, (trading) => trading?.venue ?? null)
  const blocked = mode === 'ARMED' ? venueBlock(venue, orderDefaults.postOnly) : null
  if (market.not_tradable !== null) {
    return (
      <>
        <p className="strong">refused: not tradable here</p>
        <p className="dim" data-tip="">
          {market.not_tradable}
        </p>
      </>
    )
  }
  if (stale === null && blocked !== null) {
    return (
      <>
        <p className="strong">refused: {blocked}</p>
        <p className="dim">Nothing is sent by a click. Cancels are still attempted.</p>
      </>
    )
  }
  if (stale !== null) {
    return (
      <>
        <p className="strong">refused: {staleText(stale)}</p>
        <p className="dim">
          {stale === 'resolved'
            ? props.resolved || 'Read-only. Cancels work.'
            : 'Cancels work. Prices are clickable again once the book is fresh.'}
        </p>
      </>
    )
  }
  const [left, right] = [0, 2].map((button) => mouseAction(scheme, buttons, button))
  const side = cell === null || left === undefined ? null : orderSide(left, cell.column)
  const other = cell === null || right === undefined ? null : orderSide(right, cell.column)
  const closing = cell?.column === 'result' ? orders.closingAt(cell) : null
  const shot = cell === null ? null : (closing ?? (side === null ? null : orders.shotAt(cell, side)))
  if (cell === null || shot === null) {
    return (
      <>
        <p className="soft">
          {cell === null
            ? isTouch
              ? 'Tap a price: what it can do comes here'
              : scheme === 'button'
                ? 'Left buys, right sells, anywhere'
                : 'Bid column buys, ask column sells'
            : `${show(cell.price)} into the ticket`}
        </p>
        <p className="dim">
          {mode === 'ARMED'
            ? `ARMED: ${press} sends at once`
            : `SAFE: ${press} fills the ticket, nothing is sent`}
        </p>
      </>
    )
  }
  return <ShotText {...props} shot={shot} orderDefaults={orderDefaults} other={other} />
}

/** One order as text, all of it an estimate from the book as it is seen. */
function ShotText(
  props: FootProps & {
    readonly shot: Shot
    readonly orderDefaults: OrderDefaults
    readonly other: Side | null
  },
) {
  const { book, grid, show, shot, orderDefaults, holding, outcomeName, other } = props
  const { side, price } = shot
  const isArmedForTicket = props.mode === 'ARMED' && !props.orders.sends(shot)
  useTopPart(book, wholeTop)
  const shape = { side, price, size: shot.size, tick: grid.tick, timeInForce: orderDefaults.timeInForce }
  const effect = orderEffect(shape, book.takeable(shape))
  const range = rangeOf(rowPriceOf(price, grid), grid)
  const cut = shot.size <= 0n ? noSizeText(shape) : cutText(shape, shot.asked, shot.size)
  return (
    <>
      <p className="strong">
        {shot.isClosing && 'CLOSE: '}
        <span className={side === 'BUY' ? 'pos' : 'neg'}>{side}</span> {showSize(effect.size)} @ {show(price)}
        {isArmedForTicket && INTO_TICKET}
        <span className="soft">
          {range.low !== range.high && ` of ${show(range.low)}\u2013${show(range.high)}`}{' '}
          {effect.takes > 0n && `takes ${showSize(effect.takes)}`}
          {effect.takes > 0n && effect.rests > 0n && ', '}
          {effect.rests > 0n && `rests ${showSize(effect.rests)}`}
          {other !== null && !shot.isClosing && `; right ${other}`}
        </span>{' '}
        {cut !== null && <span className="soft">{cut}</span>}{' '}
        <span className="dim">{feeText(props.market.fees, orderDefaults, shot)}</span>
      </p>
      <p className="soft">
        {side === 'BUY' ? 'cost' : 'receive'} {showAmount(effect.cash)} est.{' '}
        {shot.isClosing && holding !== null ? (
          <>
            <span className="dim">result</span> {closedText(holding, price)}
          </>
        ) : (
          <>
            <span className="dim">{outcomeName}</span> {showAmount(effect.ifPays, 2, true)}{' '}
            <span className="dim">/ not</span> {showAmount(effect.ifNot, 2, true)}
          </>
        )}
      </p>
    </>
  )
}

function feeText(fees: Market['fees'], orderDefaults: OrderDefaults, shot: Shot): string {
  const rate = fees === null ? null : parseMicros(fees.rate)
  const curve =
    fees === null
      ? null
      : !fees.known || rate?.ok !== true
        ? 'unknown'
        : { rate: micros(rate.value), exponent: fees.exponent }
  const { fee, feeState } = feeAhead(
    { side: shot.side, price: shot.price, postOnly: orderDefaults.postOnly },
    shot.size,
    curve,
  )
  if (feeState === 'unknown' || fee === null) return 'fee unknown'
  return fee === ZERO ? 'no fee' : `fee \u2264\u202f${showAmount(upToCents(fee))}`
}

/** A bound may be rounded up, never down. */
function upToCents(fee: Micros): Micros {
  return micros(((fee + 9_999n) / 10_000n) * 10_000n)
}
