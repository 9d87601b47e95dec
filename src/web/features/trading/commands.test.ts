import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelText } from './commands.ts'

const none = { cancelled: [], queued: [], failed: [], in_flight: [] }

test('a cancel is reported by what is known and nothing more', () => {
  assert.deepEqual(cancelText(none), { text: 'Nothing was open', clean: true })
  assert.deepEqual(
    cancelText({
      cancelled: ['a', 'b'],
      queued: [{ id: 'c', send_at: '2026-11-20T20:18:00.123Z' }],
      in_flight: ['d'],
      failed: [{ id: 'e', code: 'not_cancellable', message: 'Already filled.' }],
    }),
    {
      text: '2 cancelled, 1 queued until the delay ends, 1 in flight, cancelled when seen, 1 not cancelled: Already filled.',
      clean: false,
    },
  )
})
