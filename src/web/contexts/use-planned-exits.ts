/** Exits that a press would send, as ladder, chart and ticket show them before it. */
import { useMemo } from 'react'
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { joinedParts, targetParts } from '#core/order/exit-targets.ts'
import { notional } from '#core/order/order-amounts.ts'
import { complementPrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { checkDraft } from '../actions/drafts/ticket-draft.ts'
import { exitsOf, partsOf } from '../actions/sale.ts'
import type { Aim, Bracket } from '../actions/sale.ts'
import type { PricedLeg } from '../data/account/exit-marks.ts'
import { closedAt } from '../data/account/holding.ts'
import type { Draft } from '../data/markets/draft.ts'
import { useStore } from '../platform/state/hooks.ts'
import { useTrading } from './contexts.ts'

export type PlannedExit = {
  readonly leg: PricedLeg
  readonly price: Price
  readonly size: Micros
  /** Sold there, before fees; null where it sells nothing, or the size is not known. */
  readonly result: Micros | null
}

/**
 * The legs of all purchases of a press, those of one kind and price together: at the prices of their own outcome, or as an outcome's
 * ladder shows them.
 *
 * @param minimum  the market's: a smaller part of a target joins the next
 */
export function plannedOf(
  aim: Aim,
  tick: TickSize,
  minimum: Micros | null,
  outcomeId: string | null = null,
): readonly PlannedExit[] {
  const found = new Map<string, PlannedExit>()
  for (const part of partsOf(aim)) {
    const exits = exitsOf(aim, part, tick)
    if (exits?.ok !== true) continue
    const { target, further, stop, breakEven } = exits.value
    const { size, price: entry } = part
    const show = (leg: PricedLeg, price: Price, sold: Micros): void => {
      const key = `${leg} ${price}`
      const before = found.get(key)
      const cost = notional(entry, sold)
      const result = sold > ZERO && leg !== 'breakEven' ? closedAt({ size: sold, cost }, price) : null
      found.set(key, {
        leg,
        price: outcomeId === null || outcomeId === part.outcomeId ? price : complementPrice(price),
        size: addMicros(before?.size ?? ZERO, sold),
        result: result === null ? null : addMicros(before?.result ?? ZERO, result),
      })
    }
    const whole = [...further, ...(target === null ? [] : [target])].map(({ price }) => ({ price, size }))
    const parts = size > ZERO ? joinedParts(targetParts(exits.value, size), minimum ?? ZERO) : whole
    for (const [at, one] of parts.entries()) {
      const isLast = one.price === target?.price
      show(isLast ? 'target' : at === 0 ? 'target1' : 'target2', one.price, one.size)
    }
    if (stop !== null) show('stop', stop.price, size)
    if (breakEven !== null) show('breakEven', breakEven.at, size)
  }
  return [...found.values()]
}

const NONE: readonly PlannedExit[] = []

/** Those that are written in the ticket for its order; none while a leg is not valid. */
export function plannedExits(kept: Draft, bracket: Bracket | null, tick: TickSize): readonly PlannedExit[] {
  const { price, size } = checkDraft(kept, tick, null)
  if (kept.side !== 'BUY' || price === null) return NONE
  const aim: Aim = { ...kept, outcomeName: '', side: 'BUY', price, size: size ?? ZERO, other: null, bracket }
  return plannedOf(aim, tick, null)
}

/** Those of one outcome; the same list while neither ticket nor exits change. */
export function usePlannedExits(outcomeId: string, tick: TickSize): readonly PlannedExit[] {
  const { draft, attachedExits } = useTrading()
  const order = useStore(draft)
  const { isOn } = useStore(attachedExits.draft)
  const written = useStore(attachedExits.written)
  return useMemo(
    () => (isOn && order?.outcomeId === outcomeId ? plannedExits(order, written, tick) : NONE),
    [isOn, order, written, outcomeId, tick],
  )
}
