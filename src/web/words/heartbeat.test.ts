import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heartbeatText } from './status-text.ts'

test('a heartbeat is late from 7 s on, or at once when its last answer was bad', () => {
  assert.deepEqual(
    [0, 4_999, 6_999, 7_000, 120_000].map((age) => {
      const { text, isLate } = heartbeatText(age, true)
      return [text, isLate]
    }),
    [
      ['0 s', false],
      ['4 s', false],
      ['6 s', false],
      ['7 s', true],
      ['2 m', true],
    ],
  )
  assert.equal(heartbeatText(1_000, false).isLate, true)
  assert.match(heartbeatText(8_000, true).label, /late: last beat 8 s ago/)
})

test('before the first beat it says that there was none', () => {
  assert.deepEqual([heartbeatText(null, false).text, heartbeatText(null, false).isLate], ['no beat', true])
})
