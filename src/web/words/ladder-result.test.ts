import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutcomeId } from '#core/ids.ts'
import type { Outcome } from '../platform/api/client.ts'
import { resultText } from './resolution-text.ts'

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
