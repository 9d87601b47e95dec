import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  absentMeans,
  isAbsent,
  readAmount,
  readBaseUnits,
  readDecimal,
  readInstant,
  readMicros,
  readMilliseconds,
  readMoment,
  readNumber,
  readPositive,
  readPrice,
  readSeconds,
  readSteps,
} from './figures.ts'

const READERS = {
  readAmount,
  readBaseUnits,
  readDecimal,
  readInstant,
  readMicros,
  readMilliseconds,
  readMoment,
  readNumber,
  readPositive,
  readPrice,
  readSeconds,
  readSteps,
}

describe('figures of the venue', () => {
  test('INV-75 no reader makes a number of what is none, and no row is lost for it', () => {
    const nothing = [undefined, null, '', ' ', 'abc', '1,5', '0x10', 'NaN', NaN, Infinity, true, [], [1], {}]
    for (const [name, read] of Object.entries(READERS)) {
      assert.equal(read(undefined), null, `${name}, no row`)
      for (const value of nothing) {
        assert.equal(read(value), null, `${name} ${JSON.stringify(value)}`)
      }
    }
  })

  test('INV-75 absence has the meaning that its reader gives, and nonsense never has it', () => {
    for (const value of [undefined, null, '']) {
      assert.ok(isAbsent(value))
      assert.equal(readAmount(absentMeans(value, '0', 'so it is documented')), 0n)
    }
    for (const value of ['abc', NaN, {}, -1]) {
      assert.equal(readAmount(absentMeans(value, '0', 'so it is documented')), null)
    }
    assert.equal(readAmount(absentMeans('7', '0', 'so it is documented')), 7_000_000n)
    assert.throws(() => absentMeans('', '0', ''))
  })

  test('each reader reads its form', () => {
    assert.equal(readAmount(-0.1), null)
    assert.equal(readBaseUnits('12500000'), 12_500_000n)
    assert.equal(readBaseUnits(12_500_000), null)
    assert.equal(readPrice('0.41230000000001'), 4_123)
    assert.equal(readPrice('1.1'), null)
    assert.equal(readNumber('2.5'), 2.5)
    assert.equal(readMilliseconds(1_795_207_005_000), 1_795_207_005_000)
    assert.equal(readInstant('1795207005'), 1_795_207_005_000)
  })

  test('INV-12 any number becomes text without a change of value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }), (value) => {
        const text = readDecimal(value)
        if (text !== null) assert.ok(Number(text) === value)
      }),
    )
    assert.equal(readDecimal(1e-7), '0.0000001')
    assert.equal(readDecimal('1e5'), null)
    assert.equal(readMicros(0.1 + 0.2), 300_000n)
    assert.equal(readMicros('0.0000005'), 1n)
    assert.equal(readMicros(-4.5), -4_500_000n)
  })

  test('every written form of a moment is read', () => {
    const noon = Date.UTC(2026, 0, 2, 12)
    for (const text of [
      '2026-01-02T12:00:00Z',
      '2026-01-02 12:00:00+00',
      '2026-01-02T14:00:00.000000000+02:00',
      '2026-01-02 07:30:00-0430',
    ]) {
      assert.equal(readMoment(text), noon, text)
    }
    for (const text of [
      '2026-01-02',
      'soon',
      '2026-13-02T12:00:00Z',
      '9999-12-31T23:59:59-01:00',
      '0000-01-01T00:00:00+01:00',
      7,
    ]) {
      assert.equal(readMoment(text), null)
    }
  })
})
