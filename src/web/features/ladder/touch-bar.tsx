/** Actions of a touched price: buy, sell, and move or cancel the orders there. The tap selects, the bar confirms. */
import { BellIcon } from 'lucide-react'
import type { Price } from '#core/price.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount, useTrading } from '../../contexts/contexts.ts'
import { partsOf } from '../../actions/sale.ts'
import { BEING_SENT, ownHere } from './orders/ladder-actions.ts'
import { columnOf } from '../../data/markets/ladder-grid.ts'
import type { FootProps } from './shot-text.tsx'
import { INTO_TICKET } from './orders/ladder-orders.ts'
import { useSizing } from './use-ladder-view.ts'
import { useSettling } from '../../platform/page/use-settling.ts'
import { tip } from '../../ui/controls.tsx'
import styles from './ladder.module.css'
import { orderWords } from '../../words/order-effect.ts'

const SIDES = ['BUY', 'SELL'] as const

/** The bar in the place of the ladder's foot; to be mounted again for each tap. */
export function TouchBar(props: FootProps & { readonly price: Price }) {
  const { outcome, price, grid, show, orders } = props
  const { id: outcomeId, name: outcomeName } = outcome
  const { attachedExits, commands } = useTrading()
  useSizing(outcomeId)
  const { own } = useAccount()
  useStore(own)
  useStore(attachedExits.marks)
  const mine = ownHere({ own, attachedExits, commands }, outcomeId, price, grid)
  // Own orders leave from above Buy and Sell.
  const bar = useSettling<HTMLDivElement>(mine.map(({ key }) => key).join(' '))
  const press = (task: () => void, can = true) => ({
    type: 'button' as const,
    'aria-disabled': !can,
    onClick: () => {
      if (!can) return
      props.setTouched(null)
      task()
    },
  })
  return (
    <div ref={bar} className={`${styles.ladderFoot} touch`} role="group" aria-label={`At ${show(price)}`}>
      {mine.map(({ key, name, grip, whyFixed, cancel }) => (
        <div key={key} className="mine">
          <button
            {...press(() => props.drag.take(grip), whyFixed === null)}
            className="button"
            {...tip(whyFixed === null ? 'Then tap the new price' : `Cannot be moved: ${whyFixed}`)}
          >
            Move {name}
          </button>
          <button
            {...press(() => cancel?.(), cancel !== null)}
            className="button"
            {...tip(cancel === null ? BEING_SENT : undefined)}
          >
            Cancel {name}
          </button>
          {whyFixed !== null && <p className="dim cut whole">Cannot be moved: {whyFixed}.</p>}
        </div>
      ))}
      {SIDES.map((side) => {
        const shot = orders.shotAt({ price, column: columnOf(side) }, side)
        const isSent = props.mode === 'ARMED' && orders.sends(shot)
        const barred = isSent ? shot.barred : null
        return (
          <button
            key={side}
            {...press(() => orders.act(shot), barred === null)}
            {...tip(barred ?? undefined)}
            className={`button ${side === 'BUY' ? 'buy' : 'sell'}`}
          >
            {orderWords({ ...shot, outcomeName }, partsOf({ ...shot, outcomeName }), show, 'label')}
            {barred !== null ? <small>{barred}</small> : !isSent && <small>{INTO_TICKET}</small>}
          </button>
        )
      })}
      <button
        {...press(() => orders.setAlert(price))}
        className="button"
        aria-label={`New alert at ${show(price)}`}
      >
        <BellIcon />
      </button>
      <button
        {...press(() => void props.openMenu({ price, column: 'price' }))}
        className="button"
        aria-label={`More at ${show(price)}`}
      >
        {'\u22ef'}
      </button>
      <button {...press(() => undefined)} className="button" aria-label="Close">
        {'\u00d7'}
      </button>
    </div>
  )
}
