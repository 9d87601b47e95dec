/** The exits of a ticket's order in one line: at what price how much, and the best and the worst of it. */
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Price, TickSize } from '#core/price.ts'
import { exitsOf, partsOf } from '../../actions/sale.ts'
import type { Aim } from '../../actions/sale.ts'
import { usePrices } from '../../contexts/contexts.ts'
import { plannedOf } from '../../contexts/use-planned-exits.ts'
import { LETTERS } from '../../data/account/exit-mark-text.ts'
import { showCents, showSize } from '../../platform/format/figures.ts'
import { toneOf } from '../../words/portfolio-text.ts'
import styles from './ticket.module.css'

/** Nothing where a sale is split: its purchase brings no exits. */
export function PlannedLine({
  aim,
  tick,
  minimum,
}: {
  readonly aim: Aim
  readonly tick: TickSize
  readonly minimum: Micros | null
}) {
  const prices = usePrices()
  const exits = partsOf(aim).flatMap((part) => exitsOf(aim, part, tick) ?? [])
  const faulty = exits.find(({ ok }) => !ok)
  if (faulty?.ok === false) return <p className="danger fine">{faulty.error}</p>
  const [first] = exits
  if (first?.ok !== true) return null
  const planned = plannedOf(aim, tick, minimum)
  const targets = planned.filter(({ leg }) => leg.startsWith('target'))
  const stops = planned.filter(({ leg }) => leg === 'stop')
  const { further, trailing, time, breakEven } = first.value
  const at = (price: Price) => prices.price(price, tick)
  const sum = (all: typeof planned) => addMicros(ZERO, ...all.map(({ result }) => result ?? ZERO))
  const words = [
    ...targets.map(
      ({ price, size }) =>
        `${LETTERS.target} ${at(price)}${targets.length > 1 ? ` \u00d7${showSize(size)}` : ''}`,
    ),
    ...stops.map(({ price }) => `${LETTERS.stop} ${at(price)}`),
    trailing === null ? '' : `${LETTERS.trailing} ${trailing.distance / tick} ticks`,
    breakEven === null ? '' : `${LETTERS.break_even} ${at(breakEven.at)}`,
    time === null ? '' : `${time.minutesBefore} min before start`,
  ]
  const isJoined = aim.parts === undefined && targets.length < further.length + 1 && further.length > 0
  return (
    <p className={styles.plannedLine}>
      <span>{words.filter((one) => one !== '').join(' \u00b7 ')}</span>
      <span>
        {targets.length > 0 && <b className={toneOf(sum(targets))}>{showCents(sum(targets), true)}</b>}
        {targets.length > 0 && stops.length > 0 && ' / '}
        {stops.length > 0 && <b className={toneOf(sum(stops))}>{showCents(sum(stops), true)}</b>}
      </span>
      {isJoined && (
        <span className="whole">
          A part is below the minimum of {showSize(minimum ?? ZERO)}: it joins the next target.
        </span>
      )}
    </p>
  )
}
