/**
 * Flat again, a market or all of them, by one command: own orders there are cancelled, then what is held is sold, leg by leg. What
 * cannot be sold is named. The cancels go in every mode, the sales while ARMED.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { formatPrice, parsePrice, priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault, Client } from '../../platform/api/client.ts'
import type {
  CancelResult,
  ComboPosition,
  FlattenResult,
  Order,
  PlaceResult,
  Position,
  TradingState,
} from '../../platform/api/wire.ts'
import { microsOrZero } from '../../platform/format/numbers.ts'
import type { Readable } from '../../platform/state/store.ts'
import { REUSE_MS } from '../order-entry/intent-key.ts'
import type { Intents } from '../order-entry/intents.ts'
import { openOrders } from '../orders/own-levels.ts'
import type { Prices } from '../settings/prices.ts'
import { exitQuote } from './exits.ts'
import type { ExitTerms } from './exits.ts'

export type FlattenPlan = {
  /** Null for all of them. */
  readonly marketId: string | null
  /** Sold, each by an exit of its own; without terms there is no quote now, and why. */
  readonly legs: readonly {
    readonly position: Position
    readonly terms: ExitTerms | null
    readonly why: string | null
  }[]
  /** Not held, but an open buy may bring it before it is cancelled. */
  readonly coming: readonly string[]
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

/** What a flatten would do. `marketId`: of one market; null for all, combos included. */
function planFlatten(held: Held, marketId: string | null, prices: Prices): FlattenPlan {
  const isMeant = (one: { readonly market_id: string }) => marketId === null || one.market_id === marketId
  const open = openOrders(held.orders).filter(isMeant)
  const positions = held.positions.filter((one) => isMeant(one) && one.status !== 'closed')
  const sellable = positions.filter(({ status, dust }) => status === 'open' && !dust)
  const isHeld = new Set(sellable.map((one) => one.outcome_id))
  const buys = open.flatMap(({ side, outcome_id: id }) => (side === 'BUY' && !isHeld.has(id) ? [id] : []))
  const legs = sellable.slice(0, MAX_LEGS).map((position) => ({
    position,
    ...exitQuote(position, 'walk', null, prices),
  }))
  return {
    marketId,
    legs,
    coming: [...new Set(buys)].slice(0, MAX_LEGS - legs.length),
    orders: open.length,
    unsellable: [
      ...sellable.slice(MAX_LEGS).map((one) => ({ name: nameOf(one), why: 'too many at once: press again' })),
      ...positions
        .filter((one) => !isHeld.has(one.outcome_id))
        .map((one) => ({
          name: nameOf(one),
          why: one.dust ? 'less than 0.01 of a share' : 'resolved: claim the payout outside this terminal',
        })),
      ...(marketId === null ? held.combos : [])
        .filter(({ ended }) => !ended)
        .map(({ size, outcome_name: name }) => ({
          name: `${size} ${name}`,
          why: 'a combo is sold by a quote of its own',
        })),
    ],
  }
}

function nameOf({ size, outcome_name: name }: Position): string {
  return `${size} ${name}`
}

export type Flatten = {
  readonly plan: (marketId: string | null) => FlattenPlan
  /** Sends; answers the intents of the legs, or why nothing was sold. A second press for the same market within 350 ms is the same press. */
  readonly send: (plan: FlattenPlan) => FlattenSent
}

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
  readonly mint: () => ClientOrderId
  readonly now: () => number
  /** Cancels the own orders of an outcome's market, and tells what became of them. */
  readonly cancelMarket: (target: { readonly outcome_id: string }) => void
  /** Tells what became of the orders that were to be cancelled. */
  readonly reportCancels: (answer: Result<CancelResult, ApiFault>) => void
}): Flatten {
  let before: { readonly marketId: string | null; readonly at: number; readonly sent: FlattenSent } | null =
    null

  function leg(
    { position, terms }: FlattenPlan['legs'][number],
    clientOrderId: ClientOrderId,
    answer: Promise<Result<FlattenResult, ApiFault>>,
  ): void {
    const { outcome_id: outcomeId, outcome_name: outcomeName } = position
    const price = terms?.price ?? markOf(position)
    const size = terms?.size ?? microsOrZero(position.size)
    options.intents.leg(
      { clientOrderId, outcomeId, outcomeName, side: 'SELL', price, size },
      answer.then((answered) => (answered.ok ? legOf(answered.value, clientOrderId) : answered)),
    )
  }

  /** Asks for no sale: another tab may have armed the terminal meanwhile. */
  function cancelOnly({ legs, coming }: FlattenPlan): FlattenSent {
    const outcomes = new Map(legs.map(({ position }) => [position.market_id, position.outcome_id]))
    for (const outcome_id of [...outcomes.values(), ...coming]) options.cancelMarket({ outcome_id })
    const text =
      outcomes.size + coming.length === 0
        ? 'nothing is held here that can be sold'
        : 'SAFE: own orders are cancelled, nothing is sold'
    return { kind: 'refused', text }
  }

  return {
    plan: (marketId) => planFlatten(options.held(), marketId, options.prices()),
    send(plan) {
      const now = options.now()
      const { marketId } = plan
      if (before !== null && before.marketId === marketId && now >= before.at && now - before.at <= REUSE_MS)
        return before.sent
      if (options.trading.get()?.mode !== 'ARMED') {
        before = { marketId, at: now, sent: cancelOnly(plan) }
        return before.sent
      }
      const legs = [
        ...plan.legs.map(({ position, terms }) => ({
          client_order_id: options.mint(),
          outcome_id: position.outcome_id,
          ...(terms === null ? {} : { worst_price: formatPrice(terms.price) }),
        })),
        ...plan.coming.map((outcome_id) => ({ client_order_id: options.mint(), outcome_id })),
      ]
      if (legs.length === 0) return { kind: 'refused', text: 'nothing is held here that can be sold' }
      const ids = legs.slice(0, plan.legs.length).map((one) => one.client_order_id)
      const sent: FlattenSent = { kind: 'sent', ids }
      before = { marketId, at: now, sent }
      const answer = options.client.call('flattenPositions', { body: { legs } }, { timeoutMs: TIMEOUT_MS })
      void answer.then((answered) =>
        options.reportCancels(answered.ok ? ok(allCancels(answered.value)) : answered),
      )
      for (const [at, one] of plan.legs.entries()) {
        const id = ids[at]
        if (id !== undefined) leg(one, id, answer)
      }
      return sent
    },
  }
}

/** An answer that leaves a leg out proves nothing of it: it is looked up as one that got no answer. */
function legOf({ legs }: FlattenResult, id: ClientOrderId): Result<PlaceResult, never> {
  const result = legs.find((one) => one.client_order_id === id)?.result ?? null
  return ok(result ?? { client_order_id: id, result: 'unknown', order: null, reject: null, replayed: false })
}

function allCancels({ cancels }: FlattenResult): CancelResult {
  return {
    cancelled: cancels.flatMap((one) => one.cancelled),
    queued: cancels.flatMap((one) => one.queued),
    failed: cancels.flatMap((one) => one.failed),
  }
}

/** Only to name the leg before its answer has what was sent. */
function markOf({ mark_price: mark }: Position): Price {
  const price = (mark === null ? null : parsePrice(mark)) ?? priceFromSteps(1)
  if (price === null) throw new Error('0.0001 is a price')
  return price
}
