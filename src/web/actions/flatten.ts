/**
 * Flat again, a market or all of them, by one command: own orders there are cancelled, then what is held is sold, leg by leg. What
 * cannot be sold is named. The cancels go in every mode, the sales while ARMED.
 */
import { ok } from '#lib/result.ts'
import type { Sent } from '../data/account/intent.ts'
import type { ComboPosition } from '../platform/api/client.ts'
import type { ListView } from '../platform/live/list-store.ts'
import type { Readable } from '../platform/state/store.ts'
import type { Cancels } from './cancel.ts'
import type { Exits } from './close.ts'
import { WHY_NOT } from '../words/why-not.ts'
import { allCancels, flattenOrders, flattenPlan } from './drafts/flatten-plan.ts'
import type { FlattenPlan } from './drafts/flatten-plan.ts'
import { createSamePress, stateNow } from './guard.ts'
import { refused } from './send.ts'
import type { Acting } from './send.ts'

export type Flatten = ReturnType<typeof createFlatten>
/** `worst`: of each leg the better one of the limit prices of the last 300 ms. */
export type FlattenPress = ReturnType<Flatten['press']>

/** Builds the flatten command of the page. */
export function createFlatten(
  parts: Acting,
  { worstSeen }: Pick<Exits, 'worstSeen'>,
  combos: { readonly positions: Readable<Pick<ListView<ComboPosition>, 'items'>> },
  cancels: Pick<Cancels, 'cancelMarket' | 'followFlatten'>,
) {
  const { client, mint } = parts
  const samePress = createSamePress<Sent>()

  /** `marketId` is null for all markets. */
  const plan = (marketId: string | null) =>
    flattenPlan(marketId, {
      orders: parts.orders.get().items,
      positions: parts.positions.get().items,
      combos: combos.positions.get().items,
      prices: parts.prices(),
      jumpTicks: parts.settings.get().clickJumpTicks,
    })

  function press(planned: FlattenPlan) {
    const worst = planned.legs.map(({ position, terms }) => worstSeen(position, 'flat', terms.price))
    return { plan: planned, worst }
  }

  function sendAll({ plan: planned, worst }: ReturnType<typeof press>): Sent {
    const { marketId, sold, cancelOnly } = planned
    // No sale is asked for while SAFE: another tab may have armed the terminal meanwhile.
    const isArmed = stateNow(parts, false).mode === 'ARMED'
    const cancelled = isArmed ? cancelOnly : [...sold, ...cancelOnly]
    for (const id of cancelled) cancels.cancelMarket({ marketId: id })
    if (!isArmed || sold.length === 0) {
      if (cancelled.length === 0) return refused(WHY_NOT.nothingSellable)
      return refused(`${isArmed ? '' : 'SAFE: '}${WHY_NOT.onlyCancelled}`)
    }
    const { sales, body } = flattenOrders(planned, worst, mint)
    const answer = client.call('flattenPositions', { body })
    cancels.followFlatten(marketId, async () => {
      const answered = await answer
      return answered.ok ? ok(allCancels(answered.value)) : answered
    })
    const intents = parts.intents.send(
      sales,
      () => answer,
      (answered, order) => answered.legs.find((leg) => leg.clientOrderId === order.clientOrderId)?.result,
    )
    return { intents, refusals: [] }
  }

  return {
    plan,
    press,
    /** Answers the intents of the legs, or why nothing was sold. A second press within 350 ms is the same press. */
    send: (made: ReturnType<typeof press>) =>
      samePress(made.plan.marketId ?? '', parts.now(), () => sendAll(made)).made,
  }
}
