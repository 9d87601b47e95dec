// API keys of the order-book service: creating, finding again, listing, deleting. Creating one that exists and finding
// one that does not are both 400.
import type { Parts } from '../../parts.ts'
import { get, ok, post } from '../../answers.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import type { Route, VenueAnswer, VenueRequest } from '../../http-server.ts'
import { BAD_L1, fail, forbiddenPage } from './answers.ts'
import type { Sessions } from './session.ts'

type KeyDeps = Pick<Parts, 'credentials' | 'faults' | 'log'> & {
  readonly sessions: Sessions
}

/** The routes under /auth. */
export function keyRoutes(deps: KeyDeps): readonly Route[] {
  const { credentials, faults, log, sessions } = deps

  function proved(request: VenueRequest, act: (address: string, nonce: string) => VenueAnswer): VenueAnswer {
    if (faults.first(request.subject, 'auth.403_html') !== null) return forbiddenPage()
    if (faults.first(request.subject, 'auth.l1_401') !== null) return fail(401, BAD_L1)
    const proof = credentials.proveWallet(request.headers)
    if (proof.kind === 'refused') {
      log.violation('clob', 'bad_l1', proof.why, request.entry)
      return fail(401, BAD_L1)
    }
    if (!sessions.mayTrade(proof.address)) return fail(401, BAD_L1)
    return act(proof.address, proof.nonce)
  }

  function shown(key: ApiKey): VenueAnswer {
    return ok({ apiKey: key.id, secret: key.secret, passphrase: key.passphrase })
  }

  return [
    post('/auth/api-key', (request) =>
      proved(request, (address, nonce) => {
        const key = credentials.create(address, nonce)
        return key === null ? fail(400, 'Could not create api key') : shown(key)
      }),
    ),
    get('/auth/derive-api-key', (request) =>
      proved(request, (address, nonce) => {
        if (faults.first(request.subject, 'auth.derive_5xx') !== null) return fail(503, 'Service Unavailable')
        const key = credentials.derive(address, nonce)
        return key === null ? fail(400, 'Could not derive api key!') : shown(key)
      }),
    ),
    get('/auth/api-keys', (request) =>
      sessions.signedIn(request, (key) =>
        ok({ apiKeys: credentials.keysOf(key.address).map((known) => known.id) }),
      ),
    ),
    {
      method: 'DELETE',
      path: '/auth/api-key',
      handler: (request) =>
        sessions.signedIn(request, (key) => {
          credentials.remove(key.id)
          return ok('OK')
        }),
    },
    get('/auth/ban-status/closed-only', (request) =>
      sessions.signedIn(request, () => ok({ closed_only: false })),
    ),
  ]
}
