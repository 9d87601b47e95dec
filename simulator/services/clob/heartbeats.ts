// Heartbeats: once a key has sent one, its open orders are cancelled when none that is valid came for ten seconds,
// looked at every five. Each answer names the id that the next must carry.
import { fieldOf, jsonOf, ok, post } from '../../answers.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import { randomUuid } from '../../exchange/settlement.ts'
import { signedKey } from '../../auth/signed-key.ts'
import { Refusal, type Route, type VenueAnswer, type VenueRequest } from '../../http-server.ts'
import type { ClobParts } from './parts.ts'

const DEADLINE_MS = 10_000
const CHECK_MS = 5_000

type Beat = { expected: string; lastAt: number; stop: () => void }

/** The heartbeat route. */
export function heartbeatRoutes(deps: ClobParts): readonly Route[] {
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

  function receiveHeartbeat(request: VenueRequest): VenueAnswer {
    const key = signedKey(deps, request)
    const given = fieldOf(jsonOf(request.body), 'heartbeat_id')
    if (typeof given !== 'string') throw new Refusal(400, 'Invalid heartbeat payload')
    const fault = faults.first(request.subject, 'hb.400_expected_id', 'hb.400_error_key')
    if (fault !== null) return wrongId(key, fault.name === 'hb.400_error_key' ? 'error' : 'error_msg')
    const expected = beats.get(key.id)?.expected ?? ''
    return given === '' || given === expected ? accept(key) : wrongId(key, 'error_msg')
  }

  return [post('/v1/heartbeats', receiveHeartbeat)]
}
