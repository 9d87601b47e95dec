import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showAge, showCountdown, showDay, showTaken, showUtc, showUtcMs } from './figures.ts'

test('ages use one unit and never go below zero', () => {
  assert.deepEqual(
    [-5, 0, 450, 999, 1_000, 59_999, 60_000, 3_599_999, 3_600_000, 47 * 3_600_000, 50 * 3_600_000].map(
      showAge,
    ),
    ['0 s', '0 s', '0.4 s', '0.9 s', '1 s', '59 s', '1 m', '59 m', '1 h', '47 h', '2 d'],
  )
})

test('a countdown reaches zero only when nothing is left', () => {
  assert.deepEqual([0, 1, 1_000, 61_000, 581_000, 3_723_000].map(showCountdown), [
    '0:00',
    '0:01',
    '0:01',
    '1:01',
    '9:41',
    '1:02:03',
  ])
})

test('clocks in UTC do not depend on the zone of the machine', () => {
  assert.equal(showUtc(Date.UTC(2026, 10, 20, 14, 2, 11)), '14:02:11')
  assert.equal(showUtcMs(Date.parse('2026-11-20T20:18:00.123Z')), '20:18:00.123')
})

test('days are written as the browser writes them in British English', () => {
  const written = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  for (let month = 0; month < 12; month += 1) {
    const at = new Date(2026, month, 3 + 2 * month, 2 * month, 5 * month).getTime()
    assert.equal(showDay(at), written.format(at))
  }
})

test('a duration below a second is shown in milliseconds', () => {
  assert.deepEqual([0, 9, 999, 1_400, 12_000, 240_000].map(showTaken), [
    '0 ms',
    '9 ms',
    '999 ms',
    '1.4 s',
    '12 s',
    '4 m',
  ])
})
