/** Texts of each kind of notification about orders, fills, combos and the state of the terminal. */
import type { ComboEnded } from '#core/combo/combo.ts'
import type { Instant } from '#core/market/market.ts'
import { formatMicros } from '#core/money.ts'
import { isOpen, type LateOrder, type Order } from '#core/order/order.ts'
import { joined, pricedText, type PricedText } from '#core/priced-text.ts'
import type { FeedName, RecordingStatus } from '#core/trading-state.ts'
import type { Facts } from '../bus.ts'
import { endingKey } from './ending-texts.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { about, outcomeTitle, terms, type Names } from './notification-terms.ts'

/** @param why  the venue's or the terminal's reason, in words; null when none is known */
export function rejectedDraft(order: Order, why: PricedText | null, catalog: Names): NotificationDraft {
  return {
    kind: 'order_rejected',
    key: `rejected:${order.clientOrderId ?? order.id ?? ''}`,
    title: outcomeTitle(catalog, order.outcomeId),
    ...pricedText`Order rejected: ${terms(order, catalog)}.${why === null ? '' : pricedText` ${why}`}`,
    clientOrderId: order.clientOrderId,
    ...about(catalog, order),
  }
}

export function unknownDraft(order: Order, catalog: Names): NotificationDraft {
  return {
    kind: 'order_unknown',
    key: `unknown:${order.clientOrderId ?? order.id ?? ''}`,
    title: outcomeTitle(catalog, order.outcomeId),
    ...pricedText`No answer for ${terms(order, catalog)}. It may be at the venue: treated as open until confirmed. It is never sent again.`,
    clientOrderId: order.clientOrderId,
    ...about(catalog, order),
  }
}

export function ignoredDraft({ order, at }: Facts['cancel_ignored'], catalog: Names): NotificationDraft {
  return {
    kind: 'order_unknown',
    key: `cancel_ignored:${order.id ?? order.clientOrderId ?? ''}:${at}`,
    title: outcomeTitle(catalog, order.outcomeId),
    ...pricedText`The venue said that it cancelled ${terms(order, catalog)}, and still shows it live. It counts as open and is cancelled again until it is gone.`,
    clientOrderId: order.clientOrderId,
    ...about(catalog, order),
  }
}

/** One notification for a late outcome of an order that had been answered for (INV-55). */
export function lateDraft({ what, order }: Facts['late_order'], catalog: Names): NotificationDraft {
  const asked = terms(order, catalog)
  const filled = `filled ${formatMicros(order.filledSize)} of ${formatMicros(order.size)}`
  const texts: Record<LateOrder, PricedText> = {
    found: pricedText`At the venue after all: ${asked}, ${order.status.replace('_', ' ')}. It was taken for rejected and counts again. ${isOpen(order.status) ? 'Cancel it if it is not wanted. ' : ''}Check what was placed in its place.`,
    cancel_too_late: pricedText`A cancel came too late: ${asked} had ${filled} before the cancel took effect.`,
    overtaken: pricedText`A cancel came while ${asked} was on its way: it reached the venue and is ${order.status} there, ${filled}.`,
    not_cancelled: pricedText`Not cancelled yet: the venue has not taken the cancel of ${asked}, ${filled}. It is sent again until it does; until then the order may trade.`,
    unconfirmed: pricedText`A cancel was answered before the venue said what became of ${asked}: it is ${order.status.replace('_', ' ')}, ${filled}.`,
  }
  return {
    kind: 'late_order',
    key: `late_order:${what}:${order.clientOrderId ?? order.id ?? ''}`,
    ...(what === 'overtaken' && order.filledSize === 0n ? { severity: 'warn' } : {}),
    title: outcomeTitle(catalog, order.outcomeId),
    ...texts[what],
    clientOrderId: order.clientOrderId,
    ...about(catalog, order),
  }
}

export function foreignDraft(
  { reason, order }: Facts['foreign_activity'],
  catalog: Names,
): NotificationDraft {
  return {
    kind: 'foreign_activity',
    key: reason === 'cancel' ? endingKey(order) : `foreign:order:${order.id ?? ''}`,
    title: 'Activity outside this app',
    ...pricedText`${
      reason === 'order'
        ? 'An order that this terminal did not place'
        : 'An order of this terminal was cancelled from outside'
    }: ${terms(order, catalog)}, ${outcomeTitle(catalog, order.outcomeId)}. If it was not you, revoke the session key.`,
    clientOrderId: order.clientOrderId,
    ...about(catalog, order),
  }
}

const MAX_LISTED = 5

/** Orders of this key from before the terminal knew the account, in one message of ordinary weight. */
export function earlierDraft({ orders }: Facts['earlier_activity'], catalog: Names): NotificationDraft {
  const ids = orders.flatMap(({ id }) => id ?? []).toSorted()
  const one = orders.length === 1
  const listed = orders
    .slice(0, MAX_LISTED)
    .map((order) => pricedText`${terms(order, catalog)}, ${outcomeTitle(catalog, order.outcomeId)}`)
  const more = orders.length > MAX_LISTED ? ` and ${orders.length - MAX_LISTED} more` : ''
  return {
    kind: 'foreign_activity',
    key: `earlier:${ids.length}:${ids[0] ?? ''}:${ids.at(-1) ?? ''}`,
    severity: 'info',
    title: one ? 'An order from before this start' : `${orders.length} orders from before this start`,
    ...pricedText`${
      one ? 'It was' : 'They were'
    } placed with this key, not by this terminal: ${joined(listed, '; ')}${more}. Cancel All includes them while they rest.`,
    ...(orders[0] !== undefined && one ? about(catalog, orders[0]) : {}),
  }
}

/** A bug in work that nobody waited for: the terminal goes on, SAFE. */
export const BACKGROUND_FAILED: NotificationDraft = {
  kind: 'trading_safe',
  key: null,
  severity: 'urgent',
  title: 'Trading is SAFE: a fault in the program',
  text: 'Work in the background failed unexpectedly. The program goes on: cancels, heartbeats and what is shown go on too, and attached exits wait for ARMED. Look at orders and positions, then arm. The log names the work that failed.',
}

/** @param problem  what is wrong with the record on disk and what to do, in words */
export function auditProblemDraft(problem: string): NotificationDraft {
  return { kind: 'audit_problem', key: null, title: 'Nothing can be placed', text: problem }
}

const RECORDING_FAULTS: Record<NonNullable<RecordingStatus['fault']>, string> = {
  full: 'the disk is nearly full',
  slow: 'the disk is too slow',
  failed: 'the disk refuses',
}

export function recordingDraft(fault: NonNullable<RecordingStatus['fault']>): NotificationDraft {
  return {
    kind: 'recording_stopped',
    key: null,
    title: 'Recording stopped',
    text: `What happens now cannot be replayed: ${RECORDING_FAULTS[fault]}. It is tried again every half a minute. Trading goes on.`,
  }
}

export function keyExpiringDraft(validUntil: Instant): NotificationDraft {
  const until = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(validUntil)
  return {
    kind: 'session_key_expiring',
    key: `key_expiring:${validUntil}`,
    title: 'The session key expires soon',
    text: `It is valid until ${until} UTC. Orders are refused afterwards: authorise a new key before.`,
  }
}

const FEED_WORDS: Record<FeedName, string> = {
  market: 'market data',
  user: 'own orders and trades (live)',
  sports: 'live scores',
  catalog: 'the catalog',
  data: 'the data service',
  orders: 'own orders (reads)',
}

export function feedDownDraft(name: FeedName, seconds: number, detail: string | null): NotificationDraft {
  return {
    kind: 'feed_down',
    key: null,
    title: `Feed down: ${FEED_WORDS[name]}`,
    text: `Not updated for ${seconds} s${detail === null ? '' : ` (${detail})`}.`,
  }
}

export function comboDraft(ended: ComboEnded, catalog: Names): NotificationDraft {
  const legs = ended.legs.map((leg) => outcomeTitle(catalog, leg)).join(' + ')
  const isFilled = ended.result === 'filled'
  const why = ended.reject === null ? '' : ` ${ended.reject.message}`
  return {
    kind: isFilled ? 'combo_filled' : 'combo_failed',
    key: `combo:${ended.clientOrderId}`,
    title: isFilled ? 'Combo filled' : 'Combo not filled',
    text: isFilled
      ? `${ended.side} ${formatMicros(ended.shares)} for ${formatMicros(ended.total)} pUSD: ${legs}.`
      : `${legs}.${why}`,
    clientOrderId: ended.clientOrderId,
  }
}

/** @param failed  how many orders, or groups of orders, the venue did not confirm as cancelled */
export function shutdownCancelDraft(failed: number, why: string): NotificationDraft {
  return {
    kind: 'shutdown_cancel_failed',
    key: null,
    title: 'Cancel All at the stop failed',
    text: `${failed === 1 ? 'One cancel was' : `${failed} cancels were`} not confirmed. ${why} Orders may still be open at the venue.`,
  }
}

/** Published once an hour at most. */
export function loginsRefusedDraft(now: Instant): NotificationDraft {
  return {
    kind: 'logins_refused',
    key: `logins_refused:${Math.floor(now / 3_600_000)}`,
    title: 'Logins are refused for new devices',
    text: 'Too many wrong passwords were tried. Open sessions go on; new logins wait. The log holds the addresses.',
  }
}
