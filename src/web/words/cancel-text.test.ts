import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelAllResult } from '#contract/records/orders.ts'
import type { WireOf } from '#contract/codec/codec.ts'
import { cancelAllText, cancelText } from './cancel-text.ts'

/** The text of an answer, as the wire has it. */
const textOf = (answer: WireOf<typeof cancelAllResult>, of: Parameters<typeof cancelText>[1]) => {
  const { text, clean } = cancelText(cancelAllResult.decode(answer), of)
  return { text, clean }
}
const none = { cancelled: [], queued: [], failed: [], in_flight: [], working_stops: [] }
const NOW = Date.parse('2026-11-20T20:18:00.000Z')
const STATES = { f: 'filled', g: 'expired', h: 'live' } as const
const listed = (states: Readonly<Record<string, 'filled' | 'expired' | 'live'>>) =>
  Object.entries(states).map(([id, status]) => ({ id, clientOrderId: null, status }))
const known = { now: NOW, orders: listed(STATES) }
const failed = (id: string | null) => ({ id, code: 'not_cancellable', message: `no ${id ?? 'answer'}` })

test('a cancel is reported by what is known and nothing more', () => {
  assert.deepEqual(textOf(none, known), { text: 'Nothing was open', clean: true })
  assert.deepEqual(
    textOf(
      {
        cancelled: ['a', 'b'],
        queued: [{ id: 'c', send_at: '2026-11-20T20:18:01.123Z' }],
        in_flight: ['d'],
        working_stops: [],
        failed: [failed('f')],
      },
      known,
    ),
    {
      text: '2 cancelled, 1 queued (delay 2 s), 1 not confirmed, 1 already filled',
      clean: true,
    },
  )
})

test('an order that could not be cancelled and is not known to have ended is shown as open, with the reason of the first', () => {
  assert.deepEqual(
    textOf({ ...none, failed: [failed('f'), failed('h'), failed('g'), failed(null)] }, known),
    {
      text: '1 already filled, 1 already gone, 2 not cancelled: no h',
      clean: false,
    },
  )
})

test('stops that no cancel ends are counted, also where nothing was open', () => {
  const stop = { exit_id: 'e', outcome_id: 'o', market_title: 'M', outcome_name: 'Yes', covered: '5' }
  assert.equal(
    textOf({ ...none, working_stops: [stop] }, known).text,
    'Nothing was open, 1 stop keeps working',
  )
  assert.equal(
    textOf({ ...none, cancelled: ['a'], working_stops: [stop, stop] }, known).text,
    '1 cancelled, 2 stops keep working',
  )
})

test('a queued cancel whose delay is over has no seconds left to name', () => {
  const queued = [{ id: 'c', send_at: '2026-11-20T20:17:59.000Z' }]
  assert.equal(textOf({ ...none, queued }, known).text, '1 queued')
})

test('a queued cancel of an order that rests waits for the venue, not for a delay', () => {
  const queued = [{ id: 'c', send_at: '2026-11-20T20:18:01.000Z' }]
  const resting = { ...known, orders: listed({ c: 'live' }) }
  assert.equal(textOf({ ...none, queued }, resting).text, '1 queued until the venue takes cancels')
})

test('the button counts, then waits, then says that nothing is confirmed', () => {
  assert.equal(cancelAllText({ state: 'idle' }, 3), 'Cancel all 3')
  assert.equal(cancelAllText({ state: 'sending', count: 7, late: false }, 3), 'Cancelling 7\u2026')
  assert.equal(cancelAllText({ state: 'sending', count: 7, late: true }, 3), 'Not confirmed \u2013 checking')
  assert.equal(cancelAllText({ state: 'unconfirmed' }, 3), 'Not confirmed. Press again')
})
