/**
 * The one table of (state, evidence) -> state for an order. Only edges of the graph are taken; a final state is left
 * only through a correction that its own evidence proves (ORD-4).
 */
import { micros, ZERO, type Micros } from '../money.ts'
import { isTaking } from '../order/order-amounts.ts'
import type { OrderStatus, TimeInForce } from '../order/order.ts'

/** The venue's word for one of our orders. */
export type VenueOrderState =
  | 'live'
  | 'matched'
  | 'delayed'
  | 'unmatched'
  | 'cancelled'
  | 'invalid'
  | 'unrecognised'

export type OrderProgress = {
  readonly status: OrderStatus
  readonly size: Micros
  readonly timeInForce: TimeInForce
  /** Highest cumulative match that the venue has named for the order itself. */
  readonly matched: Micros
  /** Fills that did not fail. */
  readonly filled: Micros
  /** Fills taken back: their trade FAILED. */
  readonly failed: Micros
  /** Its request may have reached the venue. */
  readonly left: boolean
}

export type OrderEvidence =
  | { readonly type: 'answered'; readonly status: 'live' | 'matched' | 'delayed' | 'unmatched' }
  | { readonly type: 'refused' }
  | { readonly type: 'not_sent' }
  | { readonly type: 'no_answer' }
  | {
      readonly type: 'seen'
      /** `open_orders`: the list of resting orders; `lookup`: read by its id. */
      readonly source: 'feed' | 'open_orders' | 'lookup'
      readonly state: VenueOrderState
      readonly matched: Micros
      /** The end of its GTD time has come. */
      readonly expired: boolean
      /** It is not, or no longer, in the venue's matching delay. */
      readonly isDelayOver: boolean
    }
  /** A cancel answer names it as cancelled. */
  | { readonly type: 'cancelled' }
  /** Not at the venue, proven by INV-07. */
  | { readonly type: 'absent' }
  /** Totals over all its fills. */
  | { readonly type: 'fills'; readonly filled: Micros; readonly failed: Micros }

type OrderStep = {
  readonly progress: OrderProgress
  /** A final state was left: a row, and for a rejected order SAFE. */
  readonly correction: boolean
  /** Only a read can decide what the evidence means. */
  readonly needsRead: boolean
}

/** Sizes have two decimals; anything less is dust. */
const SMALLEST_SIZE = 10_000n

/** The edges of ORD-4 without corrections. */
export const EDGES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['live', 'delayed', 'partially_filled', 'filled', 'cancelled', 'expired', 'rejected', 'unknown'],
  unknown: ['pending', 'live', 'delayed', 'partially_filled', 'filled', 'cancelled', 'expired', 'rejected'],
  delayed: ['live', 'partially_filled', 'filled', 'cancelled', 'rejected'],
  live: ['partially_filled', 'filled', 'cancelled', 'expired'],
  partially_filled: ['filled', 'cancelled', 'expired'],
  filled: [],
  cancelled: [],
  expired: [],
  rejected: [],
}

/** A fresh order whose rows are durable and whose request is about to leave. */
export function pendingOrder(size: Micros, timeInForce: TimeInForce): OrderProgress {
  return { status: 'pending', size, timeInForce, matched: ZERO, filled: ZERO, failed: ZERO, left: true }
}

/**
 * Size of the order that has traded and was not reversed: the larger of the venue's count and our fills. Never over
 * the size, but for an order that takes: as a buy it spends its cash, and better prices give more shares
 * (assumptions.md).
 */
export function filledSize({ size, timeInForce, matched, filled, failed }: OrderProgress): Micros {
  const counted = matched - failed
  const larger = counted > filled ? counted : filled
  return larger > size && rests(timeInForce) ? size : micros(larger)
}

/** True if `from -> to` is an edge or, with `evidence`, a correction. */
export function isAllowed(from: OrderStatus, to: OrderStatus, evidence: 'edge' | OrderProgress): boolean {
  if (EDGES[from].includes(to)) return true
  if (evidence === 'edge') return false
  if (from === 'rejected') return evidence.left
  if (from === 'cancelled' || from === 'expired') return to === 'filled'
  if (from === 'filled') return evidence.failed > 0n && (to === 'partially_filled' || to === 'cancelled')
  return false
}

/** One piece of evidence applied to an order. Stale or meaningless evidence changes nothing. */
export function stepOrder(progress: OrderProgress, evidence: OrderEvidence): OrderStep {
  const counted = count(progress, evidence)
  const { target, needsRead } = judge(counted, evidence)
  if (target === counted.status || !isAllowed(counted.status, target, counted)) {
    return { progress: counted, correction: false, needsRead }
  }
  return {
    progress: { ...counted, status: target },
    correction: !EDGES[counted.status].includes(target),
    needsRead,
  }
}

function count(progress: OrderProgress, evidence: OrderEvidence): OrderProgress {
  switch (evidence.type) {
    case 'seen':
      return evidence.matched > progress.matched ? { ...progress, matched: evidence.matched } : progress
    case 'fills':
      return { ...progress, filled: evidence.filled, failed: evidence.failed }
    case 'not_sent':
      return { ...progress, left: false }
    default:
      return progress
  }
}

type Verdict = { readonly target: OrderStatus; readonly needsRead: boolean }

function judge(progress: OrderProgress, evidence: OrderEvidence): Verdict {
  switch (evidence.type) {
    case 'answered':
      return judgeAnswer(progress, evidence.status)
    case 'refused':
    case 'not_sent':
      return sure(
        progress.status === 'pending' || progress.status === 'unknown' ? 'rejected' : progress.status,
      )
    case 'no_answer':
      return sure(progress.status === 'pending' ? 'unknown' : progress.status)
    case 'cancelled':
      return sure(ended(progress))
    case 'absent':
      if (progress.status === 'unknown' || progress.status === 'rejected') return sure('rejected')
      return sure(ended(progress))
    case 'fills':
      return judgeFills(progress)
    case 'seen':
      return judgeSeen(progress, evidence)
  }
}

function judgeAnswer(progress: OrderProgress, status: 'live' | 'matched' | 'delayed' | 'unmatched'): Verdict {
  // "matched" may leave a rest on the book, and "unmatched" has two meanings: both stay pending until seen.
  if (status === 'matched' || status === 'unmatched') return { target: known(progress), needsRead: true }
  if (status === 'delayed') return sure('delayed')
  return sure(resting(progress))
}

function judgeSeen(
  progress: OrderProgress,
  evidence: Extract<OrderEvidence, { readonly type: 'seen' }>,
): Verdict {
  switch (evidence.state) {
    case 'live':
      return sure(resting(progress))
    case 'delayed':
      return sure('delayed')
    case 'matched':
      if (isWhole(progress)) return sure('filled')
      if (isSpent(progress)) return over(progress, evidence)
      // A frame may mean resting or ended, and a new order may be in no list yet.
      if (evidence.source === 'lookup' && hasTraded(progress) && isKnownToHaveStood(progress)) {
        return over(progress, evidence)
      }
      if (evidence.source === 'open_orders' && rests(progress.timeInForce)) return sure(resting(progress))
      return { target: traded(progress), needsRead: true }
    case 'unmatched':
      if (!rests(progress.timeInForce) && evidence.source !== 'feed' && evidence.isDelayOver) {
        return over(progress, evidence)
      }
      return evidence.source === 'open_orders' && rests(progress.timeInForce)
        ? sure(resting(progress))
        : { target: known(progress), needsRead: evidence.source === 'feed' }
    case 'cancelled':
    case 'invalid':
      return over(progress, evidence)
    case 'unrecognised':
      return { target: known(progress), needsRead: evidence.source === 'feed' }
  }
}

/** An order that takes never rests; one that was live, or has traded and is in no list, is over when it is called matched. */
function isKnownToHaveStood({ status, timeInForce }: OrderProgress): boolean {
  return !rests(timeInForce) || status === 'live' || status === 'partially_filled'
}

function over(progress: OrderProgress, { expired }: { readonly expired: boolean }): Verdict {
  return sure(expired && progress.status !== 'delayed' && !isWhole(progress) ? 'expired' : ended(progress))
}

function judgeFills(progress: OrderProgress): Verdict {
  if (isComplete(progress)) return sure('filled')
  if (progress.status === 'filled') {
    return sure(progress.failed > 0n && !isWhole(progress) ? 'cancelled' : 'filled')
  }
  if (progress.status === 'cancelled' || progress.status === 'expired') {
    return sure(isWhole(progress) ? 'filled' : progress.status)
  }
  if (filledSize(progress) === 0n) return sure(progress.status)
  return { target: 'partially_filled', needsRead: progress.status !== 'partially_filled' }
}

function sure(target: OrderStatus): Verdict {
  return { target, needsRead: false }
}

function rests(timeInForce: TimeInForce): boolean {
  return !isTaking(timeInForce)
}

function isComplete(progress: OrderProgress): boolean {
  return filledSize(progress) >= progress.size
}

/** Less than the smallest size an order can have is missing: nothing is left that could be placed. */
function isWhole(progress: OrderProgress): boolean {
  return filledSize(progress) + SMALLEST_SIZE > progress.size
}

/** An order whose size is filled has nothing left to cancel, though cash may be. */
function ended(progress: OrderProgress): OrderStatus {
  return isWhole(progress) ? 'filled' : 'cancelled'
}

/** True if the venue surely has the order. A look-up that does not say whether it rests leaves that to the list. */
export function isProof(evidence: OrderEvidence): boolean {
  if (evidence.type !== 'seen') return evidence.type === 'answered' || evidence.type === 'fills'
  if (evidence.source !== 'lookup') return true
  const isEmpty = evidence.state === 'matched' && evidence.matched === 0n
  return !(evidence.state === 'unmatched' || evidence.state === 'unrecognised' || isEmpty)
}

/** The venue has matched all of it: nothing is left there, whatever has failed since. */
export function isSpent({ matched, size }: OrderProgress): boolean {
  return matched + SMALLEST_SIZE > size
}

/** True if some of it traded, even if that failed later. */
function hasTraded({ matched, filled }: OrderProgress): boolean {
  return matched > 0n || filled > 0n
}

/** State of an order that may still rest, after a match in part. */
function traded(progress: OrderProgress): OrderStatus {
  if (filledSize(progress) > 0n) return 'partially_filled'
  return hasTraded(progress) && rests(progress.timeInForce) ? 'live' : known(progress)
}

function resting(progress: OrderProgress): OrderStatus {
  return filledSize(progress) > 0n ? 'partially_filled' : 'live'
}

/** An unknown order that has been seen is known again, though not yet its place. */
function known(progress: OrderProgress): OrderStatus {
  return progress.status === 'unknown' || progress.status === 'rejected' ? 'pending' : progress.status
}
