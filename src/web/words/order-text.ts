/** States of orders and fills as text. What is not known is said to be unknown, what may still be undone to be settling. */
import { unreachable } from '#lib/never.ts'
import type { Fill, Order } from '../platform/api/client.ts'
import { showAge, showAmount, showLocal } from '../platform/format/figures.ts'

export type StateTone = 'plain' | 'chip' | 'unknown' | 'danger'
export type StateText = {
  readonly text: string
  readonly tone: StateTone
  /** A whole sentence for the tooltip. */
  readonly title: string
}

type Stated = Pick<
  Order,
  | 'status'
  | 'cancelling'
  | 'cancelQueued'
  | 'cancelTooLate'
  | 'delayEndsAt'
  | 'submittedAt'
  | 'createdAt'
  | 'filledSize'
  | 'size'
>

const TOO_LATE = 'the cancel came too late'

/** How long is left of a matching delay: `2.3 s`. */
export function delayLeft(endsAt: number, now: number): string {
  const tenths = Math.max(0, Math.ceil((endsAt - now) / 100))
  return `${Math.floor(tenths / 10)}.${tenths % 10} s`
}

const said = (text: string, tone: StateTone, title: string): StateText => ({ text, tone, title })

/** An order's state at `now`. */
export function orderText(order: Stated, now: number): StateText {
  const { delayEndsAt: endsAt, filledSize, size } = order
  if (order.status === 'unknown') {
    const title = 'No answer from the venue. Checking open orders and trades; never sent again.'
    return said(
      `unknown, checking ${showAge(now - (order.submittedAt ?? order.createdAt))}`,
      'unknown',
      title,
    )
  }
  if (order.cancelQueued && endsAt !== null) {
    const at = showLocal(endsAt, true)
    const title = `The venue delays this order; the cancel goes out when the delay ends, at ${at}.`
    return said(`cancel queued ${delayLeft(endsAt, now)}`, 'chip', title)
  }
  if (order.cancelQueued) {
    const title = 'The venue cannot take the cancel now; Sesame resends it until it does.'
    return said('cancel queued', 'chip', title)
  }
  if (order.cancelling) return said('cancelling\u2026', 'chip', 'Cancel sent; waiting for the venue.')
  switch (order.status) {
    case 'pending':
      return said('sending\u2026', 'chip', 'Sent; waiting for the venue.')
    case 'delayed': {
      const title = 'The venue holds orders in this market for a few seconds before matching.'
      return said(endsAt === null ? 'delayed' : `delayed ${delayLeft(endsAt, now)}`, 'chip', title)
    }
    case 'partially_filled': {
      const filled = showAmount(filledSize, 0)
      const title = `${filled} of ${showAmount(size, 0)} filled; the rest is open.`
      return said(`partly filled ${filled}`, 'chip', title)
    }
    case 'live':
      return said('live', 'plain', 'Resting in the book.')
    case 'filled':
      if (order.cancelTooLate)
        return said(`filled, ${TOO_LATE}`, 'danger', 'Filled before the cancel took effect.')
      return said('filled', 'plain', isOverfilled(order) ? OVERFILLED : 'Completely filled.')
    case 'cancelled':
      return said('cancelled', 'plain', 'Cancelled; earlier fills stand.')
    case 'expired':
      return said('expired', 'plain', 'Reached its expiry.')
    case 'rejected':
      return said('rejected', 'danger', 'Refused by the venue.')
    default:
      return unreachable(order.status)
  }
}

/** Behind a fill of more than the size. */
export const OVERFILLED = 'A taker buy spends its cash: better prices gave more shares than ordered.'

/** True if more was matched than the size. */
export function isOverfilled(order: Pick<Order, 'size' | 'filledSize'>): boolean {
  return order.filledSize > order.size
}

/**
 * How an order ended. One that was gone after a lost link is not given an end that was not reported.
 *
 * @param isSettling  whether a trade of it is not final yet
 */
export function endText(
  order: Pick<Order, 'status' | 'filledSize' | 'remainingSize' | 'cancelTooLate'>,
  isReported: boolean,
  isSettling: boolean,
): StateText {
  if (!isReported) return said('ended unseen', 'unknown', 'Ended while the link was lost; see its timeline.')
  return said(
    `${placedText(order)}${isSettling ? ', settling' : ''}${order.cancelTooLate ? `, ${TOO_LATE}` : ''}`,
    order.status === 'rejected' || order.cancelTooLate ? 'danger' : 'plain',
    'Ended within the last minute. Later see Fills, Activity or Audit.',
  )
}

/** True if a trade is not final at the venue yet, and may still be reversed. */
export function isSettling({ status }: Pick<Fill, 'status'>): boolean {
  return status === 'matched' || status === 'mined' || status === 'retrying'
}

const FILLS: Readonly<Record<Fill['status'], StateText>> = {
  matched: said('settling', 'chip', 'Matched; not on chain yet.'),
  mined: said('settling, mined', 'chip', 'On chain; not final yet.'),
  retrying: said('settling, retried', 'chip', 'The transaction failed; the venue is retrying.'),
  confirmed: said('settled', 'plain', 'Final.'),
  failed: said('reversed', 'danger', 'The trade failed to settle and was reversed.'),
}

/** How far a fill is settled. */
export function fillText(status: Fill['status']): StateText {
  return FILLS[status]
}

/** The outcome of an order that the venue has taken: `filled 60, 40 resting`. */
export function placedText(order: Pick<Order, 'status' | 'filledSize' | 'remainingSize'> | null): string {
  if (order === null) return 'accepted'
  const filled = showAmount(order.filledSize, 0)
  const left = showAmount(order.remainingSize, 0)
  switch (order.status) {
    case 'filled':
      return `filled ${filled}`
    case 'partially_filled':
      return `filled ${filled}, ${left} resting`
    case 'live':
      return `${left} resting`
    case 'delayed':
      return `delayed in play, ${left} pending`
    case 'cancelled':
    case 'expired':
      return order.filledSize === 0n
        ? `${order.status}, nothing filled`
        : `filled ${filled}, the rest ${order.status}`
    case 'pending':
    case 'rejected':
    case 'unknown':
      return order.status
    default:
      return unreachable(order.status)
  }
}
