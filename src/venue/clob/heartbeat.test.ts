// Heartbeats on the wire: what is sent, and what each answer means.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { json, raw, startScriptedServer } from '../testing/scripted-server.ts'
import type { Answer, ScriptedServer } from '../testing/scripted-server.ts'
import { createTestClock } from '../testing/host.ts'
import { createTestVenue } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'

let server: ScriptedServer
let venue: Venue
before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin, { clock: createTestClock(1) })
})
after(async () => {
  await venue.close()
  await server.close()
})

async function beat(answer: Answer): ReturnType<Venue['heartbeat']['beat']> {
  server.on('POST', '/v1/heartbeats', answer)
  return venue.heartbeat.beat('before')
}

describe('INV-44 a heartbeat', () => {
  test('is signed, carries its id and nothing else, and is taken with the next id', async () => {
    const answer = await beat(json(200, { heartbeat_id: 'next', error_msg: null }))
    assert.deepEqual(answer, { ok: true, value: { kind: 'taken', nextId: 'next' } })
    const call = server.calls.at(-1)
    assert.equal(call?.body, '{"heartbeat_id":"before"}')
    assert.ok(call?.headers['venue_signature'] !== undefined)
  })

  for (const key of ['error_msg', 'error']) {
    test(`refused under ${key} names the id that the venue waits for`, async () => {
      const answer = await beat(json(400, { [key]: 'Invalid Heartbeat ID', heartbeat_id: 'expected' }))
      assert.deepEqual(answer, { ok: true, value: { kind: 'expected', id: 'expected' } })
    })
  }

  for (const [name, answer, kind] of [
    ['another 400', json(400, { error: 'Invalid heartbeat payload' }), 'unavailable'],
    ['a 400 without the id', json(400, { error: 'Invalid Heartbeat ID' }), 'unavailable'],
    ['a 401', json(401, { error: 'Unauthorized' }), 'unauthorized'],
    ['a 500', json(500, { error: 'oops' }), 'unavailable'],
    ['no id', json(200, {}), 'unreadable'],
    ['no JSON', raw(200, '<html>'), 'unreadable'],
    ['a cut connection', (response) => response.destroy(), 'network'],
    ['silence', () => {}, 'network'],
  ] as const satisfies readonly (readonly [string, Answer, string])[]) {
    test(`answered with ${name} has failed`, async () => {
      const outcome = await beat(answer)
      assert.equal(outcome.ok ? null : outcome.error.kind, kind)
    })
  }
})
