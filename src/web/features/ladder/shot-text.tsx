/** Effect of one press on a ladder, in the two lines under it. */
import type { ReactNode } from 'react'
import { micros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { feeAhead } from '#core/order/order-preview.ts'
import type { Side } from '#core/order/order.ts'
import type { TradingMode } from '#core/trading-state.ts'
import type { Market } from '../../platform/api/client.ts'
import { showAmount, showSize } from '../../platform/format/figures.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { rangeOf, rowPriceOf } from '../../data/markets/ladder-grid.ts'
import { usePrices, useTopPart } from '../../contexts/contexts.ts'
import { cutText, noSizeText } from '../../data/settings/order-defaults.ts'
import type { OrderDefaults } from '../../data/settings/order-defaults.ts'
import { rejectMessage } from '../../words/reject-text.ts'
import { partsOf } from '../../actions/sale.ts'
import { cashText, orderEffect, orderWords } from '../../words/order-effect.ts'
import { usePreview } from '../../contexts/use-preview.ts'
import { closedText } from '../../data/account/holding.ts'
import { INTO_TICKET } from './orders/ladder-orders.ts'
import type { Shot } from './orders/ladder-orders.ts'
import type { LadderInput } from './use-ladder-input.ts'
import type { LadderView } from './use-ladder-view.ts'

/** A ladder's foot: what is shown and pressed above it, and what it is of. */
export type FootProps = LadderView &
  LadderInput & {
    readonly mode: TradingMode
    /** Payout of the outcome, once it is known; empty before. */
    readonly resolved: string
  }

type ShotTextProps = FootProps & {
  readonly shot: Shot
  readonly orderDefaults: OrderDefaults
  /** Side of the other button. */
  readonly otherSide: Side | null
}

/** The fills of an order are calculated again at each change of the book. */
export const wholeTop = (top: BookTop): BookTop => top

/** One order as text, all of it an estimate from the book as it is seen. */
export function ShotText(props: ShotTextProps) {
  const { book, grid, show, shot, orderDefaults, holding, otherSide } = props
  const outcomeName = props.outcome.name
  const { side, price } = shot
  const isArmedForTicket = props.mode === 'ARMED' && !props.orders.sends(shot)
  useTopPart(book, wholeTop)
  const shape = { side, price, size: shot.size, tick: grid.tick, timeInForce: orderDefaults.timeInForce }
  const effect = orderEffect(shape, book.takeable(shape))
  const range = rangeOf(rowPriceOf(price, grid), grid)
  const cut = shot.size <= 0n ? noSizeText(shape) : cutText(shape, shot.asked, shot.size)
  const isSent = props.mode === 'ARMED' && !isArmedForTicket
  if (isSent && shot.barred !== null) {
    return (
      <>
        <p className="strong">refused: {shot.barred}</p>
        <p className="dim">Nothing is sent by a click here.</p>
      </>
    )
  }
  return (
    <>
      <p className="strong" data-tip="">
        {shot.isClosing && 'CLOSE: '}
        <span className={side === 'BUY' ? 'pos' : 'neg'}>
          {shot.other === null
            ? side
            : orderWords({ ...shot, outcomeName }, partsOf({ ...shot, outcomeName }), show)}
        </span>{' '}
        {shot.other === null && `${showSize(effect.size)} @ ${show(price)}`}
        {isArmedForTicket && INTO_TICKET}
        <span className="soft">
          {range.low !== range.high && ` of ${show(range.low)}\u2013${show(range.high)}`}{' '}
          {effect.takes > 0n && `takes ${showSize(effect.takes)}`}
          {effect.takes > 0n && effect.rests > 0n && ', '}
          {effect.rests > 0n && `rests ${showSize(effect.rests)}`}
          {otherSide !== null && !shot.isClosing && `; right ${otherSide}`}
        </span>{' '}
        {cut !== null && <span className="soft">{cut}</span>}{' '}
        {shot.frees && shot.other === null && <span className="soft">open sells cancelled first</span>}{' '}
        <span className="dim">{feeText(props.market.fees, orderDefaults, shot)}</span>
      </p>
      <OrderCheck {...props}>
        {shot.other === null
          ? `${side === 'BUY' ? 'cost' : 'receive'} ${showAmount(effect.cash)}`
          : cashText(partsOf(shot))}{' '}
        est.{' '}
        {shot.isClosing && holding !== null ? (
          <>
            <span className="dim">P&L</span> {closedText(holding, price)}
          </>
        ) : (
          <>
            <span className="dim">if wins</span> {showAmount(effect.ifPays, 2, true)}{' '}
            <span className="dim">/ loses</span> {showAmount(effect.ifNot, 2, true)}
          </>
        )}
      </OrderCheck>
    </>
  )
}

/** The estimate; of orders on both sides what the check would refuse instead, since the page cannot judge the second. */
function OrderCheck(props: ShotTextProps & { readonly children: ReactNode }) {
  const { shot, orderDefaults, book } = props
  const prices = usePrices()
  const { timeInForce, postOnly } = orderDefaults
  const isAsked = props.mode === 'ARMED' && shot.other !== null && shot.size > ZERO
  const preview = usePreview(
    isAsked ? { orders: partsOf(shot), frees: shot.frees === true, timeInForce, postOnly, ends: null } : null,
    book,
  )
  const { last, purchase, isCurrent } = preview
  const sold = last?.answer.reject ?? null
  const reject = isCurrent ? (sold ?? purchase?.answer.reject ?? null) : null
  if (reject === null) {
    return (
      <p className="soft" data-checked={isAsked && isCurrent ? '' : undefined}>
        {props.children}
      </p>
    )
  }
  const what = purchase === null ? '' : sold === null ? 'the purchase: ' : 'the sale: '
  return (
    <p className="danger" data-tip="" data-checked="">
      would refuse {what}
      {rejectMessage(reject, prices)}
    </p>
  )
}

function feeText(fees: Market['fees'], orderDefaults: OrderDefaults, shot: Shot): string {
  const curve = fees?.known === false ? 'unknown' : fees
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
