import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutcomeId } from '#core/ids.ts'
import { TICK_SIZES } from '#core/price.ts'
import type { Outcome } from '../../platform/api/client.ts'
import { resultText, tickText } from './ladder-message-text.ts'

test('a changed tick size is reported with both, once; the first that is known is no change', () => {
  const at = new Date(2026, 10, 22, 14, 2, 11).getTime()
  assert.equal(tickText(100, 10, at), 'Tick 0.01 is now 0.001 14:02:11')
  for (const tick of TICK_SIZES) {
    assert.equal(tickText(null, tick, at), null)
    assert.equal(tickText(tick, tick, at), null)
    // While the new book is awaited no tick is known.
    assert.equal(tickText(tick, null, at), null)
    for (const next of TICK_SIZES) assert.equal(tickText(tick, next, at) === null, next === tick)
  }
})

test('a resolved outcome says who won and what it pays, and before that only that it is resolved', () => {
  const outcomes = [
    { id: 'pm:1', name: 'Yes' },
    { id: 'pm:2', name: 'No' },
  ] as Outcome[]
  const yes = { id: 'pm:1' as OutcomeId, name: 'Yes' }
  const text = (winner: string | null, isResolved: boolean) =>
    resultText({ winningOutcomeId: winner as OutcomeId | null, outcomes }, yes, isResolved)
  assert.equal(text(null, false), '')
  assert.equal(text(null, true), 'Resolved: read-only')
  assert.equal(text('pm:1', true), 'Resolved: Yes won and pays 1.00')
  assert.equal(text('pm:2', true), 'Resolved: No won, Yes pays 0.00')
  assert.equal(text('pm:9', true), 'Resolved: another outcome won, Yes pays 0.00')
})
