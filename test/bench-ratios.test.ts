/** Failures of `bench/run.ts --check` (ADR 104). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBenchmark, readRatios } from '../bench/ratios.ts'

const COMMITTED = { 'wire-bare-5': 2, 'wire-client-5': 1 }

/** The failures of a benchmark whose runs print these; null is a run that fails. */
function failuresOf(hasClient: boolean, ...outputs: readonly (string | null)[]): readonly string[] {
  const left = [...outputs]
  const run = (): ReadonlyMap<string, number> | null => {
    const output = left.length > 1 ? left.shift() : left[0]
    return typeof output === 'string' ? readRatios(output) : null
  }
  return checkBenchmark(run, COMMITTED, 1.5, hasClient).failures
}

test('a ratio fails when it is worse, missing, no number or not committed', () => {
  assert.deepEqual(failuresOf(false, 'ratio wire-bare-5 3.000\n'), [])
  assert.deepEqual(failuresOf(false, 'ratio wire-bare-5 3.001\n'), ['wire-bare-5: 3.001, committed 2'])
  assert.deepEqual(failuresOf(false, 'all is well\n'), ['wire-bare-5: not printed'])
  for (const value of ['NaN', 'Infinity', '-'])
    assert.deepEqual(failuresOf(false, `ratio wire-bare-5 ${value}\n`), ['wire-bare-5: no number'])
  assert.deepEqual(failuresOf(false, 'ratio wire-bare-5 2\nratio wire-bare-110 2\n'), [
    'wire-bare-110: 2.000, not committed',
  ])
})

test('the ratios of the published client are expected where it is, and only there', () => {
  assert.deepEqual(failuresOf(true, 'ratio wire-client-5 1.200\n'), [])
  assert.deepEqual(failuresOf(true, 'ratio wire-bare-5 2\n'), ['wire-client-5: not printed'])
})

test('what is slow once passes, a second run that fails does not', () => {
  assert.deepEqual(failuresOf(false, 'ratio wire-bare-5 9\n', 'ratio wire-bare-5 2\n'), [])
  assert.deepEqual(failuresOf(false, null), ['it failed'])
  assert.deepEqual(failuresOf(false, 'ratio wire-bare-5 9\n', null), [
    'wire-bare-5: 9.000, committed 2',
    'it failed when run once more',
  ])
})
