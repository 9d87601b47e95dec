/** The orders of one gesture as text: why some were not sent, and what has become of the others. */
import { isOpen } from '#core/order/order.ts'
import type { Intent, MovedTogether } from '../data/account/intent.ts'
import type { EndedOrder } from '../data/account/ended-orders.ts'
import type { Order } from '../platform/api/client.ts'
import { endText, placedText } from '../words/order-text.ts'

/** Why orders of one gesture were not sent, and of how many; empty when all were. Without a count none was. */
export function refusedText({ intents, refusals }: MovedTogether): string {
  const why = [...new Set(refusals)].join('; ')
  if (refusals.length === 0 || intents.length === 0) return why
  return `${refusals.length} of ${refusals.length + intents.length} orders: ${why}`
}

/** Most urgent first. */
const URGENCY: readonly Intent['state'][] = ['unknown', 'rejected', 'sending', 'accepted']

function byState<Sent extends Pick<Intent, 'state'>>(
  sent: readonly Sent[],
  textOf: (state: Intent['state'], those: readonly Sent[]) => string,
): string {
  return URGENCY.flatMap((state) => {
    const those = sent.filter((one) => one.state === state)
    return those.length === 0 ? [] : `${those.length} ${textOf(state, those)}`
  }).join('; ')
}

/** For so long after the answer the list of open orders may be behind it. */
const BEHIND_MS = 10_000

/**
 * An order that was sent, as the server reports it now: also when it is moved, cancelled or filled elsewhere.
 *
 * @param orders  open orders
 * @param ended  those that have ended within the last minute
 * @param sinceMs  since it was sent
 */
export function sentText(
  { clientOrderId, state, text, order: answered }: Pick<Intent, 'clientOrderId' | 'state' | 'text' | 'order'>,
  orders: readonly Order[],
  ended: readonly EndedOrder[],
  sinceMs: number,
): string {
  if (state === 'sending') return 'sending\u2026'
  const answer = `${state}: ${text}`
  if (state !== 'accepted') return answer
  const isIt = (order: Order): boolean => order.clientOrderId === clientOrderId
  const isSaid = (order: Order): boolean => answered !== null && placedText(order) === placedText(answered)
  const end = ended.find(({ order }) => isIt(order))
  if (end !== undefined) {
    return end.isReported && isSaid(end.order) ? answer : endText(end.order, end.isReported, false).text
  }
  const now = orders.find(isIt)
  if (now === undefined) {
    const wasOpen = answered === null || isOpen(answered.status)
    return wasOpen && sinceMs > BEHIND_MS ? 'ended' : answer
  }
  if (now.status === 'pending') return answer
  if (now.cancelQueued) return 'cancel queued'
  if (now.cancelling) return 'cancelling\u2026'
  return isSaid(now) ? answer : placedText(now)
}

/** Outcome of one gesture's orders: failures first, each state with its number of orders. A part that all share is said once. */
export function jointText(
  sent: readonly Intent[],
  orders: readonly Order[],
  ended: readonly EndedOrder[],
  now: number,
): string {
  const textOf = (intent: Intent): string => sentText(intent, orders, ended, now - intent.at)
  // A sale and the purchase that follows it are two answers, each with its own name.
  if (sent.some((intent) => intent.side !== sent[0]?.side)) {
    return sent
      .toSorted((a, b) => (a.side === b.side ? 0 : a.side === 'SELL' ? -1 : 1))
      .map((intent) => `${intent.side === 'SELL' ? 'sale' : 'purchase'} ${textOf(intent)}`)
      .join('; ')
  }
  const all = [...new Set(sent.map(textOf))]
  if (all.length <= 1) return all.join('')
  return byState(sent, (state, those) => {
    const texts = new Set(those.map((intent) => textOf(intent).replace(`${state}: `, '')))
    return state === 'sending' ? 'sending\u2026' : `${state}: ${[...texts].join(', ')}`
  })
}
