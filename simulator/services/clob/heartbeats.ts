// Heartbeats: once a key has sent one, its open orders are cancelled when none that is valid came for ten seconds,
// looked at every five. Each answer names the id that the next must carry.
import type { Parts } from '../../parts.ts'
import { fieldOf, jsonOf, ok, post } from '../../answers.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import { randomUuid } from '../../exchange/settlement.ts'
import type { Route, VenueAnswer, VenueRequest } from '../../http-server.ts'
import { fail } from './answers.ts'
import type { Sessions } from './session.ts'

const DEADLINE_MS = 10_000
const CHECK_MS = 5_000

type Beat = { expected: string; lastAt: number; stop: () => void }

type HeartbeatDeps = Pick<Parts, 'exchange' | 'clock' | 'random' | 'faults' | 'log'> & {
  readonly sessions: Sessions
}

/** The heartbeat route. */
export function heartbeatRoutes(deps: HeartbeatDeps): readonly Route[] {
  const { exchange, clock, random, faults, log } = deps
  const beats = new Map<string, Beat>()

  function check(key: ApiKey, beat: Beat): void {
    if (clock.now() - beat.lastAt < DEADLINE_MS) return
    beat.stop()
    beats.delete(key.id)
    log.violation('clob', 'heartbeat_gap', `key ${key.id}: none for ${clock.now() - beat.lastAt} ms`)
    const ids = exchange.openOrders(key.id).map((order) => order.id)
    exchange.cancel(ids, { owner: key.id }, 'heartbeat lapsed')
  }

  function accept(key: ApiKey): VenueAnswer {
    const known = beats.get(key.id)
    const beat: Beat = known ?? { expected: '', lastAt: 0, stop: () => undefined }
    beat.expected = randomUuid(random)
    beat.lastAt = clock.now()
    if (known === undefined) {
      beats.set(key.id, beat)
      beat.stop = clock.every(CHECK_MS, () => check(key, beat))
    }
    return ok({ heartbeat_id: beat.expected, error_msg: null })
  }

  function wrongId(key: ApiKey, textKey: 'error_msg' | 'error'): VenueAnswer {
    const beat = beats.get(key.id)
    return { status: 400, json: { [textKey]: 'Invalid Heartbeat ID', heartbeat_id: beat?.expected ?? '' } }
  }

  function receiveHeartbeat(request: VenueRequest, key: ApiKey): VenueAnswer {
    const given = fieldOf(jsonOf(request.body), 'heartbeat_id')
    if (typeof given !== 'string') return fail(400, 'Invalid heartbeat payload')
    const fault = faults.first(request.subject, 'hb.')
    switch (fault?.name) {
      case 'hb.400_expected_id':
        return wrongId(key, 'error_msg')
      case 'hb.400_error_key':
        return wrongId(key, 'error')
      case 'hb.timeout':
        return { ...accept(key), instead: 'hang' }
      case 'hb.drop':
        return { status: 200, instead: 'hang' }
      default:
    }
    const expected = beats.get(key.id)?.expected ?? ''
    return given === '' || given === expected ? accept(key) : wrongId(key, 'error_msg')
  }

  return [
    post('/v1/heartbeats', (request) =>
      deps.sessions.signedIn(request, (key) => receiveHeartbeat(request, key)),
    ),
  ]
}
