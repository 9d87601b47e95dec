/** What became of the order that a ladder sent last, as the server tells it now: also when it is moved, cancelled or filled elsewhere. */
import { isOpen } from '#core/order.ts'
import type { Order } from '../../api/wire.ts'
import type { EndedOrder } from '../orders/ended-orders.ts'
import { endWords, placedText } from '../orders/order-words.ts'
import type { Intent } from '../trading/intents.ts'

/** For so long after the answer the list of open orders may be behind it. */
const BEHIND_MS = 10_000

/**
 * The order's state in words.
 *
 * @param orders  open orders as the server tells them now
 * @param ended  those that have ended within the last minute
 * @param sinceMs  since it was sent
 */
export function sentWords(
  { clientOrderId, state, text, order: answered }: Pick<Intent, 'clientOrderId' | 'state' | 'text' | 'order'>,
  orders: readonly Order[],
  ended: readonly EndedOrder[],
  sinceMs: number,
): string {
  if (state === 'sending') return 'sending\u2026'
  const answer = `${state}: ${text}`
  if (state !== 'accepted') return answer
  const isIt = (order: Order): boolean => order.client_order_id === clientOrderId
  const isSaid = (order: Order): boolean => answered !== null && placedText(order) === placedText(answered)
  const end = ended.find(({ order }) => isIt(order))
  if (end !== undefined) {
    return end.heard && isSaid(end.order) ? answer : endWords(end.order, end.heard, false).text
  }
  const now = orders.find(isIt)
  if (now === undefined) {
    const wasOpen = answered === null || isOpen(answered.status)
    return wasOpen && sinceMs > BEHIND_MS ? 'ended' : answer
  }
  if (now.status === 'pending') return answer
  if (now.cancel_queued) return 'cancel queued'
  if (now.cancelling) return 'cancelling\u2026'
  return isSaid(now) ? answer : placedText(now)
}

/**
 * What became of all that one gesture sent: what went wrong first, the same words once with how many they are of.
 *
 * @param now  milliseconds since the epoch
 */
export function jointWords(
  sent: readonly Intent[],
  orders: readonly Order[],
  ended: readonly EndedOrder[],
  now: number,
): string {
  const counts = new Map<string, number>()
  for (const intent of sent.toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state))) {
    const words = sentWords(intent, orders, ended, now - intent.at)
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  const parts = [...counts]
  return parts.map(([words, count]) => (parts.length === 1 ? words : `${count}: ${words}`)).join('; ')
}

const URGENCY: readonly Intent['state'][] = ['unknown', 'rejected', 'sending', 'accepted']
