/**
 * Takes the acceptance of a quote from its rows to its end: rows on disk before the one request, the request once, and
 * status reads, never a second request, until the venue says what became of it.
 */
import type { ComboEffect } from '#core/machines/combo.ts'
import type { ClientOrderId } from '#core/ids.ts'
import { rejection, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import type { AcceptOutcome, StatusOutcome, VenueQuote } from '#ports/venue-combos.ts'
import type { ComboRoom } from './combo-room.ts'
import type { RfqEntry } from './combo-rfqs.ts'
import { endRow, noFinding, noteAnswer, noteRead, publicState, type ComboFinding } from './combo-findings.ts'
import {
  acceptDecisionDetails,
  acceptIntentDetails,
  acceptSignedDetails,
  comboClaimOf,
  comboNotionalOf,
  tradedOf,
} from './combo-history.ts'
import type { SignedCombo } from './combo-history.ts'
import type { ComboAcceptIntent, ComboAcceptResult } from './combo-types.ts'
import { rowsOf } from '../orders/record/submissions.ts'

export type ComboAcceptances = ReturnType<typeof createComboAcceptances>

const UNAUTHORIZED_MS = 1_000

/** One acceptance while this process knows of it. */
type Running = {
  readonly clientOrderId: ClientOrderId
  readonly quote: VenueQuote
  /** Performs what comes before its first byte and its send; null for one of a previous run, which is only read. */
  readonly send: ((step: 'record_signed' | 'send') => void) | null
  readonly finding: ComboFinding
  holdMs: number
  stopTimer: (() => void) | null
}

type AcceptancesState = ComboRoom & {
  readonly running: Map<RfqEntry, Running>
  isStopped: boolean
}

export function createComboAcceptances(room: ComboRoom) {
  const state: AcceptancesState = { ...room, running: new Map(), isStopped: false }

  return {
    /** Carries out what an entry's machine asks for. */
    perform: (entry: RfqEntry, effect: ComboEffect): void => perform(state, entry, effect),
    accept: accept.bind(null, state),
    /** One of a previous run whose end is not known: read, not sent. */
    restore(entry: RfqEntry, signed: SignedCombo, answered: boolean): void {
      const own = run(state, entry, signed.clientOrderId, signed.quote, null)
      begin(state, entry, own, signed.positionId, signed.at)
      entry.machine.send({ type: 'restored', answered })
      state.rfqs.changed(entry)
    },
    stop(): void {
      state.isStopped = true
      for (const own of state.running.values()) own.stopTimer?.()
    },
  }
}

/**
 * Sends the acceptance of a live quote; every check has passed. `gate` is asked again right before the first byte. A
 * rejection: nothing was signed, written or sent, and the quote is not spent.
 */
function accept(
  state: AcceptancesState,
  entry: RfqEntry,
  quote: VenueQuote,
  intent: ComboAcceptIntent,
  positionId: string,
  gate: () => RejectCode | null,
): Promise<ComboAcceptResult> | Rejection {
  const { clientOrderId } = intent
  const { promise, resolve } = Promise.withResolvers<ComboAcceptResult>()
  const prepared = state.venue.prepare(quote)
  if (prepared === null) return rejection('no_credentials')
  if (prepared.makerAmount !== quote.makerAmount || prepared.takerAmount !== quote.takerAmount) {
    throw new Error('the signed amounts are not those of the quote')
  }
  const signed = { ...entry, quote, positionId, quoteClientOrderId: entry.clientOrderId }
  const row = rowsOf(clientOrderId, 'combo_accept')

  function answer(result: ComboAcceptResult['result']): void {
    state.point('combo.accept.reply.pre')
    resolve({ clientOrderId, result, reject: entry.reject, txHash: entry.txHash, replayed: false })
  }

  const rows = [
    row('intent', acceptIntentDetails(intent)),
    row('decision', acceptDecisionDetails(intent, null)),
    row('signed', acceptSignedDetails(signed, prepared)),
  ]

  const record = (): void => {
    const isWritten = state.submissions.record('combo.accept', rows)
    if (!isWritten) entry.reject = rejection('audit_unavailable')
    entry.machine.send({ type: isWritten ? 'recorded' : 'not_recorded' })
    if (!isWritten) answer('rejected')
  }

  const send = (): void => {
    begin(state, entry, own, positionId, state.clock.now())
    state.submissions.send<AcceptOutcome>('combo.accept', {
      clientOrderId,
      async call() {
        const outcome = await state.venue.accept(prepared, gate, (name) =>
          state.point(`combo.accept.${name}`),
        )
        state.point('combo.accept.answer')
        return outcome
      },
      unproven: (reason) => ({ kind: 'no_answer', reason, rejection: null }),
      onEnded: (outcome) => finish(state, entry, own, outcome, answer),
    })
  }

  const own = run(state, entry, clientOrderId, quote, (step) => (step === 'send' ? send() : record()))
  entry.machine.send({ type: 'accept', remainingMs: state.rfqs.remaining(entry).least })
  if (entry.acceptedBy === null) {
    // Nothing left: its deadline came first, or the disk refused the rows.
    state.running.delete(entry)
    state.rfqs.changed(entry)
    if (entry.machine.state().kind === 'expired') return rejection('combo_expired')
  }
  return promise
}

function run(
  state: AcceptancesState,
  entry: RfqEntry,
  clientOrderId: ClientOrderId,
  quote: VenueQuote,
  send: Running['send'],
): Running {
  const own = { clientOrderId, quote, send, finding: noFinding(), holdMs: 0, stopTimer: null }
  state.running.set(entry, own)
  return own
}

function perform(state: AcceptancesState, entry: RfqEntry, effect: ComboEffect): void {
  const own = state.running.get(entry)
  if (own === undefined) throw new Error('an acceptance that was never begun')
  switch (effect.type) {
    case 'record_signed':
    case 'send':
      own.send?.(effect.type)
      return
    case 'record_response':
      state.submissions.respond('combo.accept', endRow(own, entry.machine.state(), 'response'))
      return
    case 'record_reconcile':
      state.point('combo.final.pre')
      state.submissions.after([endRow(own, entry.machine.state(), 'reconcile')])
      state.point('combo.final.post')
      state.log.warn('combo.reconciled', {
        client_order_id: own.clientOrderId,
        state: entry.machine.state().kind,
      })
      return
    case 'read_after':
      own.stopTimer?.()
      own.stopTimer = state.clock.after(Math.max(effect.afterMs, own.holdMs), () => {
        void poll(state, entry, own)
      })
      return
    case 'publish':
      state.bus.publish('combo_ended', {
        clientOrderId: own.clientOrderId,
        result: effect.result,
        rfqId: own.quote.rfqId,
        side: own.quote.side,
        legs: entry.legs,
        ...tradedOf(own.quote),
        txHash: own.finding.txHash,
        reject: effect.result === 'failed' ? own.finding.reject : null,
        at: state.clock.now(),
      })
  }
}

/** Row first, then what everybody sees, then the caller. */
function finish(
  state: AcceptancesState,
  entry: RfqEntry,
  own: Running,
  outcome: AcceptOutcome,
  answer: (result: ComboAcceptResult['result']) => void,
): void {
  const isFirst = entry.machine.state().kind === 'sent'
  if (isOver(entry)) return
  noteAnswer(own.finding, outcome)
  entry.machine.send({ type: 'outcome', verdict: outcome.kind })
  close(state, entry, own)
  if (outcome.kind === 'refused') state.onRefused(outcome.rejection)
  if (!isFirst) return
  const isRefused = outcome.kind === 'refused' || outcome.kind === 'not_sent'
  answer(isRefused ? 'rejected' : publicState(entry.machine.state()))
}

async function poll(state: AcceptancesState, entry: RfqEntry, own: Running): Promise<void> {
  if (state.isStopped || isOver(entry)) return
  state.point('combo.poll')
  const outcome = await read(state, own.quote.rfqId)
  if (state.isStopped || isOver(entry)) return
  own.holdMs = outcome.kind === 'no_answer' ? (outcome.retryAfterMs ?? 0) : 0
  if (outcome.kind === 'unauthorized') {
    own.holdMs = UNAUTHORIZED_MS
    await state.onUnauthorized()
  }
  noteRead(own.finding, outcome)
  const verdict = outcome.kind === 'unauthorized' ? 'no_answer' : outcome.kind
  entry.machine.send({ type: 'status', verdict, remainingMs: state.rfqs.remaining(entry).most })
  close(state, entry, own)
}

async function read(state: AcceptancesState, rfqId: string): Promise<StatusOutcome> {
  try {
    return await state.venue.status(rfqId)
  } catch (error) {
    state.log.error('combo.status_threw', { error: String(error) })
    return { kind: 'no_answer', retryAfterMs: null }
  }
}

/** After a step: what is shown, what the limits count. */
function close(state: AcceptancesState, entry: RfqEntry, own: Running): void {
  const { kind } = entry.machine.state()
  entry.txHash = own.finding.txHash
  if (kind === 'not_filled') entry.reject = own.finding.reject
  if (kind === 'filled' || kind === 'not_filled') {
    own.stopTimer?.()
    state.usage.endedCombo(own.clientOrderId, kind === 'filled')
    state.holdings.settle(own.clientOrderId, kind === 'filled')
    state.running.delete(entry)
  }
  state.rfqs.changed(entry)
}

function begin(state: AcceptancesState, entry: RfqEntry, own: Running, positionId: string, at: number): void {
  const { quote } = own
  entry.acceptedBy = own.clientOrderId
  state.usage.sentCombo(own.clientOrderId, comboNotionalOf(quote), at)
  state.holdings.claim(comboClaimOf(own.clientOrderId, quote, positionId))
  state.rfqs.changed(entry)
}

function isOver(entry: RfqEntry): boolean {
  const { kind } = entry.machine.state()
  return kind === 'filled' || kind === 'not_filled'
}
