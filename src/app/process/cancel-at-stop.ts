/** CANCEL_ON_SHUTDOWN: one Cancel All at the stop, which may not hold it up for long, and a word about how it ended. */
import type { Instant } from '#core/market/market.ts'
import { isOpen, type Order } from '#core/order/order.ts'
import { pause } from '#lib/pause.ts'
import type { CancelAllResult, Orders } from '#engine/orders/contract.ts'
import { shutdownCancelDraft } from '#engine/notifications/terminal-texts.ts'
import type { Notifications } from '#engine/notifications/notifications.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'

const CANCEL_WITHIN_MS = 4_000
const UNCONFIRMED = `It did not finish within ${CANCEL_WITHIN_MS / 1000} s.`
const LOOK_EVERY_MS = 50
const RECENT_INTENTS = 50

/**
 * Cancels everything and reports what was not confirmed, in the log, as a notification and in the audit log. Resolves
 * within 4 s: what the venue answers later is not waited for, and what was on its way or delayed until then is named.
 *
 * @returns whether everything is confirmed as over
 */
export async function cancelAtStop(parts: {
  readonly orders: Pick<Orders, 'cancelAll' | 'order' | 'byClientOrderId'>
  readonly notifications: Pick<Notifications, 'notify'>
  readonly audit: Pick<AuditLog, 'append' | 'rows' | 'orderHistory'>
  readonly clock: Clock
  readonly log: Log
}): Promise<boolean> {
  const { clock, log, orders } = parts
  const deadline = clock.monotonic() + CANCEL_WITHIN_MS
  const begunAt = clock.now()
  const timeUp = Promise.withResolvers<null>()
  const stopTimer = clock.after(CANCEL_WITHIN_MS, () => timeUp.resolve(null))
  const result = await Promise.race([orders.cancelAll(), timeUp.promise])
  stopTimer()
  const notOver = (): readonly string[] => (result === null ? [] : stillOpen(orders, result))
  while (notOver().length > 0 && clock.monotonic() < deadline) await pause(clock, LOOK_EVERY_MS)
  const open = notOver()
  const failed = result === null ? 1 : result.failed.length + open.length
  if (failed === 0) return true
  const words = result === null ? UNCONFIRMED : result.failed[0]?.rejection.message
  const ids = open.length === 0 ? [] : [`Still open: ${open.join(', ')}.`]
  const reason = [...(words === undefined ? [] : [words]), ...ids].join(' ')
  log.error('stop.cancel_all_failed', { failed, reason })
  parts.notifications.notify(shutdownCancelDraft(failed, reason))
  if (result === null) recordUnconfirmed(parts, begunAt)
  return false
}

/** Orders still open that waited for the end of their matching delay, or had no answer when Cancel All came. */
function stillOpen(
  orders: Pick<Orders, 'order' | 'byClientOrderId'>,
  { queued, inFlight }: CancelAllResult,
): readonly string[] {
  return [
    ...queued.flatMap(({ id }) => (isOver(orders.order(id)) ? [] : id)),
    ...inFlight.flatMap((id) => (isOver(orders.byClientOrderId(id)) ? [] : id)),
  ]
}

function isOver(order: Order | null): boolean {
  return order !== null && !isOpen(order.status)
}

/** Its rows would lack their end: the answer, if there is one, comes when the log is closed. */
function recordUnconfirmed(
  { audit, log }: Pick<Parameters<typeof cancelAtStop>[0], 'audit' | 'log'>,
  begunAt: Instant,
): void {
  const intents = audit.rows({ kind: 'intent', from: begunAt, limit: RECENT_INTENTS })
  const begun = intents.find(({ action }) => action === 'cancel_all')
  if (begun === undefined) return
  const { clientOrderId } = begun
  if (audit.orderHistory(clientOrderId).some(({ kind }) => kind === 'response')) return
  const failed = [{ order_id: null, code: 'venue_unavailable', message: UNCONFIRMED }]
  const details = { cancelled: [], queued: [], failed }
  const written = audit.append([{ clientOrderId, kind: 'response', action: 'cancel_all', details }])
  if (!written.ok) log.error('stop.cancel_all_unrecorded', { reason: written.error })
}
