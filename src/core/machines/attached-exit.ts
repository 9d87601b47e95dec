/**
 * One attached exit: what it covers, when a leg is set off, and what it sends next. It never offers more than it covers,
 * ends what rests before it sells, sends nothing while a sale of its own is under way or it may not act (INV-64, INV-65),
 * and decides only on a look at the present; facts that come in between change what is known and nothing else.
 */
import type { ClientOrderId } from '../ids.ts'
import { addMicros, roundSizeDown, ZERO, type Micros } from '../money.ts'
import {
  awaitsEntry,
  coveredShares,
  maySell,
  openOrders,
  restOf,
  soldShares,
  trailingPrice,
} from '../order/attached-exit.ts'
import type { AttachedExit, EntryOrder, ExitEnd, ExitLeg, ExitOrder } from '../order/attached-exit.ts'
import { isTimeOf } from '../order/exit-legs.ts'
import { targetParts } from '../order/exit-targets.ts'
import { priceFromSteps, type Price, type TickSize } from '../price.ts'
import {
  changed,
  ended,
  quiet,
  takeCancelled,
  takeEntry,
  takeOrder,
  takeRefusal,
  takeReplaced,
  untriggered,
  withEntryOff,
  withWaits,
} from './attached-exit-facts.ts'
import type { ExitEvent, ExitLook, ExitStep } from './attached-exit-facts.ts'
import { cancelOrders, HUNDREDTH, withCancel, withOrder } from './attached-exit-sending.ts'
import { rest } from './attached-exit-targets.ts'

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
      return quiet(takeCancelled(exit, event.at))
    case 'entry_off':
      return quiet(withEntryOff(exit, event.at))
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
  return even(timed(risen(exit, look), look), look)
}

/** The trailing stop follows a best bid that stood with at least the market's minimum behind it, only while the exit may act. */
function risen(exit: AttachedExit, { isPaused, top, now }: ExitLook): AttachedExit {
  const bid = top?.firmBid ?? null
  const { rising } = exit.waits
  if (exit.legs.trailing === null || awaitsEntry(exit)) return exit
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
  const isDue = isTimeOf(exit.legs, startsAt, now.wall)
  return withWaits(exit, { timeDueSince: isDue ? (exit.waits.timeDueSince ?? now.mono) : null })
}

/** Since when bids of the market's minimum are at the break-even's price, while something that was bought is held. */
function even(exit: AttachedExit, { isPaused, top, now }: ExitLook): AttachedExit {
  const { breakEven } = exit.legs
  const bid = isPaused ? null : (top?.firmBid ?? null)
  const isThere = breakEven !== null && bid !== null && bid >= breakEven.at && restOf(exit) >= HUNDREDTH
  return withWaits(exit, { evenSince: isThere ? (exit.waits.evenSince ?? now.mono) : null })
}

function look(exit: AttachedExit, now: ExitLook): ExitStep {
  const open = openOrders(exit)
  const over = open.length === 0 ? overBy(exit, now) : null
  if (over !== null) return ended(exit, over, now.now)
  if (open.some(({ rests }) => !rests)) return quiet(exit)
  if (exit.isRemoved || now.isResolved) return cancelOrders(exit, open)
  if (now.isPaused || now.top === null) return quiet(withWaits(untriggered(exit), { held: null }))
  if (awaitsEntry(exit)) return enter(exit, now)
  const moved = brokenEven(exit, now)
  if (moved !== null) return { state: moved, effects: [{ type: 'moved' }] }
  const leg = exit.isTriggered ? (exit.trigger?.leg ?? null) : dueLeg(exit, now)
  if (leg !== null && now.now.mono >= exit.waits.sale.notBefore) return trigger(exit, leg, open, now)
  // Between two tries of a sale nothing is offered elsewhere.
  return leg === null ? rest(exit, open, now) : quiet(exit)
}

/** How an exit without an open order ended; null while active. */
function overBy(exit: AttachedExit, { now, isResolved }: ExitLook): ExitEnd | null {
  if (exit.isRemoved) return 'removed'
  if (isResolved) return 'resolved'
  const { targetCancelled } = exit
  if (!maySell(exit.legs) && (exit.asked.entry === null || targetCancelled !== null)) {
    return now.mono >= (targetCancelled?.at ?? 0) + REPLACED_WITHIN_MS ? 'target_cancelled' : null
  }
  if (exit.entriesOverAt === null) return null
  if (!maySell(exit.legs) && coveredShares(exit) > 0n) return 'bought'
  if (restOf(exit) >= HUNDREDTH) return null
  if (soldShares(exit) > 0n) return 'filled'
  if (exit.asked.entry !== null && exit.entries.length === 0) return 'entry_not_filled'
  if (exit.entries.length === 0 || exit.cut > 0n || coveredShares(exit) > 0n) return 'position_gone'
  return now.mono >= exit.entriesOverAt + REPLACED_WITHIN_MS ? 'entry_not_filled' : null
}

/** The exit with the stop where its break-even moves it, never down; null while it does not. */
function brokenEven(exit: AttachedExit, { now }: ExitLook): AttachedExit | null {
  const { breakEven, stop } = exit.legs
  const { evenSince } = exit.waits
  if (breakEven === null || stop === null || evenSince === null || now.mono - evenSince < STOOD_MS)
    return null
  const price = breakEven.stop > stop.price ? breakEven.stop : stop.price
  const legs = { ...exit.legs, stop: { ...stop, price }, breakEven: null }
  return withWaits({ ...exit, legs }, { evenSince: null })
}

/** A stop entry buys once, by a limit, when bids of the market's minimum are at its price; what has not bought by the exit's time never does. */
function enter(exit: AttachedExit, { top, now, held, freshId, clockRightAt }: ExitLook): ExitStep {
  const { entry } = exit.legs
  if (entry === null || top === null) return quiet(exit)
  if (isTimeDue(exit, clockRightAt)) return quiet(withEntryOff(exit, now))
  const { firmBid: bid, evidence, tickSize: tick } = top
  if (bid === null || bid < entry.price) return quiet(withWaits(exit, { held: null }))
  // It pays less than its own lowest target brings.
  const [lowest] = targetParts(exit.legs, entry.size)
  const most = (lowest?.price ?? 10_000) - tick
  if (now.mono < exit.waits.sale.notBefore) return quiet(exit)
  if (held.sale !== null) return quiet(withWaits(exit, { held: held.sale }))
  const reach = exit.slippage.entry ?? entry.slippageTicks * tick
  const price = priceFromSteps(Math.min(most, entry.price + reach - (reach % tick)))
  if (price === null) return quiet(exit)
  const order: EntryOrder = { clientOrderId: freshId, orderId: null, filled: ZERO, isOver: false }
  const state: AttachedExit = {
    ...withWaits(exit, { held: null }),
    entries: [order],
    sent: exit.sent + 1,
    trigger: { leg: 'entry', price: bid, evidence, at: now.wall },
  }
  return { state, effects: [{ type: 'buy', order, price, size: entry.size }] }
}

/** The leg that is set off now; null when none is. Without a bid there is nobody to sell to. */
function dueLeg(exit: AttachedExit, { top, clockRightAt }: ExitLook): ExitLeg | null {
  const bid = top?.bestBid ?? null
  if (bid === null) return null
  const { stop } = exit.legs
  if (stop !== null && bid <= stop.price) return 'stop'
  const trailing = trailingPrice(exit)
  if (trailing !== null && bid <= trailing) return 'trailing'
  if (isTimeDue(exit, clockRightAt)) return 'time'
  return isTargetMet(exit, bid, top?.minOrderSize ?? ZERO) ? 'target' : null
}

function isTimeDue({ waits: { timeDueSince } }: AttachedExit, clockRightAt: number | null): boolean {
  return timeDueSince !== null && clockRightAt !== null && clockRightAt > timeDueSince
}

/** A remainder too small to rest is sold once the best bid is at its target. */
function isTargetMet(exit: AttachedExit, bid: Price, minimum: Micros): boolean {
  const left = restOf(exit)
  if (exit.legs.target === null || exit.entriesOverAt === null || openOrders(exit).length > 0) return false
  const price = restPrice(exit)
  return left >= HUNDREDTH && left < minimum && price !== null && bid >= price
}

/** Where a remainder too small to rest is sold. */
function restPrice(exit: AttachedExit): Price | null {
  return targetParts(exit.legs, coveredShares(exit), exit.orders).at(-1)?.price ?? null
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
function worstPrice(exit: AttachedExit, leg: ExitLeg, bid: Price, tick: TickSize): Price | null {
  const { legs, slippage } = exit
  if (leg === 'target') return restPrice(exit)
  if (leg !== 'stop' && leg !== 'trailing') return null
  const kept = legs[leg]
  if (kept === null) return null
  return priceFromSteps(Math.max(tick, bid - (slippage[leg] ?? kept.slippageTicks * tick)))
}
