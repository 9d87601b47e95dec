// Each check of a combo quote and its acceptance refuses at its edge and lets pass just within it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkComboAccept, checkComboQuote, MAX_QUOTES_PER_MINUTE } from './combo-checks.ts'
import type { ComboSituation } from './combo-checks.ts'
import { micros, ZERO } from '../money.ts'
import { rejection, type RejectCode } from '../reject-codes.ts'
import { DEFAULT_LIMITS } from '../risk-limits.ts'
import { leg } from '../testing/combo-samples.ts'

const NOW = 1_790_000_000_000
const pusd = (count: number): ReturnType<typeof micros> => micros(BigInt(count) * 1_000_000n)

const fine: ComboSituation = {
  now: NOW,
  gate: null,
  limits: DEFAULT_LIMITS,
  loss: null,
  legs: [leg(1), leg(2)],
  side: 'BUY',
  cost: pusd(10),
  shares: pusd(40),
  exposure: ZERO,
  dailyNotional: ZERO,
  held: null,
}

const legs = (count: number): ComboSituation['legs'] => Array.from({ length: count }, (_, n) => leg(n + 1))
const many = (count: number, at: number): number[] => Array.from({ length: count }, () => at)

describe('a request for a quote', () => {
  const cases: readonly [title: string, changes: Partial<ComboSituation>, code: RejectCode | null][] = [
    ['that is fine', {}, null],
    ['behind a closed gate', { gate: rejection('geoblocked') }, 'geoblocked'],
    ['with as many legs as allowed', { legs: legs(10) }, null],
    ['with a leg too many', { legs: legs(11) }, 'max_combo_legs'],
    ['with 51 legs', { legs: legs(51) }, 'max_combo_legs'],
    [
      'with 51 legs under a limit of 60',
      { legs: legs(51), limits: { ...fine.limits, maxComboLegs: 60 } },
      null,
    ],
    [
      'with an ineligible leg',
      { legs: [leg(1), leg(2, 0, { market: { comboStatus: 'pending' } })] },
      'combo_ineligible',
    ],
    [
      'with a leg of a closed market',
      { legs: [leg(1), leg(2, 0, { market: { status: 'closed' } })] },
      'market_closed',
    ],
    ['with an unknown leg', { legs: [leg(1), { ...leg(2), place: null }] }, 'unknown_outcome'],
    ['with contradictory legs', { legs: [leg(1, 0), leg(1, 1)] }, 'combo_contradictory_legs'],
    ['of no size', { cost: ZERO }, 'invalid_size'],
    ['at max_combo_notional', { cost: pusd(5_000) }, null],
    ['above max_combo_notional', { cost: micros(5_000_000_001n) }, 'max_combo_notional'],
    ['at max_combo_exposure', { exposure: pusd(24_990) }, null],
    ['above max_combo_exposure', { exposure: micros(24_990_000_001n) }, 'max_combo_exposure'],
    ['above max_daily_notional', { dailyNotional: micros(4_990_000_001n) }, 'max_daily_notional'],
    ['to sell what is held', { side: 'SELL', held: pusd(40) }, null],
    ['to sell more than is held', { side: 'SELL', held: micros(39_999_999n) }, 'no_position'],
    ['to sell what is not known to be held', { side: 'SELL', held: null }, 'no_position'],
    [
      'to sell is no matter of notional',
      { side: 'SELL', held: pusd(40), cost: ZERO, exposure: pusd(99_999) },
      null,
    ],
  ]
  for (const [title, changes, code] of cases) {
    test(`${title}: ${code ?? 'passes'}`, () => {
      assert.equal(checkComboQuote({ ...fine, ...changes }, [])?.code ?? null, code)
    })
  }

  test('is the 12th of a minute at most, and says when the next may go', () => {
    assert.equal(checkComboQuote(fine, many(MAX_QUOTES_PER_MINUTE - 1, NOW - 1)), null)
    const refused = checkComboQuote(fine, [NOW - 20_000, ...many(MAX_QUOTES_PER_MINUTE - 1, NOW - 1)])
    assert.equal(refused?.code, 'max_quotes_per_minute')
    assert.equal(refused.retryAfterMs, 40_000)
    assert.equal(checkComboQuote(fine, many(MAX_QUOTES_PER_MINUTE, NOW - 60_000)), null)
  })
})

describe('an acceptance', () => {
  const cases: readonly [title: string, changes: Partial<ComboSituation>, code: RejectCode | null][] = [
    ['that is fine', {}, null],
    ['while SAFE', { gate: rejection('safe_mode') }, 'safe_mode'],
    [
      'of a leg that has closed since',
      { legs: [leg(1), leg(2, 0, { market: { status: 'closed' } })] },
      'market_closed',
    ],
    [
      'above a limit lowered since',
      { limits: { ...DEFAULT_LIMITS, maxComboNotional: pusd(9) } },
      'max_combo_notional',
    ],
    ['of a sale without shares', { side: 'SELL', held: ZERO }, 'no_position'],
  ]
  for (const [title, changes, code] of cases) {
    test(`${title}: ${code ?? 'passes'}`, () => {
      assert.equal(checkComboAccept({ ...fine, ...changes }, [])?.code ?? null, code)
    })
  }

  test('counts among the orders of the minute', () => {
    const refused = checkComboAccept(fine, many(60, NOW - 10_000))
    assert.equal(refused?.code, 'max_orders_per_minute')
    assert.equal(refused.retryAfterMs, 50_000)
    assert.equal(checkComboAccept(fine, many(59, NOW - 10_000)), null)
  })
})
