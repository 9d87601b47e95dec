/**
 * Input of an attached exit between two looks: its entries, its own orders, and the trader's requests. Nothing here
 * sends.
 */
import { backoffMs } from '#lib/backoff.ts'
import type { Step } from '#lib/machine.ts'
import type { ClientOrderId, OrderId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import { ZERO, type Micros } from '../money.ts'
import { maySell, NO_TRIES, openOrders, restOf, slippageOf, soldShares } from '../order/attached-exit.ts'
import type {
  AttachedExit,
  EntryOrder,
  ExitEnd,
  ExitLegs,
  ExitOrder,
  ExitPause,
  ExitTries,
  ExitWaits,
  FurtherTarget,
  Monotonic,
} from '../order/attached-exit.ts'
import type { ClickEvidence } from '../order/order.ts'
import type { Price, TickSize } from '../price.ts'
import type { RejectCode } from '../reject-codes.ts'

/** One moment by both clocks: waits are measured by the monotonic one, and rows have the time of the wall (CLK-1). */
export type Moment = { readonly wall: Instant; readonly mono: Monotonic }

/** The present, as far as an exit depends on it. */
export type ExitLook = {
  readonly now: Moment
  /** Id for the order that this look may lead to: made of chance, used by nothing else (INV-65). */
  readonly freshId: ClientOrderId
  /** It may not act now: SAFE, a closed gate, or own orders not known yet. */
  readonly isPaused: boolean
  /** Best prices of a live book; null otherwise. */
  readonly top: {
    readonly bestBid: Price | null
    /** Down to which the bids offer the market's minimum; null where they offer less. */
    readonly firmBid: Price | null
    readonly evidence: ClickEvidence
    readonly minOrderSize: Micros
    readonly tickSize: TickSize
  } | null
  readonly isResolved: boolean
  /** Shares held that no open order may take; null when that is not known. */
  readonly free: Micros | null
  /** Start of the game or event; null when not known. */
  readonly startsAt: Instant | null
  /** When this host's clock was last found right, with no jump since; null when it may be wrong. */
  readonly clockRightAt: Monotonic | null
  /** Orders that the venue is known to refuse now. */
  readonly held: { readonly sale: ExitPause | null; readonly target: ExitPause | null }
}

export type ExitEvent =
  | ({ readonly type: 'look' } & ExitLook)
  /** The entry's latest state; `filled` is its total. */
  | ({ readonly type: 'entry'; readonly at: Moment } & EntryOrder)
  /** The trader replaced an entry, or the resting order of the target, by another order. */
  | {
      readonly type: 'replaced'
      readonly old: OrderId
      readonly by: {
        readonly clientOrderId: ClientOrderId
        readonly orderId: OrderId | null
        readonly price: Price
        readonly size: Micros
      }
    }
  /** Latest state of an order of the exit. */
  | {
      readonly type: 'order'
      readonly clientOrderId: ClientOrderId
      readonly orderId: OrderId | null
      readonly size: Micros
      readonly filled: Micros
      /** The venue has it, or had it. */
      readonly isThere: boolean
      /** It has ended and all that it traded is known. */
      readonly isOver: boolean
      /** The trader asked for its end. */
      readonly isAsked: boolean
      readonly at: Moment
    }
  /** An order of the exit was refused: nothing of it is at the venue. */
  | {
      readonly type: 'refused'
      readonly clientOrderId: ClientOrderId
      readonly code: RejectCode | null
      /** Set where it is refused only for now: no try is counted. */
      readonly hold: ExitPause | null
      readonly at: Moment
    }
  /** Shares left the position otherwise. */
  | { readonly type: 'cut'; readonly by: Micros }
  /** An exit or hedge cancels these of its orders; their unsold shares are offered again after it. */
  | { readonly type: 'gives_way'; readonly orders: ReadonlySet<ClientOrderId> }
  | { readonly type: 'change'; readonly legs: ExitLegs; readonly tick: TickSize }
  /** A cancel that means every order of the outcome came from the trader. */
  | { readonly type: 'cancelled'; readonly at: Moment }
  | { readonly type: 'entry_off'; readonly at: Moment }
  | { readonly type: 'remove' }

export type ExitEffect =
  | { readonly type: 'cancel'; readonly orders: readonly (ExitOrder | EntryOrder)[] }
  /** Rests at the target's price; post-only unless the market is there already. */
  | { readonly type: 'rest'; readonly order: ExitOrder; readonly postOnly: boolean }
  | {
      readonly type: 'sell'
      readonly order: ExitOrder
      /** Nothing is sold below; null: no such price. */
      readonly worst: Price | null
    }
  /** The purchase of a stop entry, by a limit. */
  | { readonly type: 'buy'; readonly order: EntryOrder; readonly price: Price; readonly size: Micros }
  /** The break-even has moved the stop. */
  | { readonly type: 'moved' }
  | { readonly type: 'ended'; readonly how: ExitEnd }

export type ExitStep = Step<AttachedExit, ExitEffect>

/** Tries in a row that sell nothing before it gives up. */
export const MAX_TRIES = 10
const RETRY = { firstMs: 1_000, maxMs: 30_000 }
/** A passing refusal is retried often; one that names its end is retried then. */
const HOLD_RETRY = { firstMs: 1_000, maxMs: 4_000 }
const LONG_HOLDS: readonly ExitPause[] = ['settling', 'own_sales']
/** A rest below it is left: at most prices the venue takes whole cents of whole shares only. */
const SHARE = 1_000_000n
const TOO_SMALL: readonly (RejectCode | null)[] = ['invalid_size', 'below_min_size']

export function quiet(state: AttachedExit): ExitStep {
  return { state, effects: [] }
}

export function ended(exit: AttachedExit, how: ExitEnd, { wall: at }: Moment): ExitStep {
  return { state: { ...exit, end: { how, at } }, effects: [{ type: 'ended', how }] }
}

export function untriggered(exit: AttachedExit): AttachedExit {
  return exit.isTriggered ? { ...exit, isTriggered: false } : exit
}

export function withWaits(exit: AttachedExit, changes: Partial<ExitWaits>): AttachedExit {
  const keys = Object.keys(changes) as readonly (keyof ExitWaits)[]
  return keys.every((key) => exit.waits[key] === changes[key])
    ? exit
    : { ...exit, waits: { ...exit.waits, ...changes } }
}

export function takeEntry(
  exit: AttachedExit,
  { clientOrderId, orderId, filled, isOver, at }: EntryOrder & { readonly at: Moment },
): AttachedExit {
  const known = exit.entries.find((entry) => entry.clientOrderId === clientOrderId)
  if (known === undefined) return exit
  const next: EntryOrder = { clientOrderId, orderId: orderId ?? known.orderId, filled, isOver }
  if (next.orderId === known.orderId && filled === known.filled && isOver === known.isOver) return exit
  const entries = exit.entries.map((entry) => (entry === known ? next : entry))
  const areOver = entries.every((entry) => entry.isOver)
  // The venue has the purchase of a stop entry: an order as any other from here on.
  return { ...withoutEntry(exit), entries, entriesOverAt: areOver ? (exit.entriesOverAt ?? at.mono) : null }
}

export function takeReplaced(
  exit: AttachedExit,
  { old, by }: Extract<ExitEvent, { readonly type: 'replaced' }>,
): AttachedExit {
  const { clientOrderId, orderId, price, size } = by
  const known = [...exit.entries, ...exit.orders]
  if (known.some((order) => order.clientOrderId === clientOrderId)) return exit
  if (exit.entries.some((entry) => entry.orderId === old)) {
    const entry: EntryOrder = { clientOrderId, orderId, filled: ZERO, isOver: false }
    return { ...exit, entries: [...exit.entries, entry], entriesOverAt: null }
  }
  const resting = exit.orders.find((order) => order.rests && order.orderId === old)
  if (resting === undefined) return exit
  const order: ExitOrder = {
    ...resting,
    clientOrderId,
    orderId,
    price,
    size,
    filled: ZERO,
    isOver: false,
    isCancelling: false,
  }
  return { ...movedTarget(exit, resting, price), orders: [...exit.orders, order] }
}

/** The target of an order at another price, also one that was given up because the order had to end for it. */
function movedTarget(exit: AttachedExit, { price: from }: ExitOrder, price: Price): AttachedExit {
  const { legs, targetCancelled } = exit
  const isIts = (one: FurtherTarget): boolean => one.price === from
  const lost = targetCancelled?.further.find(isIts)
  if (lost === undefined && !legs.further.some(isIts)) {
    return { ...exit, legs: { ...legs, target: { price } }, targetCancelled: null }
  }
  const further = [...legs.further, ...(lost === undefined ? [] : [lost])].map((one) =>
    isIts(one) ? { ...one, price } : one,
  )
  const others = targetCancelled?.further.filter((one) => one !== lost) ?? []
  const left = targetCancelled !== null && others.length > 0 ? { ...targetCancelled, further: others } : null
  return { ...exit, legs: { ...legs, further }, targetCancelled: left }
}

export function takeOrder(
  before: AttachedExit,
  event: Extract<ExitEvent, { readonly type: 'order' }>,
): ExitStep {
  const known = before.orders.find(({ clientOrderId }) => clientOrderId === event.clientOrderId)
  if (known === undefined) return quiet(before)
  const isTaken = event.isThere && known.rests && before.waits.target.holds > 0
  const exit = isTaken ? placed(before) : before
  const { filled, isOver, at } = event
  // An order proven over stays over; a late trade still counts.
  const next: ExitOrder = {
    ...known,
    orderId: event.orderId ?? known.orderId,
    size: known.isOver ? known.size : event.size,
    filled,
    isOver: known.isOver || isOver,
  }
  const isSame =
    next.orderId === known.orderId &&
    next.size === known.size &&
    filled === known.filled &&
    next.isOver === known.isOver
  if (isSame) return quiet(exit)
  const state = { ...exit, orders: exit.orders.map((order) => (order === known ? next : order)) }
  if (known.isOver || !isOver) return quiet(state)
  if (!known.rests) return afterSale(state, filled > 0n, at)
  const isWhole = filled >= next.size
  if (isWhole || filled > 0n)
    return quiet(isWhole || known.isCancelling ? placed(state) : givenUp(placed(state), next, event))
  return quiet(known.isCancelling ? state : givenUp(state, next, event))
}

function placed(exit: AttachedExit): AttachedExit {
  return withWaits(exit, { target: NO_TRIES, held: null })
}

/** The resting order was ended from outside: not placed again. */
function givenUp(
  exit: AttachedExit,
  order: ExitOrder,
  { isAsked, at }: { readonly isAsked: boolean; readonly at: Moment },
): AttachedExit {
  return withoutTarget(exit, order, isAsked ? 'you' : 'venue', at)
}

/** Without the target of an order. */
function withoutTarget(
  exit: AttachedExit,
  { price }: ExitOrder,
  by: 'you' | 'venue',
  { mono: at }: Moment,
): AttachedExit {
  const lost = exit.legs.further.filter((one) => one.price === price)
  if (lost.length === 0 && exit.legs.target === null) return exit
  const further = exit.legs.further.filter((one) => !lost.includes(one))
  const legs = lost.length > 0 ? { ...exit.legs, further } : { ...exit.legs, target: null }
  const before = exit.targetCancelled?.further ?? []
  return { ...exit, legs, targetCancelled: { by, at, further: [...before, ...lost] } }
}

/** A cancel of all orders ends the targets and a stop entry that has not bought. */
export function takeCancelled(exit: AttachedExit, at: Moment): AttachedExit {
  const state = withEntryOff(exit, at)
  const { target, further } = state.legs
  if (target === null && further.length === 0) return state
  const legs = { ...state.legs, target: null, further: [] }
  return { ...state, legs, targetCancelled: { by: 'you', at: at.mono, further: [] } }
}

/** No stop entry waits any more. */
function withoutEntry(exit: AttachedExit): AttachedExit {
  return exit.legs.entry === null ? exit : { ...exit, legs: { ...exit.legs, entry: null } }
}

/** Without a stop entry whose order has not left, or may still be refused. */
export function withEntryOff(exit: AttachedExit, { mono: at }: Moment): AttachedExit {
  const state = withoutEntry(exit)
  return state === exit || exit.entries.length > 0 ? state : { ...state, entriesOverAt: at }
}

function afterSale(exit: AttachedExit, hasSold: boolean, at: Moment): ExitStep {
  const state = withWaits(untriggered(exit), { held: null })
  // The next sale needs another book; a second is enough for one.
  if (hasSold) {
    return quiet(withWaits(state, { sale: { ...NO_TRIES, notBefore: at.mono + RETRY.firstMs } }))
  }
  const sale = oneMore(exit.waits.sale, at)
  const tried = withWaits(state, { sale })
  return sale.count >= MAX_TRIES ? ended(tried, 'refused', at) : quiet(tried)
}

function oneMore({ count }: ExitTries, { mono }: Moment): ExitTries {
  return { count: count + 1, holds: 0, notBefore: mono + backoffMs(RETRY, count) }
}

/** Nothing was refused for good: it is tried again for as long as it takes. */
function heldBack(tries: ExitTries, hold: ExitPause, { mono }: Moment): ExitTries {
  const pace = LONG_HOLDS.includes(hold) ? RETRY : HOLD_RETRY
  return { ...tries, holds: tries.holds + 1, notBefore: mono + backoffMs(pace, tries.holds) }
}

export function takeRefusal(
  exit: AttachedExit,
  { clientOrderId, code, hold, at }: Extract<ExitEvent, { readonly type: 'refused' }>,
): ExitStep {
  const bought = exit.entries.find((entry) => entry.clientOrderId === clientOrderId && !entry.isOver)
  if (bought !== undefined) return refusedEntry(exit, bought, { code, hold, at })
  const known = exit.orders.find((order) => order.clientOrderId === clientOrderId)
  if (known === undefined || known.isOver) return quiet(exit)
  // It had no effect and is dropped.
  const state = { ...exit, orders: exit.orders.filter((order) => order !== known) }
  if (!known.rests) {
    const isRestTooSmall = TOO_SMALL.includes(code) && soldShares(exit) > 0n && restOf(state) < SHARE
    if (isRestTooSmall) return ended(untriggered(state), 'filled', at)
    if (hold === null) return afterSale(state, false, at)
    return quiet(withWaits(untriggered(state), { held: hold, sale: heldBack(exit.waits.sale, hold, at) }))
  }
  if (hold !== null) {
    return quiet(withWaits(state, { held: hold, target: heldBack(exit.waits.target, hold, at) }))
  }
  const target = oneMore(exit.waits.target, at)
  const tried = withWaits(state, { target, held: null })
  if (target.count < MAX_TRIES) return quiet(tried)
  const given = withoutTarget(tried, known, 'venue', at)
  const isLast = !maySell(given.legs) && openOrders(given).length === 0
  return isLast ? ended(given, 'refused', at) : quiet(given)
}

/** The stop entry's buy failed: it waits again, unless a loss limit refuses new risk. */
function refusedEntry(
  exit: AttachedExit,
  order: EntryOrder,
  { code, hold, at }: Pick<Extract<ExitEvent, { readonly type: 'refused' }>, 'code' | 'hold' | 'at'>,
): ExitStep {
  const state = { ...exit, entries: exit.entries.filter((entry) => entry !== order) }
  if (exit.legs.entry === null) return quiet({ ...state, entriesOverAt: at.mono })
  if (hold !== null) return quiet(withWaits(state, { held: hold, sale: heldBack(exit.waits.sale, hold, at) }))
  const sale = oneMore(exit.waits.sale, at)
  const tried = withWaits(state, { sale, held: null })
  return sale.count >= MAX_TRIES || code === 'loss_limit' ? ended(tried, 'refused', at) : quiet(tried)
}

export function changed(exit: AttachedExit, legs: ExitLegs, tick: TickSize): AttachedExit {
  const isNewTrail = legs.trailing?.distance !== exit.legs.trailing?.distance
  // Resting orders are still being cancelled: whether to sell is decided again, by the new legs.
  const state = withWaits(untriggered(exit), {
    target: NO_TRIES,
    sale: { ...exit.waits.sale, count: 0 },
    held: null,
    timeDueSince: null,
    evenSince: null,
  })
  const isEntryOff = legs.entry === null && exit.legs.entry !== null && exit.entries.length === 0
  return {
    ...state,
    ...(isEntryOff && { entriesOverAt: 0 }),
    legs,
    slippage: slippageOf(legs, tick, exit),
    high: legs.trailing === null || (isNewTrail && exit.legs.trailing === null) ? null : exit.high,
    targetCancelled: legs.target === null && legs.further.length === 0 ? exit.targetCancelled : null,
  }
}
