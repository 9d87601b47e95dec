/**
 * The combos actor: the only writer of requests for quotes. The venue is asked once per request; a quote is accepted at
 * most once ever, which the audit rows decide after a restart; what became of it is always found out.
 */
import { hasComboScope } from '#core/combo/combo-availability.ts'
import { checkComboAccept } from '#core/combo/combo-checks.ts'
import type { ComboTerms } from '#core/combo/combo.ts'
import { ASKING, stepCombo } from '#core/machines/combo.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import { rejection } from '#core/reject-codes.ts'
import type { RejectCode, Rejection } from '#core/reject-codes.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { CredentialStatus } from '#core/trading-state.ts'
import { runMachine } from '#lib/machine.ts'
import { ok } from '#lib/result.ts'
import type { AuditEntry, AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { VenueCombos } from '#ports/venue-combos.ts'
import { createComboAcceptances } from './combo-accept.ts'
import { createComboHoldings } from './combo-holdings.ts'
import { createComboReplay } from './combo-replay.ts'
import { createComboQuoting } from './combo-quoting.ts'
import { recallCombos } from './combo-recall.ts'
import { createComboRfqs } from './combo-rfqs.ts'
import type { RfqEntry } from './combo-rfqs.ts'
import { createComboSituations } from './combo-situation.ts'
import {
  acceptBodyOf,
  acceptDecisionDetails,
  acceptIntentDetails,
  comboClaimOf,
  comboNotionalOf,
  quoteBodyOf,
  readAcceptResult,
  readQuoteResult,
  tradedOf,
} from './combo-stories.ts'
import type {
  ComboAcceptIntent,
  ComboAcceptResult,
  ComboQuoteIntent,
  ComboQuoteResult,
  Combos,
} from './combo-types.ts'
import type { Bus } from '../bus.ts'
import type { Catalog } from '../markets/contract.ts'
import { createOrderRecorder } from '../orders/place/order-recorder.ts'
import type { OrderUsage } from '../orders/order-usage.ts'

export type CombosParts = {
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus
  readonly audit: AuditLog
  readonly venue: VenueCombos
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly limits: () => RiskLimits
  readonly usage: Pick<
    OrderUsage,
    'dailyNotional' | 'sentInLastMinute' | 'sentCombo' | 'endedCombo' | 'refused'
  >
  /** Every reason why combos cannot be traded now. */
  readonly reasons: () => readonly RejectCode[]
  /** Every gate of an order-creating request; a Cancel All or SAFE since `epoch` closes it for good. */
  readonly gate: (epoch: number) => Rejection | null
  readonly epoch: () => number
  /** Of the key in use; null when the venue does not say. */
  readonly scopes: () => CredentialStatus['scopes'] | null
  readonly skewMs: () => number | null
  readonly onUnauthorized: () => Promise<unknown>
  readonly onRefused: (refusal: Rejection) => void
  readonly onAuditUnavailable: () => void
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point: (name: string) => void
}

export type CombosActor = Combos & {
  /** Open combos at cost and acceptances that no read shows yet, for the limits; null until read. */
  readonly exposure: () => Micros | null
  /** The host's clocks disagree: live quotes are dropped. */
  readonly clockJumped: () => void
  /** Loads what an earlier life left in the audit log; synchronous, before anything else. */
  readonly restore: () => void
  /** Begins to read what is held. */
  readonly start: () => void
  /** Waits up to 5 s for answers in flight and writes their rows. */
  readonly stop: (withinMs: number) => Promise<void>
}

const STOP_STEP_MS = 50
const FORGOTTEN = 'This quote is not known any more: quotes end with their deadline and with the terminal.'

/** Builds the actor; nothing happens before `restore` and `start`. */
export function createCombos(parts: CombosParts): CombosActor {
  const { clock, log, bus, audit, venue, usage, point } = parts
  const recorder = createOrderRecorder({ audit, clock, log, onUnavailable: parts.onAuditUnavailable })
  const rfqs = createComboRfqs({ clock, bus, skewMs: parts.skewMs })
  const holdings = createComboHoldings({ clock, log, bus, venue })
  const acceptances = createComboAcceptances({
    clock,
    log,
    bus,
    venue,
    recorder,
    rfqs,
    holdings,
    usage,
    onUnauthorized: parts.onUnauthorized,
    onRefused: parts.onRefused,
    point,
  })
  const situations = createComboSituations({ ...parts, holdings })
  const skew = (): number => parts.skewMs() ?? 0
  const quoteReplay = createComboReplay<ComboQuoteResult>(audit, (rows) => readQuoteResult(rows, skew()))
  const acceptReplay = createComboReplay<ComboAcceptResult>(audit, readAcceptResult)
  /** Quotes that were ever accepted. */
  const accepted = new Set<string>()
  const quoting = createComboQuoting({
    ...parts,
    recorder,
    rfqs,
    holdings,
    situations,
    skew,
    newEntry: (intent, askedAt) => newEntry(intent, intent.clientOrderId, askedAt),
  })

  function newEntry(
    terms: ComboTerms,
    clientOrderId: ComboQuoteIntent['clientOrderId'],
    askedAt: Instant,
  ): RfqEntry {
    const entry: RfqEntry = {
      legs: terms.legs,
      side: terms.side,
      size: terms.size,
      clientOrderId,
      askedAt,
      machine: runMachine({
        initial: ASKING,
        step: stepCombo,
        perform: (effect) => {
          acceptances.perform(entry, effect)
        },
      }),
      quote: null,
      deadline: null,
      accept: null,
      reject: null,
      txHash: null,
      endedAt: null,
    }
    return entry
  }

  /** Why the quote cannot be accepted now, or the entry that can. */
  function judge(intent: ComboAcceptIntent, epoch: number): Rejection | RfqEntry {
    if (accepted.has(intent.quoteId)) return rejection('combo_already_accepted')
    const entry = rfqs.byRfqId(intent.rfqId)
    if (entry === null || entry.quote === null) return rejection('combo_expired', { message: FORGOTTEN })
    if (entry.quote.quoteId !== intent.quoteId) return rejection('combo_quote_mismatch')
    entry.machine.send({ type: 'clock', remainingMs: rfqs.remaining(entry).least })
    const { kind } = entry.machine.state()
    if (kind === 'dismissed') return rejection('combo_expired', { message: 'This quote was declined.' })
    if (kind !== 'live') {
      rfqs.changed(entry)
      return rejection('combo_expired')
    }
    const { quote } = entry
    const closed = acceptGate(epoch)
    const refusal = checkComboAccept(
      situations.at(entry, closed, { cost: comboNotionalOf(quote), shares: tradedOf(quote).shares }),
      usage.sentInLastMinute(),
    )
    return refusal ?? entry
  }

  function acceptGate(epoch: number): Rejection | null {
    const closed = parts.gate(epoch)
    if (closed !== null) return closed
    return hasComboScope(parts.scopes()) ? null : rejection('combos_unavailable')
  }

  async function runAccept(intent: ComboAcceptIntent, epoch: number): Promise<ComboAcceptResult> {
    const judged = judge(intent, epoch)
    if ('code' in judged) return refusedAccept(intent, judged)
    const positionIds = situations.positionsOf(judged)
    if (judged.quote === null || positionIds === null) throw new Error('a quote passed without legs')
    const begun = acceptances.accept(judged, judged.quote, intent, venue.positionId(positionIds), () => {
      const closed = acceptGate(epoch)
      if (closed !== null) return closed.code
      return rfqs.remaining(judged).least <= 0 ? 'combo_expired' : null
    })
    if ('code' in begun) return refusedAccept(intent, begun)
    accepted.add(intent.quoteId)
    return begun
  }

  function refusedAccept(intent: ComboAcceptIntent, refusal: Rejection): ComboAcceptResult {
    const { clientOrderId } = intent
    const row = (kind: AuditEntry['kind'], details: AuditEntry['details']): AuditEntry => {
      return { clientOrderId, kind, action: 'combo_accept', details }
    }
    const written = recorder.before([
      row('intent', acceptIntentDetails(intent)),
      row('decision', acceptDecisionDetails(intent, refusal)),
    ])
    const reject = written.ok ? refusal : rejection('audit_unavailable')
    return { clientOrderId, result: 'rejected', reject, txHash: null, replayed: false }
  }

  /** An answer that is sent again has the time that its quote has now. */
  function withTimeLeft(result: ComboQuoteResult): ComboQuoteResult {
    const entry = result.quote === null ? null : rfqs.byRfqId(result.quote.rfqId)
    return { ...result, remainingMs: entry === null ? 0 : (rfqs.view(entry).remainingMs ?? 0) }
  }

  return {
    async quote(intent) {
      const run = (): Promise<ComboQuoteResult> => quoting.quote(intent)
      const answer = await quoteReplay.once(intent.clientOrderId, quoteBodyOf(intent), run)
      return answer.ok && answer.value.replayed ? ok(withTimeLeft(answer.value)) : answer
    },
    accept(intent) {
      const epoch = parts.epoch()
      return acceptReplay.once(intent.clientOrderId, acceptBodyOf(intent), () => runAccept(intent, epoch))
    },
    dismiss(rfqId) {
      const entry = rfqs.byRfqId(rfqId)
      if (entry === null) return null
      entry.machine.send({ type: 'decline' })
      rfqs.changed(entry)
      return rfqs.view(entry)
    },
    rfqs: rfqs.list,
    held: holdings.held,
    positions: holdings.positions,
    activity: holdings.activity,
    asOf: holdings.asOf,
    costBasis: holdings.costBasis,
    exposure: holdings.exposure,
    clockJumped() {
      for (const entry of rfqs.live()) {
        entry.machine.send({ type: 'clock_jumped' })
        rfqs.changed(entry)
      }
    },
    restore() {
      const recalled = recallCombos(audit, clock.now())
      quoting.recall(recalled.asked)
      for (const quoteId of recalled.accepted) accepted.add(quoteId)
      for (const { signed, answered } of recalled.open) {
        const entry = newEntry(signed, signed.quoteClientOrderId, signed.at)
        entry.quote = signed.quote
        rfqs.add(entry)
        acceptances.restore(entry, signed, answered)
      }
      for (const { signed, at } of recalled.filled) {
        const claim = comboClaimOf(signed.clientOrderId, signed.quote, signed.positionId)
        holdings.recall(claim, Math.max(0, clock.now() - at))
      }
      for (const ended of recalled.ended) bus.publish('combo_ended', ended)
    },
    start() {
      rfqs.start()
      holdings.start()
    },
    async stop(withinMs) {
      const deadline = clock.monotonic() + withinMs
      while (acceptances.inFlight() > 0 && clock.monotonic() < deadline) {
        const { promise, resolve } = Promise.withResolvers<undefined>()
        clock.after(STOP_STEP_MS, () => {
          resolve(undefined)
        })
        await promise
      }
      acceptances.stop()
      holdings.stop()
      rfqs.stop()
      recorder.stop()
    },
  }
}
