// API keys of the order-book service: creating, finding again, listing, deleting. Creating one that exists and finding
// one that does not are both 400.
import type { Parts } from '../../parts.ts'
import { get, ok, post } from '../../answers.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import { signedKey } from '../../auth/signed-key.ts'
import { Refusal, type Route, type VenueAnswer, type VenueRequest } from '../../http-server.ts'

const BAD_L1 = 'Invalid L1 Request headers'

/** The routes under /auth. */
export function keyRoutes(deps: Pick<Parts, 'credentials' | 'wallets' | 'log' | 'clock'>): readonly Route[] {
  const { credentials, log } = deps

  function proved(request: VenueRequest): readonly [address: string, nonce: string] {
    const proof = credentials.proveWallet(request.headers)
    if (proof.kind === 'refused') {
      log.violation('clob', 'bad_l1', proof.why, request.entry)
      throw new Refusal(401, BAD_L1)
    }
    if (!deps.wallets.allows(proof.address, 'CLOB', deps.clock.now())) throw new Refusal(401, BAD_L1)
    return [proof.address, proof.nonce]
  }

  function shown(key: ApiKey | null, refusal: string): VenueAnswer {
    if (key === null) throw new Refusal(400, refusal)
    return ok({ apiKey: key.id, secret: key.secret, passphrase: key.passphrase })
  }

  return [
    post('/auth/api-key', (request) =>
      shown(credentials.create(...proved(request)), 'Could not create api key'),
    ),
    get('/auth/derive-api-key', (request) =>
      shown(credentials.derive(...proved(request)), 'Could not derive api key!'),
    ),
    get('/auth/api-keys', (request) => {
      const keys = credentials.keysOf(signedKey(deps, request).address)
      return ok({ apiKeys: keys.map(({ id }) => id) })
    }),
    {
      method: 'DELETE',
      path: '/auth/api-key',
      handler: (request) => {
        credentials.remove(signedKey(deps, request).id)
        return ok('OK')
      },
    },
    get('/auth/ban-status/closed-only', (request) => {
      signedKey(deps, request)
      return ok({ closed_only: false })
    }),
  ]
}
