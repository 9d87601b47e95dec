/** The exits of what a ticket buys: their fields where they are written there, and what they come to. Loaded once the first view is there. */
import { useLayoutEffect } from 'react'
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Price, TickSize } from '#core/price.ts'
import { exitsOf, partsOf } from '../../actions/sale.ts'
import type { Aim } from '../../actions/sale.ts'
import { legsOf } from '../../actions/drafts/exit-draft.ts'
import { usePrices, useTrading } from '../../contexts/contexts.ts'
import { plannedOf } from '../../contexts/use-planned-exits.ts'
import { LETTERS } from '../../data/account/exit-mark-text.ts'
import { showCents, showSize } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { ExitFields } from '../../widgets/exit-fields.tsx'
import { toneOf } from '../../words/portfolio-text.ts'
import type { ExitsProps } from './fields.tsx'
import styles from './ticket.module.css'

/** Fields of the exits where they are written here, over the line of those that are sent. */
export function ExitsOfBuy({ selection, ticket }: ExitsProps) {
  const { isOn } = useStore(useTrading().attachedExits.draft)
  const { aim, checked, tick } = ticket
  const minimum = selection.market.minOrderSize
  return (
    <>
      {isOn && <WrittenExits price={checked.price} tick={tick} />}
      {aim !== null && <PlannedLine aim={aim} tick={tick} minimum={minimum} />}
    </>
  )
}

/** Fields of exits for this order alone; what is read of them is there before the next press. */
function WrittenExits({ price, tick }: { readonly price: Price | null; readonly tick: TickSize }) {
  const { draft: store, written } = useTrading().attachedExits
  const draft = useStore(store)
  const prices = usePrices()
  useLayoutEffect(() => {
    written.set({ template: null, legsAt: (at, on) => legsOf(draft, { price: at, tick: on, prices }) })
  }, [draft, prices, written])
  return (
    <ExitFields
      draft={draft}
      price={price}
      tick={tick}
      onChange={(part) => store.update((old) => ({ ...old, ...part }))}
    />
  )
}

/** At what price how much, the best and the worst of it; nothing for what brings no exits. */
function PlannedLine({
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
  if (faulty?.ok === false)
    return aim.bracket?.template ? <p className="danger fine">{faulty.error}</p> : null
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
    breakEven === null ? '' : `${LETTERS.breakEven} ${at(breakEven.at)}`,
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
