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

/** An order's state at `now`. */
export function orderText(order: Stated, now: number): StateText {
  if (order.status === 'unknown') {
    const since = showAge(now - (order.submittedAt ?? order.createdAt))
    return {
      text: `unknown, checking ${since}`,
      tone: 'unknown',
      title: 'No answer from the venue. Open orders and trades are being read; it is never sent again.',
    }
  }
  if (order.cancelQueued) {
    const at = order.delayEndsAt === null ? '' : `, sent at ${showLocal(order.delayEndsAt, true)}`
    return {
      text:
        order.delayEndsAt === null ? 'cancel queued' : `cancel queued ${delayLeft(order.delayEndsAt, now)}`,
      tone: 'chip',
      title:
        order.delayEndsAt === null
          ? 'The venue cannot take the cancel now: it is sent again until it does.'
          : `The venue delays this order: the cancel waits for the end of the delay${at}.`,
    }
  }
  if (order.cancelling) {
    return { text: 'cancelling\u2026', tone: 'chip', title: 'The cancel was sent; its answer is awaited.' }
  }
  switch (order.status) {
    case 'pending':
      return { text: 'sending\u2026', tone: 'chip', title: 'Sent; the answer of the venue is awaited.' }
    case 'delayed':
      return {
        text: order.delayEndsAt === null ? 'delayed' : `delayed ${delayLeft(order.delayEndsAt, now)}`,
        tone: 'chip',
        title: 'The venue holds orders of this market back for some seconds before it matches them.',
      }
    case 'partially_filled':
      return {
        text: `partly filled ${showAmount(order.filledSize, 0)}`,
        tone: 'chip',
        title: `${showAmount(order.filledSize, 0)} of ${showAmount(order.size, 0)} filled; the rest is open.`,
      }
    case 'live':
      return { text: 'live', tone: 'plain', title: 'Rests in the book.' }
    case 'filled':
      return order.cancelTooLate
        ? {
            text: `filled, ${TOO_LATE}`,
            tone: 'danger',
            title: 'Filled whole before its cancel took effect.',
          }
        : { text: 'filled', tone: 'plain', title: isOverfilled(order) ? OVERFILLED : 'Filled whole.' }
    case 'cancelled':
      return { text: 'cancelled', tone: 'plain', title: 'Cancelled; what had filled stays filled.' }
    case 'expired':
      return { text: 'expired', tone: 'plain', title: 'Its time ran out.' }
    case 'rejected':
      return { text: 'rejected', tone: 'danger', title: 'The venue did not take it.' }
    default:
      return unreachable(order.status)
  }
}

/** Behind a fill of more than the size. */
export const OVERFILLED = 'A buy that takes spends its cash: better prices gave more shares than asked for.'

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
  if (!isReported) {
    return {
      text: 'ended unseen',
      tone: 'unknown',
      title: 'It ended while the link was lost. Its timeline says how.',
    }
  }
  const late = order.cancelTooLate ? `, ${TOO_LATE}` : ''
  return {
    text: `${placedText(order)}${isSettling ? ', settling' : ''}${late}`,
    tone: order.status === 'rejected' || order.cancelTooLate ? 'danger' : 'plain',
    title: 'Ended within the last minute; then it is found under fills, activity and audit.',
  }
}

/** True if a trade is not final at the venue yet, and may still be reversed. */
export function isSettling({ status }: Pick<Fill, 'status'>): boolean {
  return status === 'matched' || status === 'mined' || status === 'retrying'
}

const FILLS: Readonly<Record<Fill['status'], StateText>> = {
  matched: { text: 'settling', tone: 'chip', title: 'Matched at the venue; not on the chain yet.' },
  mined: { text: 'settling, mined', tone: 'chip', title: 'On the chain; not final yet.' },
  retrying: {
    text: 'settling, retried',
    tone: 'chip',
    title: 'The transaction failed and the venue tries it again.',
  },
  confirmed: { text: 'settled', tone: 'plain', title: 'Final.' },
  failed: { text: 'taken back', tone: 'danger', title: 'The trade failed for good: it did not happen.' },
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
