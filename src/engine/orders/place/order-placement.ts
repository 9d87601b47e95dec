/**
 * Takes an order from its checks to its end: rows on disk before the one request, the request once, and reading, never
 * sending, when no answer comes. The sequence is the placement machine's; this file performs its effects.
 */
import { formatMicros } from '#core/money.ts'
import type { ClientOrderId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import type { PlacementEffect } from '#core/machines/placement.ts'
import { limitAmounts, nearestSizes } from '#core/order/order-amounts.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import { priced, pricedText } from '#core/priced-text.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { err } from '#lib/result.ts'
import type { AuditAction, AuditDetails, AuditEntry } from '#ports/audit-log.ts'
import type { PlaceOutcome, PreparedOrder, VenueTrading } from '#ports/venue-trading.ts'
import type { CancelAnswer, CancelCause, PlaceResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import { decisionDetails, responseDetails, signedDetails } from '../record/order-history.ts'
import { rowsOf, type Submission } from '../record/submissions.ts'
import { refusalOf, type CheckedTerms, type OrderCheck, type OrderGate } from './order-check.ts'
import type { OrderReplay } from './order-replay.ts'

/** A command that becomes an order; its rows are made of it and of what is placed. */
export type Command = {
  readonly clientOrderId: ClientOrderId
  readonly action: AuditAction
  /** The cancels before it was received. */
  readonly epoch: number
  /** Details of its intent row, with the canonical text of the request; null once that row is on disk. */
  readonly details: AuditDetails | null
}

/** Parts that placements need. */
export type PlaceRoom = Room & {
  readonly check: OrderCheck
  readonly gate: OrderGate
  readonly replay: OrderReplay
  /** Old orders of the replaces under way: a second one would send its own order for the same rest. */
  readonly replacing: Set<OrderId>
  /** Outcomes that are being left through own sales. */
  readonly leaving: Set<OutcomeId>
  /** Cancels one order by id and answers how that ended. */
  readonly cancelOne: (id: OrderId, cause: CancelCause) => Promise<CancelAnswer>
  /** True if the cancel of an order waits until the venue takes it. */
  readonly isKept: (id: OrderId) => boolean
}

/** The answer to a command of which nothing was sent. */
export function refused(clientOrderId: ClientOrderId, reject: Rejection): PlaceResult {
  return { clientOrderId, result: 'rejected', order: null, reject, replayed: false }
}

export function intentRow({ clientOrderId, action, details }: Command): AuditEntry {
  return rowsOf(clientOrderId, action)('intent', details ?? {})
}

/** Writes the intent row; false where the disk refused, and nothing of the command has happened. */
export function record({ submissions }: Room, command: Command): boolean {
  return submissions.before([intentRow(command)]).ok
}

/**
 * Refuses a command before there is an order: its rows are written, and its id is used up like that of any other (INV-08). What
 * cannot be written is refused for that.
 */
export function refuse(
  { submissions }: Room,
  command: Command,
  refusal: Rejection,
  more: AuditDetails = {},
): PlaceResult {
  const { clientOrderId, action, details } = command
  const decision = rowsOf(clientOrderId, action)('decision', { ...decisionDetails(refusal), ...more })
  if (details !== null)
    return refused(clientOrderId, submissions.refuse([intentRow(command), decision], refusal))
  submissions.after([decision])
  return refused(clientOrderId, refusal)
}

/** Reads what an order needs, and waits a moment for the first book of its outcome. */
export async function ready({ funds, bookWait }: Room, intent: OrderIntent): Promise<void> {
  await Promise.all([funds.ensure(intent), bookWait(intent.outcomeId, 'first')])
}

/**
 * One placement; the gate is asked again right before the first byte.
 *
 * @param replaces  the order that this one replaces, already gone
 */
export function placeOrder(
  state: PlaceRoom,
  command: Command,
  intent: OrderIntent,
  replaces: OrderId | null = null,
): Promise<PlaceResult> {
  const { clientOrderId: id, action, epoch, details } = command
  const { ledger, own, usage, tell } = state.book
  const { promise, resolve } = Promise.withResolvers<PlaceResult>()
  const row = rowsOf(id, action)
  const replaced = replaces === null ? [] : [replaces]
  let outcome: PlaceOutcome | null = null
  /** The gate that was closed right before the first byte. */
  let stopped: Rejection | null = null
  const credentials = state.credentialGeneration()

  state.point('place.validated')
  const closed = state.gate(epoch, { outcomeId: intent.outcomeId, ids: replaced })
  const checked = closed === null ? state.check.check(intent) : err(closed)
  state.point('place.risk.post')
  const prepared = checked.ok ? sign(state.trading, intent, checked.value) : null
  state.point('place.sign.post')
  const refusal = refusalOf(checked) ?? (prepared === null ? rejection('no_credentials') : null)
  const submission = checked.ok && prepared !== null ? submissionOf(checked.value.marketId, prepared) : null

  function answer(answered: Pick<PlaceResult, 'result' | 'reject'>): void {
    state.point('place.reply.pre')
    const order = ledger.byClientOrderId(id)?.order ?? null
    resolve({ clientOrderId: id, ...answered, order, replayed: false })
  }

  function submissionOf(marketId: MarketId, order: PreparedOrder): Submission<PlaceOutcome> {
    return {
      clientOrderId: id,
      name: 'place',
      rows: [
        ...(details === null ? [] : [intentRow(command)]),
        row('decision', decisionDetails(null)),
        row('signed', signedDetails(intent, marketId, order, replaces)),
      ],
      onRecorded(isWritten) {
        machine.send({ type: isWritten ? 'recorded' : 'not_recorded' })
        if (!isWritten) answer({ result: 'rejected', reject: rejection('audit_unavailable') })
      },
      onLeaving() {
        const signed = { ...intent, orderId: order.orderId, marketId, replaces, at: state.clock.now() }
        usage.sent(signed)
        ledger.open(signed, state.clock.monotonic(), machine)
      },
      request: () =>
        state.trading.submit(order, () => {
          const leaving = { outcomeId: intent.outcomeId, ids: [order.orderId, ...replaced] }
          stopped = state.gate(epoch, leaving) ?? state.check.recheck(intent)
          state.point('place.gates2.post')
          return stopped?.code ?? null
        }),
      unproven: (reason) => ({ kind: 'unknown', reason }),
      onEnded: (ending) => finish(order, ending),
      response() {
        if (outcome === null) throw new Error('a response without an outcome')
        return row('response', responseDetails(outcome, stopped))
      },
    }
  }

  function perform(effect: PlacementEffect): void {
    if (effect.type === 'record_refusal' && refusal !== null) {
      state.point('place.intent.pre')
      const { reject } = refuse(state, command, refusal)
      state.point('place.intent.post')
      state.point('place.decision.post')
      answer({ result: 'rejected', reject })
    }
    if (effect.type === 'record_signed' || effect.type === 'send' || effect.type === 'record_response') {
      if (submission === null) throw new Error('nothing was signed')
      state.submissions.perform(submission, effect.type)
    } else {
      own.settle(id, action, effect, outcome?.kind === 'refused' ? outcome.rejection : null)
    }
  }

  /** Row first, then what everybody sees, then the caller. */
  function finish({ orderId }: PreparedOrder, answered: PlaceOutcome): void {
    const ending = explained(intent, answered)
    outcome = ending
    const isFirst = machine.state().kind === 'sent'
    if (ending.kind === 'accepted' && ending.orderId !== orderId) {
      state.log.warn('order.id_differs', { client_order_id: id })
      ledger.named(orderId, ending.orderId)
    }
    machine.send({ type: 'outcome', outcome: ending.kind })
    if (ending.kind === 'accepted') tell('venue_takes', null)
    state.onOutcome(ending, intent, credentials)
    if (isFirst || ending.kind === 'accepted' || ending.kind === 'refused') updateLedger(orderId, ending)
    if (!isFirst) return
    state.point('place.publish.post')
    answer(resultOf(ending, stopped))
  }

  function updateLedger(orderId: OrderId, ending: PlaceOutcome): void {
    if (ending.kind === 'accepted') ledger.apply(orderId, { type: 'answered', status: ending.status })
    else if (ending.kind !== 'unknown') ledger.apply(orderId, { type: ending.kind })
    else if (machine.state().kind === 'unknown') ledger.apply(orderId, { type: 'no_answer' })
  }

  const machine = own.begin(perform)
  machine.send({ type: 'checked', allowed: refusal === null })
  return promise
}

/** The outcome; where the venue refuses the amounts of an order that takes, with why, and the nearest sizes that it takes (INV-85). */
export function explained(intent: OrderIntent, outcome: PlaceOutcome): PlaceOutcome {
  const nearest = nearestSizes(intent)
  if (outcome.kind !== 'refused' || outcome.rejection.code !== 'invalid_size' || nearest === null)
    return outcome
  const { message, prices } = outcome.rejection
  const said = { text: message.replace(/[.]?$/, '.'), prices }
  const at = priced(formatPrice(intent.price), null)
  const [size, up] = [formatMicros(intent.size), formatMicros(nearest.up)]
  const sizes = nearest.down === null ? `size is ${up}` : `sizes are ${formatMicros(nearest.down)} and ${up}`
  const { text, prices: all } =
    pricedText`${said} It takes ${intent.timeInForce} where the cash is whole cents, which ${size} at ${at} is not: the nearest ${sizes}. An order that may rest (GTC) has any size.`
  return {
    ...outcome,
    rejection: { ...outcome.rejection, message: text, prices: all, value: size, limit: up },
  }
}

/**
 * The outcome in the words of a place result.
 *
 * @param closed  the gate that closed right before the first byte, in its own words; null when none did
 * @returns with why nothing was placed; null for an order that is placed or may be
 */
function resultOf(outcome: PlaceOutcome, closed: Rejection | null): Pick<PlaceResult, 'result' | 'reject'> {
  if (outcome.kind === 'accepted' || outcome.kind === 'unknown') return { result: outcome.kind, reject: null }
  const reject = outcome.kind === 'refused' ? outcome.rejection : (closed ?? rejection(outcome.code))
  return { result: 'rejected', reject }
}

/** Signs the order that was judged; null without a key. The amounts must be those of the intent. */
function sign(
  trading: Pick<VenueTrading, 'prepare'>,
  intent: OrderIntent,
  { tickSize, negRisk }: CheckedTerms,
): PreparedOrder | null {
  const prepared = trading.prepare({ ...intent, tickSize, negRisk })
  if (prepared === null) return null
  const asked = limitAmounts(intent.side, intent.price, intent.size, tickSize)
  if (prepared.makerAmount !== asked.makerAmount || prepared.takerAmount !== asked.takerAmount) {
    throw new Error('the signed amounts are not those of the intent')
  }
  return prepared
}
