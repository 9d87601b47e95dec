/** Actions of a touched price: buy, sell, and move or cancel the orders there. The tap selects, the bar confirms. */
import { BellIcon } from 'lucide-react'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { showSize } from '../../platform/format/figures.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useTrading } from '../../contexts/contexts.ts'
import { ownInRow } from '../../data/account/own-levels.ts'
import type { OwnLevel } from '../../data/account/own-levels.ts'
import { exitsInRow, markText } from '../../data/account/exit-marks.ts'
import type { PricedLeg } from '../../data/account/exit-marks.ts'
import { orderWords } from '../../actions/sale.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'
import { INTO_TICKET } from './orders/ladder-orders.ts'
import type { Shot } from './orders/ladder-orders.ts'
import { useSizing } from './orders/use-holding.ts'
import type { ShowPrice } from './grid/ladder-row.tsx'
import { movableOrders } from '../../actions/drafts/order-drag.ts'
import { useSettling } from '../../platform/page/use-settling.ts'
import { tip } from '../../ui/controls.tsx'
import styles from './ladder.module.css'

export type TouchBarProps = {
  readonly outcomeId: string
  /** The lowest of the touched row. */
  readonly price: Price
  readonly grid: LadderGrid
  readonly show: ShowPrice
  readonly outcomeName: string
  readonly shotAt: (side: Side) => Shot
  /** True if it is sent; otherwise it goes into the ticket. */
  readonly sends: (shot: Shot) => boolean
  readonly onAct: (side: Side, price: Price) => void
  readonly onTake: (price: Price, side: Side, leg?: PricedLeg) => void
  readonly onAlert: (price: Price) => void
  readonly onEnd: () => void
}

const SIDES = ['BUY', 'SELL'] as const

/** The bar in the place of the ladder's foot; to be mounted again for each tap. */
export function TouchBar(props: TouchBarProps) {
  const { outcomeId, outcomeName, price, grid, show, shotAt, sends, onAct, onTake, onAlert, onEnd } = props
  const { attachedExits, commands } = useTrading()
  useSizing(outcomeId)
  const buys = useSelected(useAccount().own, (own) => ownInRow(own, outcomeId, 'BUY', price, grid))
  const sells = useSelected(useAccount().own, (own) => ownInRow(own, outcomeId, 'SELL', price, grid))
  const marks = useSelected(attachedExits.marks, (all) => exitsInRow(all, outcomeId, 'SELL', price, grid))
  const mirrored = useSelected(attachedExits.marks, (all) => exitsInRow(all, outcomeId, 'BUY', price, grid))
  const legs = [...marks, ...mirrored].filter(({ rests }) => !rests)
  // Own orders leave from above Buy and Sell.
  const bar = useSettling<HTMLDivElement>(
    [buys?.side, sells?.side, ...legs.map(({ leg }) => leg)].filter((one) => one !== undefined).join(' '),
  )
  const press: Press = (task, can = true) => ({
    type: 'button',
    'aria-disabled': !can,
    onClick: () => {
      if (can) task()
    },
  })
  return (
    <div ref={bar} className={`${styles.ladderFoot} touch`} role="group" aria-label={`At ${show(price)}`}>
      {[buys, sells].map(
        (level) =>
          level !== null && (
            <Mine
              key={level.side}
              level={level}
              press={press}
              onMove={() => onTake(price, level.side)}
              onCancel={(ids) => {
                commands.cancelOrders(ids)
                onEnd()
              }}
            />
          ),
      )}
      {legs.map((mark) => (
        <div key={`${mark.side} ${mark.leg}`} className="mine">
          <button {...press(() => onTake(price, mark.side, mark.leg))} className="button">
            Move {markText(mark)}
          </button>
          <button
            {...press(() => {
              attachedExits.cancel(mark)
              onEnd()
            })}
            className="button"
          >
            Cancel {markText(mark)}
          </button>
        </div>
      ))}
      {SIDES.map((side) => {
        const shot = shotAt(side)
        const isSent = sends(shot)
        const barred = isSent ? shot.barred : null
        return (
          <button
            key={side}
            {...press(() => onAct(side, price), barred === null)}
            {...tip(barred ?? undefined)}
            className={`button ${side === 'BUY' ? 'buy' : 'sell'}`}
          >
            {orderWords({ ...shot, outcomeName }, show, 'label')}
            {barred !== null ? <small>{barred}</small> : !isSent && <small>{INTO_TICKET}</small>}
          </button>
        )
      })}
      <button {...press(() => onAlert(price))} className="button" aria-label={`New alert at ${show(price)}`}>
        <BellIcon />
      </button>
      <button {...press(onEnd)} className="button" aria-label="Close">
        {'\u00d7'}
      </button>
    </div>
  )
}

type Press = (
  task: () => void,
  can?: boolean,
) => {
  readonly type: 'button'
  readonly 'aria-disabled': boolean
  readonly onClick: () => void
}

function Mine(props: {
  readonly level: OwnLevel
  readonly press: Press
  readonly onMove: () => void
  readonly onCancel: (ids: readonly string[]) => void
}) {
  const { level } = props
  const movable = movableOrders(level)
  const ids = level.orders.map((order) => order.id).filter((id) => id !== null)
  const mine = `${level.side === 'BUY' ? 'buy' : 'sell'} ${showSize(level.size)}`
  return (
    <div className="mine">
      <button
        {...props.press(props.onMove, movable.ok)}
        className="button"
        {...tip(movable.ok ? 'Then tap the price where it shall go' : `Cannot be moved: ${movable.why}`)}
      >
        Move {mine}
      </button>
      <button
        {...props.press(() => props.onCancel(ids), ids.length > 0)}
        className="button"
        {...tip(ids.length === 0 ? 'It is still being sent' : undefined)}
      >
        Cancel {mine}
      </button>
      {!movable.ok && <p className="dim cut">Cannot be moved: {movable.why}.</p>}
    </div>
  )
}
