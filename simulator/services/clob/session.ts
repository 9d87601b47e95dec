// Caller of a request: checks its L2 headers, and that a session key may use the order book. Every refusal is the
// same 401, and is noted for tests.
import type { Parts } from '../../parts.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import { sessionAllows } from '../../auth/wallets.ts'
import type { VenueAnswer, VenueRequest } from '../../http-server.ts'
import { fail, forbiddenPage, UNAUTHORIZED } from './answers.ts'

type SessionDeps = Pick<Parts, 'credentials' | 'wallets' | 'faults' | 'log' | 'clock'>

export type Sessions = ReturnType<typeof createSessions>

/** The L2 gate of the order-book service. */
export function createSessions(deps: SessionDeps) {
  /** True if this address may use the order book: session keys need the scope and must not have ended. */
  function mayTrade(address: string): boolean {
    const session = deps.wallets.session(address)
    if (session === undefined) return true
    return sessionAllows(session.key, 'CLOB', deps.clock.now())
  }

  return {
    mayTrade,
    /** Runs `act` for a request with good L2 headers, else answers 401. */
    signedIn(
      request: VenueRequest,
      act: (key: ApiKey) => VenueAnswer | Promise<VenueAnswer>,
    ): VenueAnswer | Promise<VenueAnswer> {
      const { faults, log } = deps
      const fault = faults.first(
        request.subject,
        'auth.401_once',
        'auth.401_flap',
        'auth.401_forever',
        'auth.403_html',
      )
      if (fault !== null) {
        request.entry.faults.push(fault.name)
        if (fault.name !== 'auth.403_html') return fail(401, UNAUTHORIZED)
        return forbiddenPage()
      }
      const answer = deps.credentials.authenticate(request)
      if (answer.kind === 'refused') {
        log.violation('clob', 'bad_l2', answer.why, request.entry)
        return fail(401, UNAUTHORIZED)
      }
      Object.assign(request.entry, { api_key: answer.key.id })
      if (!mayTrade(answer.key.address)) return fail(401, UNAUTHORIZED)
      return act(answer.key)
    },
  }
}
