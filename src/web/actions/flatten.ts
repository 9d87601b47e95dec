/**
 * Flat again, a market or all of them, by one command: own orders there are cancelled, then what is held is sold, leg by leg. What
 * cannot be sold is named. The cancels go in every mode, the sales while ARMED.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { ok } from '#lib/result.ts'
import type {
  CancelResult,
  Client,
  ComboPosition,
  FlattenResult,
  Order,
  PlaceResult,
  Position,
  TradingState,
} from '../platform/api/client.ts'
import { writtenAmount } from '../platform/format/figures.ts'
import type { Readable } from '../platform/state/store.ts'
import type { Cancels } from './cancel.ts'
import { createSamePress } from './guard.ts'
import type { Intents } from './send.ts'
import { openOrders } from '../data/account/own-levels.ts'
import type { Prices } from '../data/settings/prices.ts'
import { exitQuote } from './exit-quote.ts'
import type { ExitTerms } from './exit-quote.ts'

export type FlattenPlan = {
  /** Null for all of them. */
  readonly marketId: string | null
  /** Sold, each by an exit of its own. */
  readonly legs: readonly { readonly position: Position; readonly terms: ExitTerms }[]
  /** Not held, but an open buy may bring it before it is cancelled; sold about as well as it was bought, or kept. */
  readonly coming: readonly { readonly marketId: string; readonly outcomeId: string; readonly worst: Price }[]
  /** Markets in which own orders are cancelled and nothing is sold. */
  readonly cancelOnly: readonly string[]
  /** Own open orders in these markets. */
  readonly orders: number
  readonly unsellable: readonly { readonly name: string; readonly why: string }[]
}

type Held = {
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
  readonly combos: readonly ComboPosition[]
}

/** The most legs of one command; more wait for the next. */
const MAX_LEGS = 100
const TIMEOUT_MS = 45_000
const NOTHING = 'nothing is held here that can be sold'

/**
 * Plan of a flatten. A position without a quote is not sold: its price would be one that nobody saw. @param marketId
 * of one market; null for all, combos included @param jumpTicks how far below the price of an open buy its shares may
 * be sold
 */
function planFlatten(held: Held, marketId: string | null, prices: Prices, jumpTicks: number): FlattenPlan {
  const isMeant = (id: string) => marketId === null || id === marketId
  const open = openOrders(held.orders).filter((order) => isMeant(order.marketId))
  const positions = held.positions.filter((one) => isMeant(one.marketId) && one.status !== 'closed')
  const sellable = positions.filter(({ status, dust }) => status === 'open' && !dust)
  const isHeld = new Set(sellable.map((one) => one.outcomeId))
  const quoted = sellable.map((position) => ({
    position,
    ...exitQuote({ ...position, exit: position.flat }, 'walk', null, prices),
  }))
  const all = quoted.flatMap(({ position, terms }) => (terms === null ? [] : [{ position, terms }]))
  const legs = all.slice(0, MAX_LEGS)
  const buys = open.filter(({ side, outcomeId: id }) => side === 'BUY' && !isHeld.has(id))
  const coming = comingOf(buys, jumpTicks).slice(0, MAX_LEGS - legs.length)
  const sold = marketsOf(legs, coming)
  const others = open.filter((one) => !sold.has(one.marketId))
  return {
    marketId,
    legs,
    coming,
    cancelOnly: [...new Set(others.map((one) => one.marketId))],
    orders: open.length,
    unsellable: [
      ...all.slice(MAX_LEGS).map(({ position }) => ({
        name: nameOf(position),
        why: 'too many at once: press again',
      })),
      ...quoted.flatMap(({ position, why }) => (why === null ? [] : [{ name: nameOf(position), why }])),
      ...positions
        .filter((one) => !isHeld.has(one.outcomeId))
        .map((one) => ({
          name: nameOf(one),
          why: one.dust ? 'less than 0.01 of a share' : 'resolved: claim the payout outside this terminal',
        })),
      ...(marketId === null ? held.combos : [])
        .filter(({ ended }) => !ended)
        .map(({ size, outcomeName }) => ({
          name: `${writtenAmount(size)} ${outcomeName}`,
          why: 'a combo is sold by a quote of its own',
        })),
    ],
  }
}

/** Outcomes that open buys may bring, and the least at which that is sold: the lowest of their prices, less what a market may jump. */
function comingOf(buys: readonly Order[], jumpTicks: number): FlattenPlan['coming'] {
  const all = new Map<string, FlattenPlan['coming'][number]>()
  for (const { marketId, outcomeId, price, tickSize } of buys) {
    const tick = tickSize ?? 1
    const least = priceFromSteps(Math.max(tick, price - jumpTicks * tick))
    const known = all.get(outcomeId)
    if (least !== null && (known === undefined || least < known.worst))
      all.set(outcomeId, { marketId, outcomeId, worst: least })
  }
  return [...all.values()]
}

function marketsOf(legs: FlattenPlan['legs'], coming: FlattenPlan['coming']): ReadonlySet<string> {
  return new Set([...legs.map(({ position }) => position.marketId), ...coming.map((one) => one.marketId)])
}

function nameOf({ size, outcomeName: name }: Position): string {
  return `${writtenAmount(size)} ${name}`
}

export type Flatten = ReturnType<typeof createFlatten>

/** `worst`: of each leg the better one of the limit prices that stood there in the last 300 ms. */
export type FlattenPress = { readonly plan: FlattenPlan; readonly worst: readonly Price[] }

export type FlattenSent =
  | { readonly kind: 'sent'; readonly ids: readonly ClientOrderId[] }
  | { readonly kind: 'refused'; readonly text: string }

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
  const samePress = createSamePress<FlattenSent>()

  /** Asks for no sale: another tab may have armed the terminal meanwhile. */
  function cancelAlone({ legs, coming, cancelOnly }: FlattenPlan): FlattenSent {
    const all = [...marketsOf(legs, coming), ...cancelOnly]
    for (const marketId of all) cancels.cancelMarket({ marketId })
    const text = all.length === 0 ? NOTHING : 'SAFE: own orders are cancelled, nothing is sold'
    return { kind: 'refused', text }
  }

  function sendAll({ plan, worst }: FlattenPress): FlattenSent {
    if (options.trading.get()?.mode !== 'ARMED') return cancelAlone(plan)
    for (const marketId of plan.cancelOnly) cancels.cancelMarket({ marketId })
    const sales = plan.legs.map(({ position, terms }) => ({
      ...terms,
      clientOrderId: options.mint(),
      position,
    }))
    const legs = [
      ...sales.map(({ clientOrderId, position, price }, at) => ({
        clientOrderId,
        outcomeId: position.outcomeId,
        worstPrice: worst[at] ?? price,
      })),
      ...plan.coming.map((one) => ({
        clientOrderId: options.mint(),
        outcomeId: one.outcomeId,
        worstPrice: one.worst,
      })),
    ]
    if (legs.length === 0) {
      const text = plan.cancelOnly.length === 0 ? NOTHING : 'own orders are cancelled, nothing is sold'
      return { kind: 'refused', text }
    }
    const answer = options.client.call('flattenPositions', { body: { legs } }, { timeoutMs: TIMEOUT_MS })
    cancels.followFlatten(plan.marketId, async () => {
      const answered = await answer
      return answered.ok ? ok(allCancels(answered.value)) : answered
    })
    const sent = options.intents.send(
      sales,
      () => answer,
      (answered, { clientOrderId }) => legOf(answered, clientOrderId),
    )
    return { kind: 'sent', ids: sent.map(({ clientOrderId }) => clientOrderId) }
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
