/**
 * The combos actor: the only writer of requests for quotes. The venue is asked once per request; a quote is accepted at
 * most once ever, which the audit rows decide after a restart; what became of it is always found out.
 */
import { hasComboScope } from '#core/combo/combo-availability.ts'
import { checkComboAccept } from '#core/combo/combo-checks.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { createComboAcceptances, type ComboAcceptances } from './combo-accept.ts'
import { createComboHoldings } from './combo-holdings.ts'
import { skewOf, type CombosParts } from './combo-parts.ts'
import { positionsOf, situationOf, type ComboRoom } from './combo-room.ts'
import { createComboQuoting } from './combo-quoting.ts'
import { recallCombos } from './combo-recall.ts'
import { createComboRfqs, newRfqEntry, type ComboRfqs, type RfqEntry } from './combo-rfqs.ts'
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
} from './combo-history.ts'
import type {
  ComboAcceptIntent,
  ComboAcceptResult,
  ComboQuoteIntent,
  ComboQuoteResult,
} from './combo-types.ts'
import { pause } from '#lib/pause.ts'
import { createFirstResults } from '../orders/record/first-results.ts'
import { rowsOf } from '../orders/record/submissions.ts'

export type CombosActor = ReturnType<typeof createCombos>

/** As the edges see it. */
export type Combos = Omit<CombosActor, 'exposure' | 'clockJumped' | 'restore' | 'start' | 'stop'>

const STOP_STEP_MS = 50
const FORGOTTEN = 'This quote is gone: quotes end at their deadline and when the terminal stops.'

type CombosState = ComboRoom & {
  readonly acceptances: ComboAcceptances
  /** Quotes that were ever accepted. */
  readonly accepted: Set<string>
}

/** Builds the actor; nothing happens before `restore` and `start`. */
export function createCombos(parts: CombosParts) {
  const room = { ...parts, rfqs: createComboRfqs(parts), holdings: createComboHoldings(parts) }
  const { audit, rfqs, holdings } = room
  const acceptances = createComboAcceptances(room)
  const quoting = createComboQuoting(room, (intent, askedAt) =>
    newRfqEntry(intent, intent.clientOrderId, askedAt, acceptances.perform),
  )
  const quotes = createFirstResults<ComboQuoteResult>({
    audit,
    again: (first) => ({ ...first, remainingMs: timeLeft(rfqs, first) }),
    readBack: (id, rows) => readQuoteResult(id, rows, skewOf(parts)),
  })
  const accepts = createFirstResults<ComboAcceptResult>({
    audit,
    again: (first) => first,
    readBack: readAcceptResult,
  })
  const actor: CombosState = { ...room, acceptances, accepted: new Set() }
  parts.usage.countCombos(holdings.exposure)

  return {
    /** Asks the venue once. */
    quote: (intent: ComboQuoteIntent) =>
      quotes.once(intent.clientOrderId, quoteBodyOf(intent), () => quoting.quote(intent)),
    /** Sends a live quote's acceptance at most once, ever. */
    accept(intent: ComboAcceptIntent) {
      const epoch = actor.epoch()
      return accepts.once(intent.clientOrderId, acceptBodyOf(intent), () => runAccept(actor, intent, epoch))
    },
    /** Declines a live quote without a call; null when no such request is known. */
    dismiss(rfqId: string) {
      const entry = actor.rfqs.byRfqId(rfqId)
      if (entry === null) return null
      entry.machine.send({ type: 'decline' })
      actor.rfqs.changed(entry)
      return actor.rfqs.view(entry)
    },
    rfqs: rfqs.list,
    held: holdings.held,
    positions: holdings.positions,
    activity: holdings.activity,
    asOf: holdings.asOf,
    costBasis: holdings.costBasis,
    exposure: holdings.exposure,
    /** The host's clocks disagree: live quotes are dropped. */
    clockJumped(): void {
      for (const entry of actor.rfqs.live()) {
        entry.machine.send({ type: 'clock_jumped' })
        actor.rfqs.changed(entry)
      }
    },
    /** Loads what a previous run left in the audit log; synchronous, before anything else. */
    restore(): void {
      const recalled = recallCombos(actor.audit, actor.clock.now())
      quoting.recall(recalled.asked)
      for (const quoteId of recalled.accepted) actor.accepted.add(quoteId)
      for (const { signed, answered } of recalled.open) {
        const entry = newRfqEntry(signed, signed.quoteClientOrderId, signed.at, actor.acceptances.perform)
        entry.quote = signed.quote
        actor.rfqs.add(entry)
        actor.acceptances.restore(entry, signed, answered)
      }
      for (const { signed, at } of recalled.filled) {
        const claim = comboClaimOf(signed.clientOrderId, signed.quote, signed.positionId)
        actor.holdings.recall(claim, Math.max(0, actor.clock.now() - at))
      }
      for (const ended of recalled.ended) actor.bus.publish('combo_ended', ended)
    },
    start(): void {
      actor.rfqs.start()
      actor.holdings.start()
    },
    /** Waits so long for answers in flight and writes their rows. */
    async stop(withinMs: number): Promise<void> {
      const deadline = actor.clock.monotonic() + withinMs
      while (actor.submissions.inFlight() > 0 && actor.clock.monotonic() < deadline) {
        await pause(actor.clock, STOP_STEP_MS)
      }
      actor.acceptances.stop()
      actor.holdings.stop()
      actor.rfqs.stop()
    },
  }
}

/** Why the quote cannot be accepted now, or the entry that can. */
function judge(actor: CombosState, intent: ComboAcceptIntent, epoch: number): Rejection | RfqEntry {
  if (actor.accepted.has(intent.quoteId)) return rejection('combo_already_accepted')
  const entry = actor.rfqs.byRfqId(intent.rfqId)
  if (entry === null || entry.quote === null) return rejection('combo_expired', { message: FORGOTTEN })
  if (entry.quote.quoteId !== intent.quoteId) return rejection('combo_quote_mismatch')
  entry.machine.send({ type: 'clock', remainingMs: actor.rfqs.remaining(entry).least })
  const { kind } = entry.machine.state()
  if (kind === 'dismissed') return rejection('combo_expired', { message: 'This quote was declined.' })
  if (kind !== 'live') {
    actor.rfqs.changed(entry)
    return rejection('combo_expired')
  }
  const { quote } = entry
  const closed = acceptGate(actor, epoch)
  const refusal = checkComboAccept(
    situationOf(actor, entry, closed, { cost: comboNotionalOf(quote), shares: tradedOf(quote).shares }),
    actor.usage.sentInLastMinute(),
  )
  return refusal ?? entry
}

function acceptGate(actor: CombosState, epoch: number): Rejection | null {
  const closed = actor.gate(epoch)
  if (closed !== null) return closed
  return hasComboScope(actor.scopes()) ? null : rejection('combos_unavailable')
}

async function runAccept(
  actor: CombosState,
  intent: ComboAcceptIntent,
  epoch: number,
): Promise<ComboAcceptResult> {
  const judged = judge(actor, intent, epoch)
  if ('code' in judged) return refusedAccept(actor, intent, judged)
  const positionIds = positionsOf(actor, judged)
  if (judged.quote === null || positionIds === null) throw new Error('a quote passed without legs')
  const begun = actor.acceptances.accept(
    judged,
    judged.quote,
    intent,
    actor.venue.positionId(positionIds),
    () => {
      const closed = acceptGate(actor, epoch)
      if (closed !== null) return closed.code
      if (judged.side === 'BUY' && actor.lossRefusal() !== null) return 'loss_limit'
      return actor.rfqs.remaining(judged).least <= 0 ? 'combo_expired' : null
    },
  )
  if ('code' in begun) return refusedAccept(actor, intent, begun)
  actor.accepted.add(intent.quoteId)
  return begun
}

function refusedAccept(actor: CombosState, intent: ComboAcceptIntent, refusal: Rejection): ComboAcceptResult {
  const { clientOrderId } = intent
  const row = rowsOf(clientOrderId, 'combo_accept')
  const rows = [
    row('intent', acceptIntentDetails(intent)),
    row('decision', acceptDecisionDetails(intent, refusal)),
  ]
  const reject = actor.submissions.before(rows).ok ? refusal : rejection('audit_unavailable')
  return { clientOrderId, result: 'rejected', reject, txHash: null, replayed: false }
}

/** An answer that is sent again has the time that its quote has now. */
function timeLeft(rfqs: ComboRfqs, { quote }: ComboQuoteResult): number {
  const entry = quote === null ? null : rfqs.byRfqId(quote.rfqId)
  return entry === null ? 0 : (rfqs.view(entry).remainingMs ?? 0)
}
