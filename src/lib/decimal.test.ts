import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { floorDivide, formatDecimal, formatFixed, parseDecimal } from './decimal.ts'

describe('decimal text', () => {
  test('reads digits, a fraction and a minus, and nothing else', () => {
    assert.deepEqual(parseDecimal('12.5', 6), { ok: true, value: 12_500_000n })
    assert.deepEqual(parseDecimal('-0.000001', 6), { ok: true, value: -1n })
    assert.deepEqual(parseDecimal('1.2300000000', 2), { ok: true, value: 123n })
    for (const text of [
      '',
      '.5',
      '5.',
      '+1',
      '1e3',
      ' 1',
      '1 ',
      '0x10',
      '1_000',
      'NaN',
      'Infinity',
      '--1',
      '1.2.3',
      '١',
    ]) {
      assert.deepEqual(parseDecimal(text, 6), { ok: false, error: 'not_a_decimal' }, text)
    }
  })

  test('refuses what it cannot hold exactly, and endless text', () => {
    assert.deepEqual(parseDecimal('0.0000001', 6), { ok: false, error: 'too_many_decimals' })
    assert.deepEqual(parseDecimal('1'.repeat(97), 6), { ok: false, error: 'too_long' })
  })

  test('INV-12 writing and reading gives the same integer back, and the text is canonical', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 18 }),
        (value, places) => {
          const text = formatDecimal(value, places)
          assert.deepEqual(parseDecimal(text, places), { ok: true, value })
          assert.match(text, /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
          assert.notEqual(text, '-0')
        },
      ),
    )
  })

  test('a fixed width keeps its zeros', () => {
    assert.equal(formatFixed(570_000n, 6, 2), '0.57')
    assert.equal(formatFixed(500_000n, 6, 4), '0.5000')
    assert.equal(formatFixed(-12_000_000n, 6, 2), '-12.00')
    assert.equal(formatFixed(3_000_000n, 6, 0), '3')
  })

  test('floor division rounds towards minus infinity', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }), (numerator, denominator) => {
        const quotient = floorDivide(numerator, denominator)
        const rest = numerator - quotient * denominator
        assert.ok(rest >= 0n && rest < denominator)
      }),
    )
  })
})
