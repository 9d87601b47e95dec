/**
 * Flat again, a market or all of them, by one command: own orders there are cancelled, then what is held is sold, leg by leg. What
 * cannot be sold is named. The cancels go in every mode, the sales while ARMED.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { ok } from '#lib/result.ts'
import type { Sent } from '../data/account/intent.ts'
import { openOrders } from '../data/account/own-levels.ts'
import type { ComboPosition, FlattenResult, Order, PlaceResult, Position } from '../platform/api/client.ts'
import { writtenAmount } from '../platform/format/figures.ts'
import type { ListView } from '../platform/live/list-store.ts'
import type { Readable } from '../platform/state/store.ts'
import type { Cancels } from './cancel.ts'
import type { Exits } from './close.ts'
import { exitQuote } from './exit-quote.ts'
import { createSamePress, stateNow } from './guard.ts'
import { refused } from './send.ts'
import type { Acting } from './send.ts'

const HOW = { timeoutMs: 45_000 }
/** The most legs of one command; more wait for the next. */
const MAX_LEGS = 100
const RESOLVED = 'resolved: claim the payout outside this terminal'

export type Flatten = ReturnType<typeof createFlatten>
export type FlattenPlan = ReturnType<Flatten['plan']>
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

  /** A position without a quote is not sold: its price would be one that nobody saw. `marketId` null for all, combos included. */
  function plan(marketId: string | null) {
    const isMeant = (id: string) => marketId === null || id === marketId
    const open = openOrders(parts.orders.get().items).filter((order) => isMeant(order.marketId))
    const positions = parts.positions
      .get()
      .items.filter((one) => isMeant(one.marketId) && one.status !== 'closed')
    const sellable = positions.filter(({ status, dust }) => status === 'open' && !dust)
    const isHeld = new Set(sellable.map((one) => one.outcomeId))
    const quoted = sellable.map((position) => ({
      position,
      ...exitQuote({ ...position, exit: position.flat }, 'walk', null, parts.prices()),
    }))
    const all = quoted.flatMap(({ position, terms }) => (terms === null ? [] : [{ position, terms }]))
    const legs = all.slice(0, MAX_LEGS)
    const buys = open.filter(({ side, outcomeId: id }) => side === 'BUY' && !isHeld.has(id))
    const coming = comingOf(buys, parts.settings.get().clickJumpTicks).slice(0, MAX_LEGS - legs.length)
    const sold = new Set([...legs.map(({ position }) => position), ...coming].map((one) => one.marketId))
    const others = new Set(open.map((one) => one.marketId).filter((id) => !sold.has(id)))
    const kept = (one: Pick<Position, 'size' | 'outcomeName'>, why: string) => ({
      name: `${writtenAmount(one.size)} ${one.outcomeName}`,
      why,
    })
    return {
      marketId,
      /** Sold, each by an exit of its own. */
      legs,
      coming,
      /** Markets in which something is sold, and those in which own orders are cancelled and nothing is. */
      sold: [...sold],
      cancelOnly: [...others],
      /** Own open orders in these markets. */
      orders: open.length,
      unsellable: [
        ...all.slice(MAX_LEGS).map(({ position }) => kept(position, 'too many at once: press again')),
        ...quoted.flatMap(({ position, why }) => (why === null ? [] : [kept(position, why)])),
        ...positions
          .filter((one) => !isHeld.has(one.outcomeId))
          .map((one) => kept(one, one.dust ? 'less than 0.01 of a share' : RESOLVED)),
        ...(marketId === null ? combos.positions.get().items : [])
          .filter(({ ended }) => !ended)
          .map((one) => kept(one, 'a combo is sold by a quote of its own')),
      ],
    }
  }

  function press(planned: ReturnType<typeof plan>) {
    const worst = planned.legs.map(({ position, terms }) => worstSeen(position, 'flat', terms.price))
    return { plan: planned, worst }
  }

  function sendAll({ plan: planned, worst }: ReturnType<typeof press>): Sent {
    const { marketId, legs, coming, sold, cancelOnly } = planned
    // No sale is asked for while SAFE: another tab may have armed the terminal meanwhile.
    const isArmed = stateNow(parts, false).mode === 'ARMED'
    const cancelled = isArmed ? cancelOnly : [...sold, ...cancelOnly]
    for (const id of cancelled) cancels.cancelMarket({ marketId: id })
    if (!isArmed || sold.length === 0) {
      const safe = isArmed ? '' : 'SAFE: '
      return refused(
        cancelled.length === 0
          ? 'nothing is held here that can be sold'
          : `${safe}own orders are cancelled, nothing is sold`,
      )
    }
    const sales = legs.map(({ terms }, at) => ({
      ...terms,
      clientOrderId: mint(),
      worstPrice: worst[at] ?? terms.price,
    }))
    const others = coming.map((one) => ({ ...one, clientOrderId: mint() }))
    const body = {
      legs: [...sales, ...others].map(({ clientOrderId, heldOutcomeId: outcomeId, worstPrice }) => ({
        clientOrderId,
        outcomeId,
        worstPrice,
      })),
    }
    const answer = client.call('flattenPositions', { body }, HOW)
    cancels.followFlatten(marketId, async () => {
      const answered = await answer
      if (!answered.ok) return answered
      const all = answered.value.cancels
      return ok({
        cancelled: all.flatMap((one) => one.cancelled),
        queued: all.flatMap((one) => one.queued),
        failed: all.flatMap((one) => one.failed),
      })
    })
    const intents = parts.intents.send(
      sales,
      () => answer,
      (answered, { clientOrderId }) => legOf(answered, clientOrderId),
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

/** An answer that leaves a leg out proves nothing of it: it is looked up as one that got no answer. */
function legOf({ legs }: FlattenResult, id: ClientOrderId): PlaceResult {
  const result = legs.find((one) => one.clientOrderId === id)?.result ?? null
  return result ?? { clientOrderId: id, result: 'unknown', order: null, reject: null, replayed: false }
}

type Coming = { readonly marketId: string; readonly heldOutcomeId: string; readonly worstPrice: Price }

/**
 * Not held, but an open buy may bring it before it is cancelled: sold at no less than the lowest of the buys' prices, less what a
 * market may jump, or kept.
 */
function comingOf(buys: readonly Order[], jumpTicks: number): readonly Coming[] {
  const all = new Map<string, Coming>()
  for (const { marketId, outcomeId, price, tickSize } of buys) {
    const tick = tickSize ?? 1
    const least = priceFromSteps(Math.max(tick, price - jumpTicks * tick))
    const known = all.get(outcomeId)
    if (least !== null && (known === undefined || least < known.worstPrice))
      all.set(outcomeId, { marketId, heldOutcomeId: outcomeId, worstPrice: least })
  }
  return [...all.values()]
}
