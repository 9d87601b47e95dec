/**
 * One attached exit: what it covers, when a leg is set off, and what it sends next. It never offers more than it covers,
 * ends what rests before it sells, sends nothing while a sale of its own is under way or it may not act (INV-64, INV-65),
 * and decides only on a look at the present; facts that come in between change what is known and nothing else.
 */
import type { ClientOrderId } from '../ids.ts'
import { addMicros, micros, roundSizeDown, ZERO, type Micros } from '../money.ts'
import {
  coveredShares,
  offeredShares,
  openOrders,
  restOf,
  soldShares,
  trailingPrice,
} from '../order/attached-exit.ts'
import type { AttachedExit, EntryOrder, ExitEnd, ExitLeg, ExitOrder } from '../order/attached-exit.ts'
import { priceFromSteps, type Price, type TickSize } from '../price.ts'
import {
  changed,
  ended,
  quiet,
  takeEntry,
  takeOrder,
  takeRefusal,
  takeReplaced,
  untriggered,
  withoutTarget,
  withWaits,
} from './attached-exit-facts.ts'
import type { ExitEvent, ExitLook, ExitStep } from './attached-exit-facts.ts'

/** The least that an order can sell. */
const HUNDREDTH = micros(10_000n)
/** A replace ends the old order before the new one is there. */
const REPLACED_WITHIN_MS = 20_000
const CANCEL_AGAIN_MS = 2_000
/** A bid that is gone sooner was no price of the market. */
const STOOD_MS = 1_000

/** One event of an exit. The state object stays the same when nothing changed. */
export function stepAttachedExit(exit: AttachedExit, event: ExitEvent): ExitStep {
  if (exit.end !== null) return quiet(exit)
  switch (event.type) {
    case 'look':
      return look(followed(exit, event), event)
    case 'entry':
      return quiet(takeEntry(exit, event))
    case 'replaced':
      return quiet(takeReplaced(exit, event))
    case 'order':
      return takeOrder(exit, event)
    case 'refused':
      return takeRefusal(exit, event)
    case 'cut':
      return quiet(event.by === 0n ? exit : { ...exit, cut: addMicros(exit.cut, event.by) })
    case 'gives_way':
      return quiet(givesWay(exit, event.orders))
    case 'change':
      return quiet(changed(exit, event.legs, event.tick))
    case 'cancelled':
      return quiet(exit.legs.target === null ? exit : withoutTarget(exit, 'you', event.at))
    case 'remove':
      return quiet(exit.isRemoved ? exit : { ...exit, isRemoved: true })
  }
}

function givesWay(exit: AttachedExit, asked: ReadonlySet<ClientOrderId>): AttachedExit {
  const isMeant = ({ clientOrderId, isOver, isCancelling }: ExitOrder): boolean =>
    asked.has(clientOrderId) && !isOver && !isCancelling
  if (!exit.orders.some(isMeant)) return exit
  const orders = exit.orders.map((order) => (isMeant(order) ? { ...order, isCancelling: true } : order))
  return { ...exit, orders }
}

/** Facts that a look adds, whatever it leads to. */
function followed(exit: AttachedExit, look: ExitLook): AttachedExit {
  return timed(risen(exit, look), look)
}

/** The trailing stop follows a best bid that stood with at least the market's minimum behind it, only while the exit may act. */
function risen(exit: AttachedExit, { isPaused, top, now }: ExitLook): AttachedExit {
  const bid = top?.firmBid ?? null
  const { rising } = exit.waits
  if (exit.legs.trailing === null) return exit
  if (isPaused || bid === null || (exit.high !== null && bid <= exit.high))
    return withWaits(exit, { rising: null })
  if (rising === null) return withWaits(exit, { rising: { bid, since: now.mono } })
  if (now.mono - rising.since < STOOD_MS) {
    return bid < rising.bid ? withWaits(exit, { rising: { ...rising, bid } }) : exit
  }
  const high = bid < rising.bid ? bid : rising.bid
  return { ...withWaits(exit, { rising: bid > high ? { bid, since: now.mono } : null }), high }
}

/** Since when its time has come: one wrong clock of a moment sets nothing off. */
function timed(exit: AttachedExit, { now, startsAt }: ExitLook): AttachedExit {
  const { time } = exit.legs
  const isDue = time !== null && startsAt !== null && now.wall >= startsAt - time.minutesBefore * 60_000
  return withWaits(exit, { timeDueSince: isDue ? (exit.waits.timeDueSince ?? now.mono) : null })
}

function look(exit: AttachedExit, now: ExitLook): ExitStep {
  const open = openOrders(exit)
  const over = open.length === 0 ? overBy(exit, now) : null
  if (over !== null) return ended(exit, over, now.now)
  if (open.some(({ rests }) => !rests)) return quiet(exit)
  if (exit.isRemoved || now.isResolved) return cancelOrders(exit, open)
  if (now.isPaused || now.top === null) return quiet(withWaits(untriggered(exit), { held: null }))
  const leg = exit.isTriggered ? (exit.trigger?.leg ?? null) : dueLeg(exit, now)
  if (leg !== null && now.now.mono >= exit.waits.sale.notBefore) return trigger(exit, leg, open, now)
  // Between two tries of a sale nothing is offered elsewhere.
  return leg === null ? rest(exit, open, now) : quiet(exit)
}

/** How an exit without an open order has ended, or null while it goes on. */
function overBy(exit: AttachedExit, { now, isResolved }: ExitLook): ExitEnd | null {
  if (exit.isRemoved) return 'removed'
  if (isResolved) return 'resolved'
  const { target, stop, trailing, time } = exit.legs
  if (target === null && stop === null && trailing === null && time === null) {
    return now.mono >= (exit.targetCancelled?.at ?? 0) + REPLACED_WITHIN_MS ? 'target_cancelled' : null
  }
  if (restOf(exit) >= HUNDREDTH || exit.entriesOverAt === null) return null
  if (soldShares(exit) > 0n) return 'filled'
  if (exit.entries.length === 0 || exit.cut > 0n || coveredShares(exit) > 0n) return 'position_gone'
  return now.mono >= exit.entriesOverAt + REPLACED_WITHIN_MS ? 'entry_not_filled' : null
}

/** The leg that is set off now; null when none is. Without a bid there is nobody to sell to. */
function dueLeg(exit: AttachedExit, { top, clockRightAt }: ExitLook): ExitLeg | null {
  const bid = top?.bestBid ?? null
  if (bid === null) return null
  const { stop } = exit.legs
  if (stop !== null && bid <= stop.price) return 'stop'
  const trailing = trailingPrice(exit)
  if (trailing !== null && bid <= trailing) return 'trailing'
  const { timeDueSince } = exit.waits
  if (timeDueSince !== null && clockRightAt !== null && clockRightAt > timeDueSince) return 'time'
  return isTargetMet(exit, bid, top?.minOrderSize ?? ZERO) ? 'target' : null
}

/** A remainder too small to rest is sold once the best bid is at the target. */
function isTargetMet(exit: AttachedExit, bid: Price, minimum: Micros): boolean {
  const { target } = exit.legs
  const left = restOf(exit)
  if (target === null || exit.entriesOverAt === null || openOrders(exit).length > 0) return false
  return left >= HUNDREDTH && left < minimum && bid >= target.price
}

/** Resting orders and open buys end first; the sale leaves once nothing of the exit rests and the venue takes it. */
function trigger(exit: AttachedExit, leg: ExitLeg, open: readonly ExitOrder[], now: ExitLook): ExitStep {
  const { top } = now
  if (top === null || top.bestBid === null) return quiet(exit)
  const isNew = !exit.isTriggered && !(exit.waits.held !== null && exit.trigger?.leg === leg)
  const triggered: AttachedExit = exit.isTriggered
    ? exit
    : {
        ...exit,
        isTriggered: true,
        trigger: { leg, price: top.bestBid, evidence: top.evidence, at: now.now.wall },
      }
  const entries = isNew && leg !== 'target' ? exit.entries.filter(({ isOver }) => !isOver) : []
  if (open.length > 0) return cancelOrders(triggered, open, entries)
  const size = roundSizeDown(restOf(exit))
  if (size < HUNDREDTH) {
    const sale = { ...exit.waits.sale, notBefore: now.now.mono + CANCEL_AGAIN_MS }
    return withCancel(withWaits(untriggered(triggered), { sale }), entries)
  }
  const { sale: held } = now.held
  if (held !== null) {
    const isKnown = !isNew && !exit.isTriggered && exit.waits.held === held
    return isKnown ? quiet(exit) : withCancel(withWaits(untriggered(triggered), { held }), entries)
  }
  const [order, state] = withOrder(triggered, now.freshId, { leg, rests: false, price: null, size })
  const worst = worstPrice(exit, leg, top.bestBid, top.tickSize)
  return { state, effects: [...withCancel(state, entries).effects, { type: 'sell', order, worst }] }
}

/** Below which a leg does not sell; null where the limit of exits alone decides. */
function worstPrice(
  { legs, slippage }: AttachedExit,
  leg: ExitLeg,
  bid: Price,
  tick: TickSize,
): Price | null {
  if (leg === 'target') return legs.target?.price ?? null
  if (leg !== 'stop' && leg !== 'trailing') return null
  const kept = legs[leg]
  if (kept === null) return null
  return priceFromSteps(Math.max(tick, bid - (slippage[leg] ?? kept.slippageTicks * tick)))
}

function withCancel(state: AttachedExit, orders: readonly (ExitOrder | EntryOrder)[]): ExitStep {
  return { state, effects: orders.length === 0 ? [] : [{ type: 'cancel', orders }] }
}

/** Cancels those of the orders that it has not cancelled yet, and `entries` with them. */
function cancelOrders(
  exit: AttachedExit,
  orders: readonly ExitOrder[],
  entries: readonly EntryOrder[] = [],
): ExitStep {
  const wanted = orders.filter(({ isCancelling }) => !isCancelling)
  const ids = new Set(wanted.map(({ clientOrderId }) => clientOrderId))
  const state =
    wanted.length === 0
      ? exit
      : {
          ...exit,
          orders: exit.orders.map((order) =>
            ids.has(order.clientOrderId) ? { ...order, isCancelling: true } : order,
          ),
        }
  return withCancel(state, [...wanted, ...entries])
}

/** Keeps the orders of the target at its price and within what is covered, and offers what is not offered yet. */
function rest(before: AttachedExit, open: readonly ExitOrder[], now: ExitLook): ExitStep {
  // An order under way may be refused as the one before it was.
  const isTrying = before.waits.target.holds > 0 && open.length > 0
  const exit = isTrying ? before : withWaits(before, { held: null })
  const { target } = exit.legs
  const { top } = now
  if (target === null || top === null) return cancelOrders(exit, open)
  const wrong = open.filter(({ price }) => price !== target.price)
  if (wrong.length > 0) return cancelOrders(exit, wrong)
  const unoffered = restOf(exit) - offeredShares(exit)
  const last = open.findLast(({ isCancelling }) => !isCancelling)
  if (unoffered < 0n)
    return open.some(({ isCancelling }) => isCancelling) ? quiet(exit) : cancelLast(exit, last)
  const free = now.free ?? ZERO
  const size = roundSizeDown(micros(unoffered < free ? unoffered : free))
  if (size < top.minOrderSize || size < HUNDREDTH) {
    // Too little to rest alone joins an order that rests, once no more of the entry can fill.
    const joins = exit.entriesOverAt !== null && unoffered >= HUNDREDTH && unoffered < top.minOrderSize
    return joins && now.free !== null && now.free >= unoffered ? cancelLast(exit, last) : quiet(exit)
  }
  const isCrossing = top.bestBid !== null && top.bestBid >= target.price
  const held = isCrossing ? now.held.sale : now.held.target
  if (held !== null) return quiet(withWaits(before, { held }))
  if (now.now.mono < exit.waits.target.notBefore) return quiet(before)
  const [order, state] = withOrder(before, now.freshId, {
    leg: 'target',
    rests: true,
    price: target.price,
    size,
  })
  return {
    state,
    effects: [{ type: 'rest', order, postOnly: !isCrossing }],
  }
}

function cancelLast(exit: AttachedExit, last: ExitOrder | undefined): ExitStep {
  return last === undefined ? quiet(exit) : cancelOrders(exit, [last])
}

function withOrder(
  exit: AttachedExit,
  clientOrderId: ClientOrderId,
  order: Pick<ExitOrder, 'leg' | 'rests' | 'price' | 'size'>,
): readonly [ExitOrder, AttachedExit] {
  const next: ExitOrder = {
    ...order,
    clientOrderId,
    orderId: null,
    filled: ZERO,
    isOver: false,
    isCancelling: false,
  }
  return [next, { ...exit, sent: exit.sent + 1, orders: [...exit.orders, next] }]
}
