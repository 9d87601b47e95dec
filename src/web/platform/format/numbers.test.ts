import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, parseMicros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import {
  amountIn,
  readAmount,
  showAmount,
  showCents,
  showCompact,
  showDepth,
  showPrice,
  showResult,
  showSize,
} from './figures.ts'

const amount = (text: string) => {
  const parsed = parseMicros(text)
  assert.ok(parsed.ok)
  return parsed.value
}

test('amounts keep every digit, group thousands and use the real minus', () => {
  assert.equal(showAmount(amount('57')), '57.00')
  assert.equal(showAmount(amount('1234567.891')), '1\u202f234\u202f567.891')
  assert.equal(showAmount(amount('-4.5'), 2, true), '\u22124.50')
  assert.equal(showAmount(amount('4.5'), 2, true), '+4.50')
  assert.equal(showAmount(amount('0'), 2, true), '0.00')
  assert.equal(showSize(amount('100')), '100')
  assert.equal(showSize(amount('12.34')), '12.34')
})

test('depth is cut for narrow cells, never rounded up', () => {
  assert.equal(showDepth(amount('9.99')), '9.99')
  assert.equal(showDepth(amount('99.99')), '99.9')
  assert.equal(showDepth(amount('999.99')), '999')
  assert.equal(showDepth(amount('1999.99')), '1\u202f999')
})

test('prices have the decimals of their tick', () => {
  const price = parsePrice('0.5')
  assert.deepEqual(
    ([1000, 100, 50, 25, 10, 1] as const).map((tick) => showPrice(price, tick)),
    ['0.5', '0.50', '0.500', '0.5000', '0.500', '0.5000'],
  )
  assert.equal(showPrice(null, 100), '\u2013')
})

test('the short form is cut and only for lists', () => {
  assert.deepEqual(
    [null, '0', '999.9', '1000', '12345', '99999', '123456', '4560000', '1999999999'].map((text) =>
      showCompact(text === null ? null : amountIn(text)),
    ),
    ['\u2013', '0', '999', '1K', '12.3K', '99.9K', '123K', '4.5M', '1.9B'],
  )
})

test('typed amounts are read with either decimal mark and refused when they are not exact', () => {
  assert.equal(readAmount('12,5', 2), micros(12_500_000n))
  assert.equal(readAmount(' 1 000.25 ', 2), micros(1_000_250_000n))
  assert.equal(readAmount('.5', 2), micros(500_000n))
  assert.equal(readAmount('10.', 2), micros(10_000_000n))
  assert.equal(readAmount('1.500', 2), micros(1_500_000n))
  for (const text of ['', '-1', '1e3', '12.345', 'abc', '1,000.5', '+1'])
    assert.equal(readAmount(text, 2), null, text)
})

test('a comma that may part thousands is refused: nobody who types 1,000 or 2,500 gets one or two and a half', () => {
  for (const text of ['1,000', '2,500', '250,000'])
    for (const places of [2, 6]) assert.equal(readAmount(text, places), null, text)
  assert.equal(readAmount('0,125', 6), micros(125_000n))
  assert.equal(readAmount('2,50', 2), micros(2_500_000n))
})

test('results of a narrow column are cut downwards to what the largest of them leaves room for, and keep their sign', () => {
  const rows: readonly (readonly [text: string, shown: string, largest: string])[] = [
    ['0', '0.000', '0.5'],
    ['0.04315', '+0.043', '0.5'],
    ['-0.04315', '\u22120.044', '0.5'],
    ['-0.0001', '\u22120.001', '0.5'],
    ['0.04315', '+0.04', '12'],
    ['12.345678', '+12.34', '99'],
    ['-99.991', '\u2212100.00', '99.991'],
    ['0.04315', '+0.04', '123'],
    ['123.4567', '+123.4', '999'],
    ['-12345.1', '\u221212\u202f346', '20000'],
  ]
  for (const [text, shown, largest] of rows)
    assert.equal(showResult(amount(text), amount(largest)), shown, text)
})

test('an amount in a fixed room is cut downwards to cents, so that no result looks better than it is', () => {
  assert.equal(showCents(amount('10000')), '10\u202f000.00')
  assert.equal(showCents(amount('353.759999')), '353.75')
  assert.equal(showCents(amount('-0.001'), true), '\u22120.01')
  assert.equal(showCents(amount('18.2'), true), '+18.20')
})
