/**
 * Takes an order from its checks to its end: rows on disk before the one request, the request once, and reading, never
 * sending, when no answer comes. The sequence is the placement machine's; this file performs its effects.
 */
import type { ClientOrderId, MarketId, OrderId } from '#core/ids.ts'
import { RECEIVED, stepPlacement } from '#core/machines/placement.ts'
import type { PlacementEffect, PlacementEvent, PlacementState } from '#core/machines/placement.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { runMachine, type Machine } from '#lib/machine.ts'
import type { AuditAction } from '#ports/audit-log.ts'
import type { PlaceOutcome, PreparedOrder, VenueTrading } from '#ports/venue-trading.ts'
import type { Tools } from '../../tools.ts'
import type { PlaceResult } from '../contract.ts'
import { rowsOf, type Submission, type Submissions } from '../record/submissions.ts'
import type { OrderCheck } from './order-check.ts'
import type { LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderGate } from './order-gate.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import { correction, explained, finding, resultOf, sign, type PlacementRequest } from './placement-request.ts'
import { decisionDetails, responseDetails, signedDetails } from '../record/order-history.ts'
import type { SignedOrder, OrderHistory } from '../record/order-history.ts'
import type { OrderUsage } from '../book-of-orders/order-usage.ts'

export type Placements = {
  readonly place: (request: PlacementRequest) => Promise<PlaceResult>
  /** A signed order of a previous run whose end is not known. */
  readonly restoreUnknown: (signed: SignedOrder, action: AuditAction) => void
  /** An order of a previous run that the venue shows: taken over with what its rows say. */
  readonly adopt: (history: OrderHistory, corrected: boolean) => void
  /** The venue shows the order. */
  readonly seen: (entry: LedgerEntry) => void
  /** A read ended without it. */
  readonly notSeen: (entry: LedgerEntry, complete: boolean, startedAt: number) => void
  readonly isUnknown: (entry: LedgerEntry) => boolean
  /** Sent and not answered: its id at the venue may still be a surprise. */
  readonly isInFlight: (entry: LedgerEntry) => boolean
}

const MAX_KEPT = 5_000

type PlacementsParts = Pick<Tools, 'clock' | 'random' | 'log'> & {
  readonly trading: Pick<VenueTrading, 'prepare' | 'submit'>
  readonly submissions: Submissions
  readonly ledger: OrderLedger
  readonly usage: OrderUsage
  readonly check: OrderCheck
  readonly gate: OrderGate
  readonly onSigned: (orderId: OrderId, clientOrderId: ClientOrderId) => void
  readonly onNamed: (clientOrderId: ClientOrderId, hash: OrderId, venueId: OrderId) => void
  readonly onOutcome: (outcome: PlaceOutcome, intent: OrderIntent, credentials: number) => void
  readonly credentialGeneration: () => number
  readonly onCorrection: (entry: LedgerEntry) => void
  readonly requestRead: (afterMs: number) => void
  readonly point: (name: string) => void
}

type PlacementsState = PlacementsParts & {
  readonly machines: Map<ClientOrderId, Machine<PlacementState, PlacementEvent>>
}

/**
 * Builds the placements.
 *
 * @param gate  every gate of ORD-1, cancels included; asked again right before the first byte. A cancel that
 *   came since `epoch` and means the order closes it for good
 * @param onSigned  called with each hash before it leaves
 * @param onNamed  called when an answer names an order by another id than its hash
 * @param onOutcome  called with every ending of a request: venue mode, credentials and geoblock learn from it
 * @param onCorrection  a rejected order exists at the venue: SAFE
 */
export function createPlacements(parts: PlacementsParts): Placements {
  const state: PlacementsState = {
    ...parts,
    machines: new BoundedMap(MAX_KEPT, isOver),
  }

  return {
    place: (request) => place(state, request),
    restoreUnknown(signed, action) {
      restore(state, signed, action, { type: 'restored' })
      state.ledger.apply(signed.orderId, { type: 'no_answer' })
    },
    adopt(history, corrected) {
      const { signed } = history
      if (signed === null) return
      const verdict = history.reconcile ?? history.response
      const result = corrected || verdict?.result === 'accepted' ? 'accepted' : 'rejected'
      restore(state, signed, history.action, { type: 'restored_settled', result, left: true })
      if (result === 'rejected') state.ledger.apply(signed.orderId, { type: 'refused' })
    },
    seen(entry) {
      const { clientOrderId } = entry.order
      if (clientOrderId !== null) state.machines.get(clientOrderId)?.send({ type: 'seen' })
    },
    notSeen(entry, complete, startedAt) {
      const { clientOrderId } = entry.order
      if (clientOrderId === null) return
      state.machines
        .get(clientOrderId)
        ?.send({ type: 'not_seen', complete, sinceSendMs: startedAt - entry.sentAt })
    },
    isUnknown: (entry) => stateOf(state, entry) === 'unknown',
    isInFlight: (entry) => stateOf(state, entry) === 'sent',
  }
}

/** Only what has ended may be forgotten. */
function isOver(machine: Machine<PlacementState, PlacementEvent>): boolean {
  const { kind } = machine.state()
  return kind === 'settled' || kind === 'refused'
}

/**
 * Effects that need nothing but the id: shared by live and restored placements.
 *
 * @param late  the venue's own refusal, when it is what settles the order after its time
 */
function settleEffect(
  state: PlacementsState,
  id: ClientOrderId,
  action: AuditAction,
  effect: PlacementEffect,
  late: Rejection | null = null,
): void {
  const entry = state.ledger.byClientOrderId(id)
  if (effect.type === 'read_after') state.requestRead(effect.afterMs)
  if (entry === null) return
  if (effect.type === 'record_reconcile') {
    const isGone = effect.result === 'rejected'
    const refusal = isGone ? (late ?? rejection('venue_not_found')) : null
    const evidence = { type: late === null ? 'absent' : 'refused' } as const
    const settled = isGone ? (state.ledger.apply(entry.key, evidence) ?? entry) : entry
    state.submissions.after([finding(id, action, settled, refusal)])
    if (isGone) state.usage.refused(id)
    state.log.warn('order.reconciled', { client_order_id: id, result: effect.result })
  }
  if (effect.type === 'correct') {
    state.usage.counted(id)
    state.submissions.after([correction(state.random.uuidV7(), entry)])
    state.log.error('order.corrected', { client_order_id: id, status: entry.order.status })
    state.onCorrection(entry)
  }
}

function restore(
  state: PlacementsState,
  signed: SignedOrder,
  action: AuditAction,
  event: PlacementEvent,
): void {
  const elapsed = Math.max(0, state.clock.now() - signed.at)
  state.ledger.open(signed, state.clock.monotonic() - elapsed)
  const machine = runMachine({
    initial: RECEIVED,
    step: stepPlacement,
    perform: (effect) => {
      settleEffect(state, signed.clientOrderId, action, effect)
    },
  })
  state.machines.set(signed.clientOrderId, machine)
  machine.send(event)
}

function place(state: PlacementsState, request: PlacementRequest): Promise<PlaceResult> {
  const { intent, action, epoch } = request
  const id = intent.clientOrderId
  const { promise, resolve } = Promise.withResolvers<PlaceResult>()
  const row = rowsOf(id, action)
  const intentRows = request.intentEntry === null ? [] : [request.intentEntry]
  const replaced = request.replaces === null ? [] : [request.replaces]
  let outcome: PlaceOutcome | null = null
  /** The gate that was closed right before the first byte. */
  let stopped: Rejection | null = null
  const credentials = state.credentialGeneration()

  state.point('place.validated')
  const closed = state.gate(epoch, { outcomeId: intent.outcomeId, ids: replaced })
  const checked = closed === null ? state.check.check(intent) : ({ ok: false, rejection: closed } as const)
  state.point('place.risk.post')
  const prepared = checked.ok ? sign(state.trading, intent, checked) : null
  state.point('place.sign.post')
  const refusal = checked.ok ? (prepared === null ? rejection('no_credentials') : null) : checked.rejection
  const submission = checked.ok && prepared !== null ? submissionOf(checked.marketId, prepared) : null

  function answer(answered: Pick<PlaceResult, 'result' | 'reject'>): void {
    state.point('place.reply.pre')
    const order = state.ledger.byClientOrderId(id)?.order ?? null
    resolve({ clientOrderId: id, ...answered, order, replayed: false })
  }

  function submissionOf(marketId: MarketId, order: PreparedOrder): Submission<PlaceOutcome> {
    return {
      clientOrderId: id,
      name: 'place',
      rows: [
        ...intentRows,
        row('decision', decisionDetails(null)),
        row('signed', signedDetails(intent, marketId, order, request.replaces)),
      ],
      onRecorded(isWritten) {
        machine.send({ type: isWritten ? 'recorded' : 'not_recorded' })
        if (!isWritten) answer({ result: 'rejected', reject: rejection('audit_unavailable') })
      },
      onLeaving() {
        const { orderId } = order
        const signed = { ...intent, orderId, marketId, replaces: request.replaces, at: state.clock.now() }
        state.onSigned(orderId, id)
        state.usage.sent(signed)
        state.ledger.open(signed, state.clock.monotonic())
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
      const rows = [...intentRows, row('decision', decisionDetails(refusal))]
      const reject = state.submissions.refuse(rows, refusal)
      state.point('place.intent.post')
      state.point('place.decision.post')
      answer({ result: 'rejected', reject })
    }
    if (effect.type === 'record_signed' || effect.type === 'send' || effect.type === 'record_response') {
      if (submission === null) throw new Error('nothing was signed')
      state.submissions.perform(submission, effect.type)
    } else {
      settleEffect(state, id, action, effect, outcome?.kind === 'refused' ? outcome.rejection : null)
    }
  }

  /** Row first, then what everybody sees, then the caller. */
  function finish({ orderId }: PreparedOrder, answered: PlaceOutcome): void {
    const ending = explained(intent, answered)
    outcome = ending
    const isFirst = machine.state().kind === 'sent'
    if (ending.kind === 'accepted' && ending.orderId !== orderId) {
      state.log.warn('order.id_differs', { client_order_id: id })
      state.onNamed(id, orderId, ending.orderId)
    }
    machine.send({ type: 'outcome', outcome: ending.kind })
    state.onOutcome(ending, intent, credentials)
    if (isFirst || ending.kind === 'accepted' || ending.kind === 'refused') updateLedger(orderId, ending)
    if (!isFirst) return
    state.point('place.publish.post')
    answer(resultOf(ending, stopped))
  }

  function updateLedger(orderId: OrderId, ending: PlaceOutcome): void {
    switch (ending.kind) {
      case 'accepted':
        state.ledger.apply(orderId, { type: 'answered', status: ending.status })
        return
      case 'refused':
      case 'not_sent': {
        const entry = state.ledger.apply(orderId, { type: ending.kind })
        if (entry?.order.status === 'rejected') state.usage.refused(id)
        return
      }
      case 'unknown':
        if (machine.state().kind === 'unknown') state.ledger.apply(orderId, { type: 'no_answer' })
    }
  }

  const machine = runMachine<PlacementState, PlacementEvent, PlacementEffect>({
    initial: RECEIVED,
    step: stepPlacement,
    perform,
  })
  state.machines.set(id, machine)
  machine.send({ type: 'checked', allowed: refusal === null })
  return promise
}

function stateOf(state: PlacementsState, entry: LedgerEntry): PlacementState['kind'] | null {
  const { clientOrderId } = entry.order
  return clientOrderId === null ? null : (state.machines.get(clientOrderId)?.state().kind ?? null)
}
