/** Outcome of a press as text: one table for every kind that the page sends, and the orders of one gesture together. */
import { subtractMicros } from '#core/money.ts'
import type { EndedOrder } from '../data/account/ended-orders.ts'
import type { Intent, Move, Sent } from '../data/account/intent.ts'
import { isNamed, openOrders } from '../data/account/own-levels.ts'
import type { Prices } from '../data/settings/prices.ts'
import { faultText } from '../platform/api/client.ts'
import type { ApiFault, AuditRow, Order, PlaceResult, ReplaceResult } from '../platform/api/client.ts'
import type { ListView } from '../platform/live/list-store.ts'
import { showSize } from '../platform/format/figures.ts'
import { endText, placedText } from '../words/order-text.ts'
import { auditMessage, rejectMessage } from '../words/reject-text.ts'
import { countOfSales } from '../words/order-effect.ts'

/** An answer; those without an order of their own bring their text. */
export type Answer =
  | PlaceResult
  | ReplaceResult
  | { readonly result: 'accepted' | 'rejected'; readonly text: string }

/** How an outcome became known; `look` is a trace in the audit log or a list. */
export type Proof =
  | { readonly by: 'answer'; readonly result: Answer }
  | { readonly by: 'fault'; readonly fault: ApiFault }
  | { readonly by: 'list'; readonly order: Order }
  | { readonly by: 'look' | 'absence' }

type Texts = {
  /** The terminal answers that it did nothing. */
  readonly refused: (fault: string) => string
  /** There is no answer. */
  readonly lost: (fault: string) => string
  /** Looked up and found done, or after all looks without a trace. */
  readonly found: string
  readonly absent: string
}

const plain = (fault: string): string => fault
const unconfirmed = (fault: string): string => `not confirmed: ${fault}`
const AGAIN = 'Press again; cancelling twice is harmless.'
const cancelAgain = (fault: string): string => `${unconfirmed(fault)} ${AGAIN}`
const ORDER: Texts = {
  refused: plain,
  lost: (fault) => `${fault} Checking the audit log.`,
  found: 'see the audit log',
  absent: 'never reached the terminal',
}
const CANCEL: Texts = {
  refused: unconfirmed,
  lost: unconfirmed,
  found: 'no longer open',
  absent: `no trace of it. ${AGAIN}`,
}

const OUTCOMES = {
  order: ORDER,
  move: ORDER,
  cancel: CANCEL,
  cancelAll: { ...CANCEL, refused: cancelAgain, lost: cancelAgain },
  exit: {
    refused: plain,
    lost: (fault) => `${fault} See the list of exits.`,
    found: 'see the list of exits',
    absent: 'never reached the terminal',
  },
} as const satisfies Readonly<Record<string, Texts>>

export type Kind = keyof typeof OUTCOMES

/** The outcome in words; of the audit log its finding says more. */
export function outcomeText(
  kind: Kind,
  proof: Proof,
  { move, prices }: { readonly move: Move | null; readonly prices: Prices },
): string {
  const texts: Texts = OUTCOMES[kind]
  switch (proof.by) {
    case 'answer':
      return answerText(proof.result, move, prices)
    case 'fault':
      return texts[proof.fault.kind === 'problem' ? 'refused' : 'lost'](faultText(proof.fault))
    case 'list':
      return proof.order.status === 'rejected'
        ? 'not at the venue'
        : `found at the venue: ${placedText(proof.order)}`
    case 'look':
      return texts.found
    case 'absence':
      return texts.absent
  }
}

/** Result proven by a press's audit rows; null while they prove nothing. */
export function auditFinding(
  rows: readonly AuditRow[],
  prices: Prices,
): { readonly found: 'accepted' | 'rejected'; readonly text: string } | null {
  const last =
    rows.find((row) => row.kind === 'reconcile') ??
    rows.find((row) => row.kind === 'response') ??
    rows.find((row) => row.kind === 'decision')
  const result = last?.details['result']
  if (result === 'accepted') return { found: 'accepted', text: 'at the venue, see its timeline' }
  if (result !== 'rejected' && result !== 'refused') return null
  const text = auditMessage(last?.details ?? {}, prices) ?? 'refused, see the audit log'
  return { found: 'rejected', text }
}

/** The same of a cancel, proven by the list of orders; a row that is being cancelled is a trace. */
export function cancelFinding({ items, current }: ListView<Order>, names: ReadonlySet<string>) {
  if (!current) return null
  const left = openOrders(items).filter((order) => isNamed(order, names))
  if (left.length === 0) return names.size === 0 ? 'no_rows' : 'accepted'
  return left.some((order) => order.cancelling || order.cancelQueued) ? 'nothing' : 'no_rows'
}

function answerText(result: Answer, move: Move | null, prices: Prices): string {
  if ('text' in result) return result.text
  if (move !== null && 'cancelled' in result) return movedText(move, result, prices)
  if (result.result === 'unknown') return 'Unknown: checking with the venue'
  const freed = result.cancelledFirst ?? []
  const first = freed.length === 0 ? '' : ` \u2013 ${countOfSales(freed)} cancelled first`
  if (result.result === 'accepted') {
    return result.order === null && result.replayed ? 'already placed' : `${placedText(result.order)}${first}`
  }
  return `${result.reject === null ? 'Refused.' : rejectMessage(result.reject, prices)}${first}`
}

/** An answered move: how much went over and how much had filled before. Only what is known is said. */
export function movedText(move: Move, result: ReplaceResult, prices: Prices): string {
  const from = prices.price(move.from, move.tick)
  const gone = `The old order at ${from} is cancelled.`
  if (result.result === 'rejected') {
    const why = result.reject === null ? 'Refused.' : rejectMessage(result.reject, prices)
    if (result.cancelled) return `${why} ${gone}`
    return result.reject?.code === 'not_cancellable' ? why : `${why} The order stays at ${from}.`
  }
  if (result.result === 'unknown') return `Unknown: checking with the venue. ${gone}`
  const placed = result.order?.size ?? null
  if (placed === null) return 'moved'
  const before = subtractMicros(move.total, placed)
  const filled = before > 0n ? `, ${showSize(before)} had filled at ${from} before` : ''
  return `moved ${showSize(placed)} from ${from}${filled}`
}

/** Code of a refusal, or null. */
export function codeOf(proof: Proof): string | null {
  if (proof.by === 'answer') {
    const { result } = proof
    return result.result === 'rejected' && 'reject' in result ? (result.reject?.code ?? null) : null
  }
  return proof.by === 'fault' && proof.fault.kind === 'problem' ? proof.fault.problem.code : null
}

export const NOTHING_SENT = 'Nothing was sent.'

/** A press that was refused, with its reason. */
export function refusalText(why: string): string {
  return `Refused: ${why.replace(/[.]$/, '')}. ${NOTHING_SENT}`
}

/** Why orders of one gesture were not sent, and of how many; empty when all were. Without a count none was. */
export function refusedText({ intents, refusals }: Sent): string {
  const why = [...new Set(refusals)].join('; ')
  if (refusals.length === 0 || intents.length === 0) return why
  return `${refusals.length} of ${refusals.length + intents.length} orders: ${why}`
}

/** Most urgent first. */
const URGENCY: readonly Intent['state'][] = ['unknown', 'rejected', 'sending', 'accepted']

/**
 * An order that was sent, as the server reports it now: also when it is moved, cancelled or filled elsewhere.
 *
 * @param orders  open orders
 * @param ended  those that have ended within the last minute
 */
export function sentText(
  { clientOrderId, state, text, order: answered }: Pick<Intent, 'clientOrderId' | 'state' | 'text' | 'order'>,
  orders: readonly Order[],
  ended: readonly EndedOrder[],
): string {
  if (state === 'sending') return 'sending\u2026'
  const answer = `${state}: ${text}`
  const isIt = (order: Order): boolean => order.clientOrderId === clientOrderId
  const end = ended.find(({ order }) => isIt(order))
  // The list may be behind the answer.
  const now = end?.order ?? orders.find(isIt)
  if (state !== 'accepted' || now === undefined || now.status === 'pending') return answer
  const isSaid = answered !== null && placedText(now) === placedText(answered)
  if (end !== undefined && !(end.isReported && isSaid)) return endText(now, end.isReported, false).text
  if (end === undefined && now.cancelQueued) return 'cancel queued'
  if (end === undefined && now.cancelling) return 'cancelling\u2026'
  return isSaid ? answer : placedText(now)
}

/** Outcome of one gesture's orders: failures first, each state with its number of orders. A part that all share is said once. */
export function jointText(
  sent: readonly Intent[],
  orders: readonly Order[],
  ended: readonly EndedOrder[],
): string {
  const textOf = (intent: Intent): string => sentText(intent, orders, ended)
  // A sale and the purchase that follows it are two answers, each with its own name.
  if (sent.some((intent) => intent.side !== sent[0]?.side)) {
    return sent
      .toSorted((a, b) => (a.side === b.side ? 0 : a.side === 'SELL' ? -1 : 1))
      .map((intent) => `${intent.side === 'SELL' ? 'sale' : 'purchase'} ${textOf(intent)}`)
      .join('; ')
  }
  const all = [...new Set(sent.map(textOf))]
  if (all.length <= 1) return all.join('')
  return URGENCY.flatMap((state) => {
    const those = sent.filter((one) => one.state === state)
    const texts = new Set(those.map((intent) => textOf(intent).replace(`${state}: `, '')))
    const text = state === 'sending' ? 'sending\u2026' : `${state}: ${[...texts].join(', ')}`
    return those.length === 0 ? [] : [`${those.length} ${text}`]
  }).join('; ')
}
