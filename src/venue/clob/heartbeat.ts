/** Heartbeats over the order-book service: the id asked for is read in either shape of the refusal. */
import { ok } from '#lib/result.ts'
import type { HeartbeatAnswer, VenueHeartbeat } from '#ports/venue-heartbeat.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { errorText } from '../bodies.ts'
import { readAs } from '../faults.ts'
import { fieldsOf } from '../fields.ts'
import type { Http, Reply } from '../http.ts'

const WRONG_ID = /invalid heartbeat id/i
const MOST_LONG = 200

/** Null when there is none that can be one. */
function idOf(json: unknown): string | null {
  const id = fieldsOf(json)?.raw('heartbeat_id')
  return typeof id === 'string' && id.length <= MOST_LONG ? id : null
}

/** The id that a 400 asks for; null for any other answer. */
function expectedId(reply: Reply): HeartbeatAnswer | null {
  if (reply.kind !== 'answered' || reply.status !== 400 || !WRONG_ID.test(errorText(reply.json))) return null
  const id = idOf(reply.json)
  return id === null ? null : { kind: 'expected', id }
}

/** The heartbeat port over the order-book service. */
export function createHeartbeat(http: Http): VenueHeartbeat {
  return {
    async beat(id) {
      const body = JSON.stringify({ heartbeat_id: id })
      const reply = await http({ endpoint: ENDPOINTS.heartbeat, body })
      const expected = expectedId(reply)
      if (expected !== null) return ok(expected)
      const nextId = readAs(reply, 'heartbeat', idOf)
      return nextId.ok ? ok({ kind: 'taken', nextId: nextId.value }) : nextId
    },
  }
}
