/** Caller of a request: checks its L2 headers, and that a session key has the right. Each refusal is noted for tests. */
import type { Parts } from '../parts.ts'
import { Refusal, type VenueRequest } from '../http-server.ts'
import type { ApiKey } from './credentials.ts'

const UNAUTHORIZED = 'Unauthorized/Invalid api key'

type Keys = Pick<Parts, 'credentials' | 'wallets' | 'log' | 'clock'>

/**
 * The key that signed a request.
 *
 * @param refusal  that of unknown headers, and that of a key without the right
 * @throws Refusal
 */
export function signedKey(
  { credentials, wallets, log, clock }: Keys,
  request: VenueRequest,
  scope: 'CLOB' | 'COMBOSRFQ' = 'CLOB',
  refusal: (why: 'unknown' | 'no_right') => Refusal = () => new Refusal(401, UNAUTHORIZED),
): ApiKey {
  const answer = credentials.authenticate(request)
  if (answer.kind === 'refused') {
    log.violation(request.subject.service, 'bad_l2', answer.why, request.entry)
    throw refusal('unknown')
  }
  Object.assign(request.entry, { api_key: answer.key.id })
  if (!wallets.allows(answer.key.address, scope, clock.now())) throw refusal('no_right')
  return answer.key
}
