/**
 * Flat again, a market or all of them, by one command: own orders there are cancelled, then what is held is sold, leg by leg. What
 * cannot be sold is named. The cancels go in every mode, the sales while ARMED.
 */
import type { ClientOrderId } from '#core/ids.ts'
import type { Price } from '#core/price.ts'
import { ok } from '#lib/result.ts'
import type {
  CancelResult,
  Client,
  FlattenResult,
  PlaceResult,
  Position,
  TradingState,
} from '../platform/api/client.ts'
import type { Readable } from '../platform/state/store.ts'
import type { Cancels } from './cancel.ts'
import { marketsOf, planFlatten } from './flatten-plan.ts'
import type { FlattenPlan, Held } from './flatten-plan.ts'
import { createSamePress } from './guard.ts'
import { refused } from './send.ts'
import type { Intents, Sent } from './send.ts'
import type { Prices } from '../data/settings/prices.ts'

const TIMEOUT_MS = 45_000
const NOTHING = 'nothing is held here that can be sold'

export type Flatten = ReturnType<typeof createFlatten>

/** `worst`: of each leg the better one of the limit prices that stood there in the last 300 ms. */
export type FlattenPress = { readonly plan: FlattenPlan; readonly worst: readonly Price[] }

/** Builds the flatten command of the page. */
export function createFlatten(options: {
  readonly client: Client
  readonly intents: Pick<Intents, 'send'>
  readonly trading: Readable<TradingState | null>
  readonly held: () => Held
  readonly prices: () => Prices
  /** The better one of the limit prices of a flatten that stood there lately. */
  readonly worstSeen: (position: Position, mode: 'flat', price: Price) => Price
  readonly jumpTicks: () => number
  readonly mint: () => ClientOrderId
  readonly now: () => number
  readonly cancels: Pick<Cancels, 'cancelMarket' | 'followFlatten'>
}) {
  const { cancels } = options
  let inputs: readonly unknown[] = []
  const plans = new Map<string | null, FlattenPlan>()
  const samePress = createSamePress<Sent>()

  /** Asks for no sale: another tab may have armed the terminal meanwhile. */
  function cancelAlone({ legs, coming, cancelOnly }: FlattenPlan): Sent {
    const all = [...marketsOf(legs, coming), ...cancelOnly]
    for (const marketId of all) cancels.cancelMarket({ marketId })
    return refused(all.length === 0 ? NOTHING : 'SAFE: own orders are cancelled, nothing is sold')
  }

  function sendAll({ plan, worst }: FlattenPress): Sent {
    if (options.trading.get()?.mode !== 'ARMED') return cancelAlone(plan)
    for (const marketId of plan.cancelOnly) cancels.cancelMarket({ marketId })
    const sales = plan.legs.map(({ terms }) => ({ ...terms, clientOrderId: options.mint() }))
    const legs = [
      ...sales.map(({ clientOrderId, heldOutcomeId: outcomeId, price }, at) => ({
        clientOrderId,
        outcomeId,
        worstPrice: worst[at] ?? price,
      })),
      ...plan.coming.map(({ outcomeId, worst: worstPrice }) => ({
        clientOrderId: options.mint(),
        outcomeId,
        worstPrice,
      })),
    ]
    if (legs.length === 0)
      return refused(plan.cancelOnly.length === 0 ? NOTHING : 'own orders are cancelled, nothing is sold')
    const answer = options.client.call('flattenPositions', { body: { legs } }, { timeoutMs: TIMEOUT_MS })
    cancels.followFlatten(plan.marketId, async () => {
      const answered = await answer
      return answered.ok ? ok(allCancels(answered.value)) : answered
    })
    const intents = options.intents.send(
      sales,
      () => answer,
      (answered, { clientOrderId }) => legOf(answered, clientOrderId),
    )
    return { kind: 'sent', intents }
  }

  return {
    plan(marketId: string | null): FlattenPlan {
      const [held, prices, jumpTicks] = [options.held(), options.prices(), options.jumpTicks()]
      // Every ladder asks at each change of an order or a position, and several times as it draws.
      const latest = [held.positions, held.orders, held.combos, prices, jumpTicks]
      if (latest.some((one, at) => one !== inputs[at])) plans.clear()
      inputs = latest
      const plan = plans.get(marketId) ?? planFlatten(held, marketId, prices, jumpTicks)
      plans.set(marketId, plan)
      return plan
    },
    press: (plan: FlattenPlan): FlattenPress => ({
      plan,
      worst: plan.legs.map(({ position, terms }) => options.worstSeen(position, 'flat', terms.price)),
    }),
    /** Answers the intents of the legs, or why nothing was sold. A second press within 350 ms is the same press. */
    send: (press: FlattenPress) =>
      samePress(press.plan.marketId ?? '', options.now(), () => sendAll(press)).made,
  }
}

/** An answer that leaves a leg out proves nothing of it: it is looked up as one that got no answer. */
function legOf({ legs }: FlattenResult, id: ClientOrderId): PlaceResult {
  const result = legs.find((one) => one.clientOrderId === id)?.result ?? null
  return result ?? { clientOrderId: id, result: 'unknown', order: null, reject: null, replayed: false }
}

function allCancels({ cancels }: FlattenResult): CancelResult {
  return {
    cancelled: cancels.flatMap((one) => one.cancelled),
    queued: cancels.flatMap((one) => one.queued),
    failed: cancels.flatMap((one) => one.failed),
  }
}
