/**
 * Exits attached to an entry order or to a position: their legs, the shares covered, and the orders sent. The legs
 * are one-cancels-other (ADR 121).
 */
import type { ClientOrderId, ExitId, OrderId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import { addMicros, micros, subtractMicros, ZERO, type Micros } from '../money.ts'
import type { Price, TickSize } from '../price.ts'
import type { ClickEvidence } from './order.ts'

/** Legs that send an order once they are set off. */
export const EXIT_LEGS = ['target', 'stop', 'trailing', 'time', 'entry'] as const
export type ExitLeg = (typeof EXIT_LEGS)[number]

/** A target for part of the covered shares. */
export type FurtherTarget = { readonly price: Price; readonly percent: number }

/** Each alone or several; the first that sells ends the others. */
export type ExitLegs = {
  /** Rests at the venue, with what the further targets leave. */
  readonly target: { readonly price: Price } | null
  /** Rest at the venue with whole percents of the covered shares: two at most, together below 100. */
  readonly further: readonly FurtherTarget[]
  /** Sells once the best bid is at the price or below, as far as `slippageTicks` below the best bid of that moment. */
  readonly stop: { readonly price: Price; readonly slippageTicks: number } | null
  /** A stop `distance` steps of 0.0001 below the highest best bid since it was set. */
  readonly trailing: { readonly distance: number; readonly slippageTicks: number } | null
  /** Sells at the bids so many minutes before the start of the game or event; 0: at the start. */
  readonly time: { readonly minutesBefore: number } | null
  /** Moves the stop up to a price, once, as soon as the best bid stood at another or above. */
  readonly breakEven: { readonly at: Price; readonly stop: Price } | null
  /** Stop entry: buys once the best bid is at the price or above, as far as `slippageTicks` above it. */
  readonly entry: { readonly price: Price; readonly size: Micros; readonly slippageTicks: number } | null
}

export const NO_LEGS: ExitLegs = {
  target: null,
  further: [],
  stop: null,
  trailing: null,
  time: null,
  breakEven: null,
  entry: null,
}

/** Passing reason that keeps a due order of an exit from the venue. No try is counted for it. */
const HOLD_REASONS = [
  'venue_restarting',
  'venue_post_only',
  'venue_cancel_only',
  /** The venue does not trade now, or cannot be reached. */
  'venue_unavailable',
  'venue_rate_limited',
  /** As many orders a minute, or open ones, as the trader's own limits allow. */
  'order_rate',
  /** The market takes no orders now. */
  'market',
  /** The shares just bought are not in the venue's balance yet. */
  'settling',
  /** No bids take it within its slippage, in a size that the venue takes. */
  'no_bids',
  /** Own sales that no cancel can end now have the shares. */
  'own_sales',
  'positions',
] as const

/** Why an exit does nothing now, though it would otherwise. */
export const EXIT_PAUSES = [
  'safe',
  'restart',
  'geoblock',
  'credentials',
  'clock',
  'audit',
  'book',
  /** The trader leaves the position by another way, for which what rests of it is cancelled. */
  'way_out',
  ...HOLD_REASONS,
] as const
export type ExitPause = (typeof EXIT_PAUSES)[number]

/** Trigger of a leg: the best bid, and its book. */
type ExitTrigger = {
  readonly leg: ExitLeg
  /** Best bid. */
  readonly price: Price
  readonly evidence: ClickEvidence
  readonly at: Instant
}

/** An order whose fills the exit covers. */
export type EntryOrder = {
  readonly clientOrderId: ClientOrderId
  readonly orderId: OrderId | null
  readonly filled: Micros
  readonly isOver: boolean
}

/** An order that the exit sent, or is about to send. */
export type ExitOrder = {
  readonly clientOrderId: ClientOrderId
  readonly orderId: OrderId | null
  readonly leg: ExitLeg
  /** True for a resting order of the target. */
  readonly rests: boolean
  readonly price: Price | null
  readonly size: Micros
  readonly filled: Micros
  /** It has ended and all that it traded is known. */
  readonly isOver: boolean
  /** Cancelled by the exit itself. */
  readonly isCancelling: boolean
}

/** By the monotonic clock, milliseconds: of this run alone. */
export type Monotonic = number

/** Tries in a row that sold nothing, how often the venue asked to wait since, and when the next may be. */
export type ExitTries = { readonly count: number; readonly holds: number; readonly notBefore: Monotonic }

/** Waits of an exit in this run: nothing of them is on disk, and a restart begins without them. */
export type ExitWaits = {
  readonly sale: ExitTries
  readonly target: ExitTries
  /** Something is due and cannot be sent. */
  readonly held: ExitPause | null
  /** A best bid above the highest so far, and since when the bids have been at it or above. */
  readonly rising: { readonly bid: Price; readonly since: Monotonic } | null
  /** Since when its time has come by this host's clock, which is measured again before it acts. */
  readonly timeDueSince: Monotonic | null
  /** Since when the bids have been at the break-even's price or above. */
  readonly evenSince: Monotonic | null
}

/**
 * How far below the best bid a leg sells, or above its own price it buys, in steps of a price: kept whatever the tick
 * becomes. Null
 * where it is not known.
 */
type ExitSlippage = Readonly<Record<'stop' | 'trailing' | 'entry', number | null>>

/**
 * `filled`: all that was covered is sold. `removed`: by the trader. `entry_not_filled`, `position_gone`: there is nothing
 * to sell. `target_cancelled`: the only leg's order was cancelled, by the trader or the venue. `bought`: a stop entry
 * without other legs
 * has bought. `resolved`: the market is.
 * `refused`: every try was refused. `restored`: by a restore of a backup, which does not know what it has sold since.
 */
export const EXIT_ENDS = [
  'filled',
  'removed',
  'entry_not_filled',
  'position_gone',
  'target_cancelled',
  'bought',
  'resolved',
  'refused',
  'restored',
] as const
export type ExitEnd = (typeof EXIT_ENDS)[number]

export type AttachedExit = {
  readonly id: ExitId
  /** Names the command that made it, where that had a name. */
  readonly askedAs: ClientOrderId | null
  readonly outcomeId: OutcomeId
  /** Empty for an exit on a position; more than one when the entry was replaced. */
  readonly entries: readonly EntryOrder[]
  /** Shares of the position that it was put on. */
  readonly given: Micros
  /** Shares that left the position otherwise. */
  readonly cut: Micros
  readonly legs: ExitLegs
  /** The legs with which it was made, to distinguish a repeat from a conflict. */
  readonly asked: ExitLegs
  readonly slippage: ExitSlippage
  /** The highest best bid that stood while the trailing stop looked; null before. */
  readonly high: Price | null
  readonly orders: readonly ExitOrder[]
  /** Orders so far. */
  readonly sent: number
  readonly trigger: ExitTrigger | null
  /** A leg was set off, and what rests is being cancelled for it. */
  readonly isTriggered: boolean
  readonly waits: ExitWaits
  /** The trader takes it off: what rests is cancelled. */
  readonly isRemoved: boolean
  /** Party that cancelled a target's resting order, which is given up then; null while none was cancelled. */
  readonly targetCancelled: {
    readonly by: 'you' | 'venue'
    readonly at: Monotonic
    /** The further targets that were given up, and come back when their order turns out to be replaced. */
    readonly further: readonly FurtherTarget[]
  } | null
  /** Since when no entry can fill any more; null before. */
  readonly entriesOverAt: Monotonic | null
  readonly end: { readonly how: ExitEnd; readonly at: Instant } | null
  readonly createdAt: Instant
}

export const NO_TRIES: ExitTries = { count: 0, holds: 0, notBefore: 0 }
export const NO_WAITS: ExitWaits = {
  sale: NO_TRIES,
  target: NO_TRIES,
  held: null,
  rising: null,
  timeDueSince: null,
  evenSince: null,
}
export const NO_SLIPPAGE: ExitSlippage = { stop: null, trailing: null, entry: null }

/**
 * The distance that legs allow from the best price. One whose ticks stay as they were keeps its distance.
 *
 * @param before  the legs that they replace, and their distances
 */
export function slippageOf(
  legs: ExitLegs,
  tick: TickSize,
  before: Pick<AttachedExit, 'legs' | 'slippage'> | null = null,
): ExitSlippage {
  const of = (leg: keyof ExitSlippage): number | null => {
    const ticks = legs[leg]?.slippageTicks ?? null
    if (ticks === null) return null
    const kept = before?.legs[leg]?.slippageTicks === ticks ? before.slippage[leg] : null
    return kept ?? ticks * tick
  }
  return { stop: of('stop'), trailing: of('trailing'), entry: of('entry') }
}

/** An exit from the disk: waits on the last run's clock start over. */
export function resumed(exit: AttachedExit, now: Monotonic): AttachedExit {
  return {
    ...exit,
    waits: NO_WAITS,
    entriesOverAt: exit.entriesOverAt === null ? null : now,
    targetCancelled: exit.targetCancelled === null ? null : { ...exit.targetCancelled, at: now },
  }
}

/**
 * A new exit: for an entry that is about to be placed, for shares that are held, or for what its stop entry will buy.
 *
 * @param tick  of the market now
 */
export function newExit(
  id: ExitId,
  outcomeId: OutcomeId,
  source:
    | { readonly entry: ClientOrderId }
    | { readonly size: Micros; readonly askedAs?: ClientOrderId | null }
    | { readonly askedAs: ClientOrderId | null },
  legs: ExitLegs,
  tick: TickSize,
  at: Instant,
): AttachedExit {
  return {
    id,
    askedAs: 'entry' in source ? null : (source.askedAs ?? null),
    outcomeId,
    entries:
      'entry' in source ? [{ clientOrderId: source.entry, orderId: null, filled: ZERO, isOver: false }] : [],
    given: 'size' in source ? source.size : ZERO,
    cut: ZERO,
    legs,
    asked: legs,
    slippage: slippageOf(legs, tick),
    high: null,
    orders: [],
    sent: 0,
    trigger: null,
    isTriggered: false,
    waits: NO_WAITS,
    isRemoved: false,
    targetCancelled: null,
    entriesOverAt: 'size' in source ? 0 : null,
    end: null,
    createdAt: at,
  }
}

/** Shares that the exit is for: given or filled by its entries, less what left the position otherwise. */
export function coveredShares({ given, entries, cut }: AttachedExit): Micros {
  return positive(addMicros(given, ...entries.map(({ filled }) => filled)) - cut)
}

/** Shares that it has sold. */
export function soldShares({ orders }: AttachedExit): Micros {
  return addMicros(ZERO, ...orders.map(({ filled }) => filled))
}

/** Shares still to be sold. */
export function restOf(exit: AttachedExit): Micros {
  return positive(subtractMicros(coveredShares(exit), soldShares(exit)))
}

/** Its orders that may still trade, or whose end is not proven. */
export function openOrders({ orders }: AttachedExit): readonly ExitOrder[] {
  return orders.filter(({ isOver }) => !isOver)
}

/** Shares that its open orders may still sell. */
export function offeredShares(exit: AttachedExit): Micros {
  return addMicros(ZERO, ...openOrders(exit).map(({ size, filled }) => positive(size - filled)))
}

/** True if it may still have something to do. */
export function isInForce({ end }: AttachedExit): boolean {
  return end === null
}

/** True if a stop entry has not sent its order. */
export function awaitsEntry({ legs, entries }: Pick<AttachedExit, 'legs' | 'entries'>): boolean {
  return legs.entry !== null && entries.length === 0
}

/** True if legs sell without a resting order. */
function mayTake({ stop, trailing, time }: ExitLegs): boolean {
  return stop !== null || trailing !== null || time !== null
}

/** True if anything sells by these legs. */
export function maySell(legs: ExitLegs): boolean {
  return mayTake(legs) || legs.target !== null || legs.further.length > 0
}

/**
 * True if it acts only while Sesame runs and is ARMED: every exit but one whose targets rest whole at the venue and
 * that has no other leg.
 */
export function needsTerminal(exit: AttachedExit): boolean {
  if (!isInForce(exit)) return false
  if (mayTake(exit.legs) || awaitsEntry(exit)) return true
  const mayFill = exit.entries.some(({ isOver }) => !isOver)
  return mayFill || offeredShares(exit) < restOf(exit)
}

/** True if it may still sell without a resting order: a stop, a trailing stop or a time is in force. */
export function mayStillSell(exit: AttachedExit): boolean {
  return exit.end === null && !exit.isRemoved && mayTake(exit.legs) && !awaitsEntry(exit)
}

/** The price at which the trailing stop sells now; null before it has seen a best bid. */
export function trailingPrice({ legs, high }: Pick<AttachedExit, 'legs' | 'high'>): number | null {
  return legs.trailing === null || high === null ? null : high - legs.trailing.distance
}

/** State of the exit, for display. */
export const EXIT_STATES = [
  'waiting',
  'paused',
  'active',
  'resting',
  'selling',
  'done',
  'cancelled',
  'failed',
] as const
export type ExitState = (typeof EXIT_STATES)[number]

/** The state of an exit; `pause` is why it may not act now. */
export function exitState(exit: AttachedExit, pause: ExitPause | null): ExitState {
  if (exit.end !== null) {
    if (exit.end.how === 'filled' || exit.end.how === 'bought') return 'done'
    return exit.end.how === 'refused' || exit.end.how === 'restored' ? 'failed' : 'cancelled'
  }
  const open = openOrders(exit)
  if (open.some(({ rests }) => !rests)) return 'selling'
  if (pause !== null && needsTerminal(exit)) return 'paused'
  if (exit.isTriggered) return 'selling'
  if (open.length > 0) return 'resting'
  return coveredShares(exit) === 0n ? 'waiting' : 'active'
}

/**
 * Shares out what is held of an outcome over its exits: what is too much is taken from the newest first, and of each
 * from what it does not offer in an order before what it does.
 *
 * @returns how much is cut from which exit
 */
export function cutToHeld(
  exits: readonly AttachedExit[],
  held: Micros,
): readonly { readonly id: ExitId; readonly by: Micros }[] {
  const inForce = exits.filter(isInForce)
  let excess = inForce.reduce<bigint>((sum, exit) => sum + restOf(exit), 0n) - held
  const cuts = new Map<ExitId, bigint>()
  for (const part of [unoffered, restOf]) {
    for (const exit of inForce.toReversed()) {
      if (excess <= 0n) break
      const known = cuts.get(exit.id) ?? 0n
      const able = part(exit) - known
      if (able <= 0n) continue
      const by = able < excess ? able : excess
      cuts.set(exit.id, known + by)
      excess -= by
    }
  }
  return [...cuts].map(([id, by]) => ({ id, by: micros(by) }))
}

function unoffered(exit: AttachedExit): Micros {
  return positive(restOf(exit) - offeredShares(exit))
}

function positive(value: bigint): Micros {
  return value > 0n ? micros(value) : ZERO
}
