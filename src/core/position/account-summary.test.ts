import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '../money.ts'
import { summarize } from './account-summary.ts'

const list = { complete: true, problem: null, asOf: null, unreadRows: 0 }
const totals = { realised: ZERO, realisedToday: ZERO, settlingPnl: ZERO, fees: ZERO, feesKnown: true }

test('allowances are in order only when nothing that needs an approval lacks it', () => {
  const cases: readonly (readonly [
    allowance: bigint | null,
    missing: readonly string[] | null,
    ok: boolean | null,
  ])[] = [
    [100n, [], true],
    [100n, null, true],
    [99n, [], false],
    [0n, null, false],
    [null, null, null],
    [null, [], null],
    [100n, ['pUSD for the neg-risk adapter'], false],
    [null, ['shares for the neg-risk adapter'], false],
  ]
  for (const [allowance, missingApprovals, expected] of cases) {
    const facts = {
      cash: micros(100n),
      cashAsOf: null,
      allowance: allowance === null ? null : micros(allowance),
      missingApprovals,
      reserved: ZERO,
      combosUnderWay: ZERO,
      dailyNotional: ZERO,
      dailyNotionalLimit: ZERO,
      comboCostBasis: null,
      comboExposure: null,
    }
    const { allowancesOk } = summarize({ facts, held: [], totals, list, venue: null, now: 0 })
    assert.equal(allowancesOk, expected, JSON.stringify([String(allowance), missingApprovals]))
  }
})
