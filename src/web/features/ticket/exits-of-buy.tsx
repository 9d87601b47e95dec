/** The exits of what a ticket buys: their fields where they are written there, and what they come to. Loaded once the first view is there. */
import { useLayoutEffect } from 'react'
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { joinedParts, targetParts } from '#core/order/exit-targets.ts'
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
  const orders = partsOf(aim).flatMap((part) => {
    const exits = exitsOf(aim, part, tick)
    return exits === null ? [] : { size: part.size, exits }
  })
  const faulty = orders.find(({ exits }) => !exits.ok)
  if (faulty?.exits.ok === false)
    return aim.bracket?.template ? <p className="danger fine">{faulty.exits.error}</p> : null
  const first = orders[0]?.exits
  if (first?.ok !== true) return null
  const planned = plannedOf(aim, tick, minimum)
  const targets = planned.filter(({ leg }) => leg.startsWith('target'))
  const stops = planned.filter(({ leg }) => leg === 'stop')
  const { trailing, time } = first.value
  const at = (price: Price | undefined) => prices.price(price ?? null, tick)
  const sum = (all: typeof planned) => addMicros(ZERO, ...all.map(({ result }) => result ?? ZERO))
  /** A scaled order has legs at many prices: from the lowest to the highest. */
  const inWords = (letter: string, legs: typeof planned): readonly string[] => {
    if (aim.parts === undefined || legs.length < 2)
      return legs.map(
        ({ price, size }) => `${letter} ${at(price)}${legs.length > 1 ? ` \u00d7${showSize(size)}` : ''}`,
      )
    const all = legs.map(({ price }) => price).toSorted((one, other) => one - other)
    return [`${letter} ${at(all[0])} to ${at(all.at(-1))}`]
  }
  const words = [
    ...inWords(LETTERS.target, targets),
    ...inWords(LETTERS.stop, stops),
    trailing === null ? '' : `${LETTERS.trailing} ${trailing.distance / tick} ticks`,
    ...inWords(
      LETTERS.breakEven,
      planned.filter(({ leg }) => leg === 'breakEven'),
    ),
    time === null ? '' : `${time.minutesBefore} min before start`,
  ]
  const isJoined = orders.some(({ size, exits }) => {
    const all = exits.ok ? targetParts(exits.value, size) : []
    return joinedParts(all, minimum ?? ZERO).length < all.length
  })
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
          Part of a target is below the minimum of {showSize(minimum ?? ZERO)}: it joins the next one.
        </span>
      )}
    </p>
  )
}
