/**
 * Flat again, a market or all of them, by one command: own orders there are cancelled, then what is held is sold, leg by leg. What
 * cannot be sold is named. The cancels go in every mode, the sales while ARMED.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type {
  ApiFault,
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
import { createSamePress } from './intent-key.ts'
import type { Intents } from './intents.ts'
import { openOrders } from '../data/account/own-levels.ts'
import type { Prices } from '../data/settings/prices.ts'
import { exitQuote } from './exits.ts'
import type { ExitTerms } from './exits.ts'

export type FlattenPlan = {
  /** Null for all of them. */
  readonly marketId: string | null
  /** Sold, each by an exit of its own. */
  readonly legs: readonly { readonly position: Position; readonly terms: ExitTerms }[]
  /** Not held, but an open buy may bring it before it is cancelled; sold about as well as it was bought, or kept. */
  readonly coming: readonly { readonly outcomeId: string; readonly worst: Price }[]
  /** An outcome of each market in which own orders are cancelled and nothing is sold. */
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
  const sold = new Set([
    ...legs.map(({ position }) => position.marketId),
    ...buys.flatMap((one) =>
      coming.some(({ outcomeId }) => outcomeId === one.outcomeId) ? [one.marketId] : [],
    ),
  ])
  const others = open.filter((one) => !sold.has(one.marketId))
  return {
    marketId,
    legs,
    coming,
    cancelOnly: [...new Map(others.map((one) => [one.marketId, one.outcomeId])).values()],
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
  const worst = new Map<string, Price>()
  for (const { outcomeId, price, tickSize } of buys) {
    const tick = tickSize ?? 1
    const least = priceFromSteps(Math.max(tick, price - jumpTicks * tick))
    const known = worst.get(outcomeId)
    if (least !== null && (known === undefined || least < known)) worst.set(outcomeId, least)
  }
  return [...worst].map(([outcomeId, price]) => ({ outcomeId, worst: price }))
}

function nameOf({ size, outcomeName: name }: Position): string {
  return `${writtenAmount(size)} ${name}`
}

export type Flatten = {
  readonly plan: (marketId: string | null) => FlattenPlan
  /** Plan at the press. */
  readonly press: (plan: FlattenPlan) => FlattenPress
  /** Sends; answers the intents of the legs, or why nothing was sold. A second press for the same market within 350 ms is the same press. */
  readonly send: (press: FlattenPress) => FlattenSent
}

/** `worst`: of each leg the better one of the limit prices that stood there in the last 300 ms. */
export type FlattenPress = { readonly plan: FlattenPlan; readonly worst: readonly Price[] }

export type FlattenSent =
  | { readonly kind: 'sent'; readonly ids: readonly ClientOrderId[] }
  | { readonly kind: 'refused'; readonly text: string }

/** Builds the flatten command of the page. */
export function createFlatten(options: {
  readonly client: Client
  readonly intents: Pick<Intents, 'leg'>
  readonly trading: Readable<TradingState | null>
  readonly held: () => Held
  readonly prices: () => Prices
  /** The better one of the limit prices of a flatten that stood there lately. */
  readonly worstSeen: (position: Position, mode: 'flat', price: Price) => Price
  readonly jumpTicks: () => number
  readonly mint: () => ClientOrderId
  readonly now: () => number
  /** Cancels the own orders of an outcome's market, and tells what became of them. */
  readonly cancelMarket: (target: { readonly outcomeId: string }) => void
  /** Tells what became of the orders that were to be cancelled. */
  readonly reportCancels: (answer: Result<CancelResult, ApiFault>) => void
}): Flatten {
  let inputs: readonly unknown[] = []
  const plans = new Map<string | null, FlattenPlan>()
  const samePress = createSamePress<FlattenSent>()

  function leg(
    { position, terms }: FlattenPlan['legs'][number],
    clientOrderId: ClientOrderId,
    answer: Promise<Result<FlattenResult, ApiFault>>,
  ): void {
    const { outcomeId, outcomeName } = position
    options.intents.leg(
      { clientOrderId, outcomeId, outcomeName, side: 'SELL', price: terms.price, size: terms.size },
      answer.then((answered) => (answered.ok ? legOf(answered.value, clientOrderId) : answered)),
    )
  }

  /** Asks for no sale: another tab may have armed the terminal meanwhile. */
  function cancelAlone({ legs, coming, cancelOnly }: FlattenPlan): FlattenSent {
    const outcomes = new Map(legs.map(({ position }) => [position.marketId, position.outcomeId]))
    const all = [...outcomes.values(), ...coming.map(({ outcomeId }) => outcomeId), ...cancelOnly]
    for (const outcomeId of all) options.cancelMarket({ outcomeId })
    const text = all.length === 0 ? NOTHING : 'SAFE: own orders are cancelled, nothing is sold'
    return { kind: 'refused', text }
  }

  function sendAll({ plan, worst }: FlattenPress): FlattenSent {
    if (options.trading.get()?.mode !== 'ARMED') return cancelAlone(plan)
    const bodyOf = (outcomeId: string, price: Price) => ({
      clientOrderId: options.mint(),
      outcomeId,
      worstPrice: price,
    })
    const legs = [
      ...plan.legs.map(({ position, terms }, at) => bodyOf(position.outcomeId, worst[at] ?? terms.price)),
      ...plan.coming.map((one) => bodyOf(one.outcomeId, one.worst)),
    ]
    for (const outcomeId of plan.cancelOnly) options.cancelMarket({ outcomeId })
    if (legs.length === 0) {
      const text = plan.cancelOnly.length === 0 ? NOTHING : 'own orders are cancelled, nothing is sold'
      return { kind: 'refused', text }
    }
    const answer = options.client.call('flattenPositions', { body: { legs } }, { timeoutMs: TIMEOUT_MS })
    void answer.then((answered) =>
      options.reportCancels(answered.ok ? ok(allCancels(answered.value)) : answered),
    )
    const ids = legs.slice(0, plan.legs.length).map((one) => one.clientOrderId)
    for (const [at, one] of plan.legs.entries()) {
      const id = ids[at]
      if (id !== undefined) leg(one, id, answer)
    }
    return { kind: 'sent', ids }
  }

  return {
    plan(marketId) {
      const [held, prices, jumpTicks] = [options.held(), options.prices(), options.jumpTicks()]
      // Every ladder asks at each change of an order or a position, and several times as it draws.
      const latest = [held.positions, held.orders, held.combos, prices, jumpTicks]
      if (latest.some((one, at) => one !== inputs[at])) plans.clear()
      inputs = latest
      const plan = plans.get(marketId) ?? planFlatten(held, marketId, prices, jumpTicks)
      plans.set(marketId, plan)
      return plan
    },
    press: (plan) => ({
      plan,
      worst: plan.legs.map(({ position, terms }) => options.worstSeen(position, 'flat', terms.price)),
    }),
    send: (press) => samePress(press.plan.marketId ?? '', options.now(), () => sendAll(press)).made,
  }
}

/** An answer that leaves a leg out proves nothing of it: it is looked up as one that got no answer. */
function legOf({ legs }: FlattenResult, id: ClientOrderId): Result<PlaceResult, never> {
  const result = legs.find((one) => one.clientOrderId === id)?.result ?? null
  return ok(result ?? { clientOrderId: id, result: 'unknown', order: null, reject: null, replayed: false })
}

function allCancels({ cancels }: FlattenResult): CancelResult {
  return {
    cancelled: cancels.flatMap((one) => one.cancelled),
    queued: cancels.flatMap((one) => one.queued),
    failed: cancels.flatMap((one) => one.failed),
  }
}
