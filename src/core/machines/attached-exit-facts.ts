/**
 * What an attached exit learns between two looks: its entries, its own orders, and what the trader asks of it. Nothing
 * here sends.
 */
import { backoffMs } from '#lib/backoff.ts'
import type { Step } from '#lib/machine.ts'
import type { ClientOrderId, OrderId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import { ZERO } from '../money.ts'
import type { Micros } from '../money.ts'
import { NO_TRIES, openOrders, restOf, soldShares } from '../order/attached-exit.ts'
import type {
  AttachedExit,
  EntryOrder,
  ExitEnd,
  ExitLegs,
  ExitOrder,
  ExitTries,
} from '../order/attached-exit.ts'
import type { ClickEvidence } from '../order/order.ts'
import type { Price, TickSize } from '../price.ts'
import type { RejectCode } from '../reject-codes.ts'

/** The present, as far as an exit depends on it. */
export type ExitLook = {
  readonly now: Instant
  /** Id for the order that this look may lead to: made of chance, used by nothing else (INV-65). */
  readonly freshId: ClientOrderId
  /** It may not act now: SAFE, a closed gate, or own orders not known yet. */
  readonly isPaused: boolean
  /** Of a book that may be believed; null otherwise. */
  readonly top: {
    readonly bestBid: Price | null
    readonly evidence: ClickEvidence
    readonly minOrderSize: Micros
    readonly tickSize: TickSize
  } | null
  readonly isResolved: boolean
  /** Shares held that no open order may take; null when that is not known. */
  readonly free: Micros | null
  /** Start of the game or event; null when not known. */
  readonly startsAt: Instant | null
}

export type ExitEvent =
  | ({ readonly type: 'look' } & ExitLook)
  /** An entry as it is known now; `filled` is all of it. */
  | ({ readonly type: 'entry'; readonly at: Instant } & EntryOrder)
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
  /** An order of the exit as it is known now. */
  | {
      readonly type: 'order'
      readonly clientOrderId: ClientOrderId
      readonly orderId: OrderId | null
      readonly size: Micros
      readonly filled: Micros
      /** It has ended and all that it traded is known. */
      readonly isOver: boolean
      /** The trader asked for its end. */
      readonly isAsked: boolean
      readonly at: Instant
    }
  /** An order of the exit was refused: nothing of it is at the venue. */
  | {
      readonly type: 'refused'
      readonly clientOrderId: ClientOrderId
      readonly code: RejectCode | null
      readonly at: Instant
    }
  /** Shares left the position otherwise. */
  | { readonly type: 'cut'; readonly by: Micros }
  /** A way out cancels these of its orders: what they leave unsold is offered again after it. */
  | { readonly type: 'gives_way'; readonly orders: ReadonlySet<ClientOrderId> }
  | { readonly type: 'change'; readonly legs: ExitLegs }
  /** A cancel that means every order of the outcome came from the trader. */
  | { readonly type: 'cancelled'; readonly at: Instant }
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
  | { readonly type: 'ended'; readonly how: ExitEnd }

export type ExitStep = Step<AttachedExit, ExitEffect>

/** Tries in a row that sell nothing before it gives up. */
export const MAX_TRIES = 10
const RETRY = { firstMs: 1_000, maxMs: 30_000 }
/** A rest below it is left: at most prices the venue takes whole cents of whole shares only. */
const SHARE = 1_000_000n
const TOO_SMALL: readonly (RejectCode | null)[] = ['invalid_size', 'below_min_size']

export function quiet(state: AttachedExit): ExitStep {
  return { state, effects: [] }
}

export function ended(exit: AttachedExit, how: ExitEnd, at: Instant): ExitStep {
  return { state: { ...exit, end: { how, at } }, effects: [{ type: 'ended', how }] }
}

export function untriggered(exit: AttachedExit): AttachedExit {
  return exit.isTriggered ? { ...exit, isTriggered: false } : exit
}

export function takeEntry(
  exit: AttachedExit,
  { clientOrderId, orderId, filled, isOver, at }: EntryOrder & { readonly at: Instant },
): AttachedExit {
  const known = exit.entries.find((entry) => entry.clientOrderId === clientOrderId)
  if (known === undefined) return exit
  const next: EntryOrder = { clientOrderId, orderId: orderId ?? known.orderId, filled, isOver }
  if (next.orderId === known.orderId && filled === known.filled && isOver === known.isOver) return exit
  const entries = exit.entries.map((entry) => (entry === known ? next : entry))
  const areOver = entries.every((entry) => entry.isOver)
  return { ...exit, entries, entriesOverAt: areOver ? (exit.entriesOverAt ?? at) : null }
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
  const legs = { ...exit.legs, target: { price } }
  return { ...exit, orders: [...exit.orders, order], legs, targetCancelled: null }
}

export function takeOrder(
  exit: AttachedExit,
  event: Extract<ExitEvent, { readonly type: 'order' }>,
): ExitStep {
  const known = exit.orders.find(({ clientOrderId }) => clientOrderId === event.clientOrderId)
  if (known === undefined) return quiet(exit)
  const { filled, isOver, at } = event
  // What is proven over stays so; a late trade still counts.
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
    return quiet(isWhole || known.isCancelling ? placed(state) : givenUp(placed(state), event))
  return quiet(known.isCancelling ? state : givenUp(state, event))
}

function placed(exit: AttachedExit): AttachedExit {
  return { ...exit, targetTries: NO_TRIES }
}

/** Somebody else ended what rested: it is not placed again. */
function givenUp(
  exit: AttachedExit,
  { isAsked, at }: { readonly isAsked: boolean; readonly at: Instant },
): AttachedExit {
  return exit.legs.target === null ? exit : withoutTarget(exit, isAsked ? 'you' : 'venue', at)
}

export function withoutTarget(exit: AttachedExit, by: 'you' | 'venue', at: Instant): AttachedExit {
  return { ...exit, legs: { ...exit.legs, target: null }, targetCancelled: { by, at } }
}

function afterSale(exit: AttachedExit, hasSold: boolean, at: Instant): ExitStep {
  const state = untriggered(exit)
  // The next sale needs another book; a second is enough for one.
  if (hasSold) return quiet({ ...state, saleTries: { count: 0, notBefore: at + RETRY.firstMs } })
  const saleTries = oneMore(exit.saleTries, at)
  return saleTries.count >= MAX_TRIES
    ? ended({ ...state, saleTries }, 'refused', at)
    : quiet({ ...state, saleTries })
}

/** Nothing was refused for good: the next try finds the shares in the balance, or the one after. */
function waited(exit: AttachedExit, at: Instant): AttachedExit {
  const { count, notBefore } = oneMore(exit.saleTries, at)
  return { ...untriggered(exit), saleTries: { count: Math.min(count, MAX_TRIES - 1), notBefore } }
}

function oneMore({ count }: ExitTries, at: Instant): ExitTries {
  return { count: count + 1, notBefore: at + backoffMs(RETRY, count) }
}

export function takeRefusal(
  exit: AttachedExit,
  { clientOrderId, code, at }: Extract<ExitEvent, { readonly type: 'refused' }>,
): ExitStep {
  const known = exit.orders.find((order) => order.clientOrderId === clientOrderId)
  if (known === undefined || known.isOver) return quiet(exit)
  // Nothing came of it: it is not kept.
  const state = { ...exit, orders: exit.orders.filter((order) => order !== known) }
  if (!known.rests) {
    const isRestTooSmall = TOO_SMALL.includes(code) && soldShares(exit) > 0n && restOf(state) < SHARE
    if (isRestTooSmall) return ended(untriggered(state), 'filled', at)
    return code === 'shares_not_settled' ? quiet(waited(state, at)) : afterSale(state, false, at)
  }
  const targetTries = oneMore(exit.targetTries, at)
  if (targetTries.count < MAX_TRIES) return quiet({ ...state, targetTries })
  const { stop, trailing, time } = exit.legs
  const isAlone = stop === null && trailing === null && time === null
  const given = { ...withoutTarget(state, 'venue', at), targetTries }
  return isAlone && openOrders(given).length === 0 ? ended(given, 'refused', at) : quiet(given)
}

export function changed(exit: AttachedExit, legs: ExitLegs): AttachedExit {
  const isNewTrail = legs.trailing?.distance !== exit.legs.trailing?.distance
  return {
    // What rests is still being cancelled: whether to sell is decided again, by the new legs.
    ...untriggered(exit),
    legs,
    high: legs.trailing === null || (isNewTrail && exit.legs.trailing === null) ? null : exit.high,
    targetCancelled: legs.target === null ? exit.targetCancelled : null,
    targetTries: NO_TRIES,
    saleTries: { ...exit.saleTries, count: 0 },
  }
}
