/** The steps of tests of combos: ask, accept, look. */
import assert from 'node:assert/strict'
import type { ComboRfqState } from '#core/combo/combo.ts'
import type { ComboAcceptResult, ComboQuoteResult } from '../combos/combo-types.ts'
import { comboTerms, type ComboFixture } from './combo-fixture.ts'
import { clientId } from './trading-fixture.ts'

let ids = 0
/** A client order id that was not used yet. */
export const nextId = (): ReturnType<typeof clientId> => clientId((ids += 1))

/** Asks and lets the answer come. */
export async function quoted(
  fixture: ComboFixture,
  changes: Parameters<typeof comboTerms>[0] = {},
): Promise<ComboQuoteResult> {
  const asking = fixture.combos.quote({ ...comboTerms(changes), clientOrderId: nextId() })
  await fixture.clock.advance(400)
  const answer = await asking
  assert.ok(answer.ok)
  return answer.value
}

export type LiveQuote = NonNullable<ComboQuoteResult['quote']>

/** Asks for a buy, which is quoted. */
export async function liveQuote(fixture: ComboFixture): Promise<LiveQuote> {
  const { quote } = await quoted(fixture)
  assert.ok(quote !== null)
  return quote
}

/** Accepts and waits for the first answer. */
export async function accept(
  fixture: ComboFixture,
  quote: LiveQuote,
  clientOrderId = nextId(),
): Promise<ComboAcceptResult> {
  const answer = await fixture.combos.accept({ clientOrderId, rfqId: quote.rfqId, quoteId: quote.quoteId })
  assert.ok(answer.ok)
  return answer.value
}

/** State of the newest request. */
export const stateOf = (fixture: ComboFixture): ComboRfqState | undefined => fixture.combos.rfqs()[0]?.state
