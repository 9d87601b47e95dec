/** The line under a ladder: what a click or key would do now, or the outcome of the last one. */
import { Fragment } from 'react'
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { complementPrice } from '#core/price.ts'
import { showSize } from '../../platform/format/figures.ts'
import { useAccount, usePage, useTrading } from '../../contexts/contexts.ts'
import { useTouch } from '../../platform/page/screen-class.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { venueBlock } from '../../words/venue-text.ts'
import { mouseAction, orderSide } from './mouse.ts'
import { useLossLocked } from '../../widgets/mode-chip.tsx'
import { LOSS_LOCKED, whyNotNow } from '../../words/why-not.ts'
import type { Intent } from '../../data/account/intent.ts'
import { ShotText } from './shot-text.tsx'
import type { FootProps } from './shot-text.tsx'
import { jointText, NOTHING_SENT } from '../../actions/outcome.ts'
import type { Note } from './orders/use-orders.ts'
import { useSizing } from './use-ladder-view.ts'
import { later } from '../../ui/later.tsx'
import styles from './ladder.module.css'

const parts = () => import('./later-parts.ts')
const DragFoot = later(() => parts().then((module) => module.DragFoot), { isAhead: true })
const TypedPrice = later(() => parts().then((module) => module.TypedPrice))
const TouchBar = later(() => parts().then((module) => module.TouchBar))

/** Footer of a ladder; it keeps its height whatever it says. */
export function LadderFoot(props: FootProps) {
  const { touched, note } = props
  const { drag } = props.drag

  if (props.isTyping)
    return (
      <TypedPrice
        className={`${styles.ladderFoot} ${styles.dragging}`}
        grid={props.grid}
        onPrice={props.goTo}
      />
    )
  if (drag !== null) return <DragFoot {...props} dragged={drag} />
  if (touched !== null) return <TouchBar key={touched.price} {...props} price={touched.price} />
  if (note !== null && note.sent.length > 0) {
    return <SentFoot {...props} note={note} />
  }
  if (note !== null) {
    return (
      <div className={styles.ladderFoot}>
        <p className="danger strong">{note.refusal}</p>
        <p className="dim">{NOTHING_SENT}</p>
      </div>
    )
  }
  return (
    <div className={styles.ladderFoot}>
      <WhatWouldHappen {...props} />
    </div>
  )
}

/** The last gesture's orders, their state since, and why a part was not sent. */
function SentFoot({ note, outcome, show }: FootProps & { readonly note: Note }) {
  const outcomeId = outcome.id
  const { intents } = useTrading()
  const { orders, endedOrders } = useAccount()
  const known = useStore(intents.list)
  const ended = useStore(endedOrders.list)
  const sent = known.filter((one) => note.sent.includes(one.clientOrderId))
  const became = useSelected(orders, ({ items }) => jointText(sent, items, ended))
  const [intent] = [...sent.filter((one) => one.outcomeId === outcomeId), ...sent]
  if (intent === undefined) return <div className={styles.ladderFoot} />
  const words = note.refusal === '' ? became : `${note.refusal}. The rest: ${became}`
  const isBad = note.refusal !== '' || sent.some((one) => one.state === 'rejected')
  // One gesture may move orders of one side in many, or sell here and buy the other outcome.
  const sides = sent.every((one) => one.side === intent.side) ? [intent] : sent.toReversed()
  return (
    <div className={styles.ladderFoot}>
      <p className="strong" data-tip="">
        {sides.map((one, at) => {
          const of = sides.length === 1 ? sent : [one]
          const size = of.reduce<Micros>((sum, each) => addMicros(sum, each.size), ZERO)
          return (
            <Fragment key={one.clientOrderId}>
              {at > 0 && ' + '}
              <span className={one.side === 'BUY' ? 'pos' : 'neg'}>{one.side}</span> {showSize(size)}{' '}
              {of.length > 1 && `in ${of.length} `}
              {one.outcomeId === outcomeId ? '' : `${one.outcomeName} `}
              {one.move === null ? '@' : 'moved to'} {show(one.price)}
              {sent.length === 1 && isBoughtInstead(one, outcomeId) && (
                <span className="soft">
                  {' '}
                  = SELL {outcome.name} @ {show(complementPrice(one.price))}
                </span>
              )}
            </Fragment>
          )
        })}
      </p>
      <p className={isBad ? 'danger' : 'soft'} data-tip="">
        {words}
      </p>
    </div>
  )
}

/** True if it is the whole of a sale of this ladder's outcome without shares. */
function isBoughtInstead({ outcomeId: of, move }: Intent, outcomeId: string): boolean {
  return of !== outcomeId && move === null
}

function Lines({ first, then }: { readonly first: string; readonly then: string }) {
  return (
    <>
      <p className="strong">{first}</p>
      <p className="dim" data-tip="">
        {then}
      </p>
    </>
  )
}

function WhatWouldHappen(props: FootProps) {
  const { stale, mode, show, orders, market } = props
  const cell = props.touched ?? props.hover ?? props.cursor
  const { settings } = usePage()
  const orderDefaults = useSizing(props.outcome.id)
  const isTouch = useTouch()
  const press = isTouch ? 'Buy or Sell there' : 'a click'
  const { mouseScheme: scheme } = useStore(settings)
  const venue = useSelected(useTrading().trading, (trading) => trading?.venue ?? null)
  const isLossLocked = useLossLocked() && mode === 'ARMED'
  if (useTrading().isReplay) return <Lines first="REPLAY" then="Replay: orders are disabled." />
  const blocked = mode === 'ARMED' ? venueBlock(venue, orderDefaults.postOnly) : null
  const no = whyNotNow({ notTradable: market.notTradable, stale, venueBlock: blocked })
  if (no !== null) {
    const then = (stale === 'resolved' && props.resolved) || no.meanwhile
    return <Lines first={`refused: ${no.why}`} then={then} />
  }
  const shot = cell === null ? null : orders.shotBy(cell, 0)
  if (isLossLocked && shot?.side !== 'SELL')
    return <Lines first={LOSS_LOCKED.why} then={LOSS_LOCKED.meanwhile} />
  const other = cell === null ? null : orderSide(mouseAction(scheme, 2), cell.column)
  if (cell === null || shot === null) {
    return (
      <>
        <p className="soft">
          {cell === null
            ? isTouch
              ? 'Tap a price to see your orders here'
              : scheme === 'button'
                ? 'Left button buys, right sells'
                : 'Bid column buys, ask column sells'
            : `${show(cell.price)} into the ticket`}
        </p>
        <p className="dim">
          {mode === 'ARMED'
            ? `ARMED: ${press} sends at once`
            : `${isTouch ? press : 'A click'} fills the ticket; nothing is sent`}
        </p>
      </>
    )
  }
  return <ShotText {...props} shot={shot} orderDefaults={orderDefaults} otherSide={other} />
}
