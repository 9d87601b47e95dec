/** Every kind of client without a session at once, while the trader trades. `npm run bench anonymous-clients` does the same for a minute. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tradeBesideAnonymousClients } from './anonymous-clients.ts'

const FOR_MS = 10_000
const CANCEL_WITHIN_MS = 250
/** A press that met the moment when this machine had other work than the terminal. */
const UNLUCKY_MS = 2_500
const BEAT_WITHIN_MS = 6_000

test('INV-56 unauthenticated clients of every kind at once delay no Cancel All and no heartbeat, end no feed and fill no memory', async (context) => {
  const seen = await tradeBesideAnonymousClients(context, FOR_MS)
  context.diagnostic(JSON.stringify({ ...seen, anonymous: [...seen.anonymous] }))
  for (const took of [seen.kept, seen.fresh]) {
    assert.ok(took.length >= 5, `${took.length} presses`)
    const sorted = took.toSorted((a, b) => a - b)
    assert.ok((sorted[Math.floor(took.length / 2)] ?? Infinity) < CANCEL_WITHIN_MS, `${took.join(', ')} ms`)
    assert.ok((sorted.at(-1) ?? Infinity) < UNLUCKY_MS, `${took.join(', ')} ms`)
  }
  assert.equal(seen.lapses, 0)
  assert.ok(seen.beatGap < BEAT_WITHIN_MS, `${seen.beatGap} ms without a heartbeat`)
  assert.equal(seen.reconnects, 0)
  assert.equal(seen.anonymous.size, 8, 'clients of each kind were there')
})
