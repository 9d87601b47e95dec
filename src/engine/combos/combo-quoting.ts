/** Asks the venue for a quote: checked and on disk before the one request, never asked again, live until its deadline. */
import { quoteGate } from '#core/combo/combo-availability.ts'
import { checkComboQuote } from '#core/combo/combo-checks.ts'
import type { ComboTerms } from '#core/combo/combo.ts'
import type { Instant } from '#core/market/market.ts'
import { ZERO } from '#core/money.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { QuoteOutcome } from '#ports/venue-combos.ts'
import { skewOf } from './combo-parts.ts'
import { positionsOf, situationOf, type ComboRoom } from './combo-room.ts'
import type { RfqEntry } from './combo-rfqs.ts'
import { comboQuoteOf, mismatch, quoteIntentDetails, quoteResponseDetails } from './combo-history.ts'
import type { ComboQuoteIntent, ComboQuoteResult } from './combo-types.ts'
import { rowsOf } from '../orders/record/submissions.ts'
import { decisionDetails } from '../orders/record/order-history.ts'

const MINUTE_MS = 60_000

export function createComboQuoting(
  room: ComboRoom,
  newEntry: (intent: ComboQuoteIntent, askedAt: Instant) => RfqEntry,
) {
  const { clock, log, venue, submissions, rfqs, holdings, point } = room
  let asked: readonly Instant[] = []

  async function runQuote(intent: ComboQuoteIntent): Promise<ComboQuoteResult> {
    // A limit of what is held, and what can be sold, rest on a read of it.
    await holdings.positions()
    const { side, size } = intent
    const amounts = side === 'BUY' ? { cost: size, shares: ZERO } : { cost: ZERO, shares: size }
    const refusal = checkComboQuote(situationOf(room, intent, quoteGate(room.reasons()), amounts), asked)
    const row = rowsOf(intent.clientOrderId, 'combo_quote')
    const written = submissions.before([
      row('intent', quoteIntentDetails(intent)),
      row('decision', decisionDetails(refusal)),
    ])
    point('combo.quote.intent.post')
    if (!written.ok) return refusedQuote(intent, rejection('audit_unavailable'))
    const positionIds = positionsOf(room, intent)
    if (refusal !== null || positionIds === null) {
      return refusedQuote(intent, refusal ?? rejection('combo_ineligible'))
    }
    const now = clock.now()
    asked = [...asked.filter((at) => at > now - MINUTE_MS), now]
    const entry = newEntry(intent, now)
    rfqs.add(entry)
    const outcome = await ask(positionIds, intent)
    point('combo.quote.answer')
    submissions.after([row('response', quoteResponseDetails(outcome))])
    return settleQuote(entry, outcome)
  }

  async function ask(positionIds: readonly string[], terms: ComboTerms): Promise<QuoteOutcome> {
    try {
      const answer = venue.quote({ positionIds, side: terms.side, size: terms.size })
      point('combo.quote.sent')
      return await answer
    } catch (error) {
      log.error('combo.quote_threw', { error: String(error) })
      return { kind: 'refused', rfqId: null, rejection: rejection('combo_no_response') }
    }
  }

  function settleQuote(entry: RfqEntry, outcome: QuoteOutcome): ComboQuoteResult {
    if (outcome.kind !== 'quoted') {
      entry.reject = outcome.kind === 'mismatch' ? mismatch(outcome.field) : outcome.rejection
      if (outcome.kind === 'mismatch') log.warn('combo.quote_mismatch', { field: outcome.field })
      if (outcome.kind === 'refused') room.onRefused(outcome.rejection)
      entry.machine.send({ type: 'no_quote' })
      rfqs.changed(entry)
      return refusedQuote(entry, entry.reject)
    }
    const { quote } = outcome
    entry.quote = quote
    const left = quote.expiresAt - (clock.now() + skewOf(room))
    entry.deadline = clock.monotonic() + Math.min(left, quote.windowMs ?? left)
    entry.machine.send({ type: 'quoted' })
    expireInTime(entry)
    rfqs.changed(entry)
    return {
      clientOrderId: entry.clientOrderId,
      result: 'quoted',
      quote: comboQuoteOf(quote, skewOf(room)),
      remainingMs: Math.max(0, rfqs.remaining(entry).least),
      side: quote.side,
      reject: null,
      replayed: false,
    }
  }

  /** Ends a live quote at its deadline, which a new measure of the skew may have moved. */
  function expireInTime(entry: RfqEntry): void {
    const { least } = rfqs.remaining(entry)
    entry.machine.send({ type: 'clock', remainingMs: least })
    if (entry.machine.state().kind !== 'live') {
      rfqs.changed(entry)
      return
    }
    clock.after(Math.min(least, MINUTE_MS), () => {
      if (entry.machine.state().kind === 'live') expireInTime(entry)
    })
  }

  function refusedQuote(
    intent: Pick<ComboQuoteIntent, 'clientOrderId' | 'side'>,
    reject: Rejection,
  ): ComboQuoteResult {
    const { clientOrderId, side } = intent
    return { clientOrderId, result: 'rejected', quote: null, remainingMs: 0, side, reject, replayed: false }
  }

  return {
    quote: runQuote,
    /** Requests of the last minute that a previous run sent. */
    recall(earlier: readonly Instant[]): void {
      asked = [...earlier, ...asked]
    },
  }
}
