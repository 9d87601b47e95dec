/**
 * The upgrade to a WebSocket: Host, path, Origin and session, or the token of a program, are judged before switching, else
 * plain HTTP refuses (SEC-4, SEC-6).
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { bearerOf, type TokenGate } from '../access/bearer.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Callers } from '../access/callers.ts'
import type { Hosts } from '../access/hosts.ts'
import type { Sessions } from '../access/session.ts'
import { isTokenId } from '../access/tokens.ts'
import type { Connections } from '../http/connections.ts'
import { senderOf, splitTarget, transportProblem } from '../http/request-checks.ts'
import { NO_SESSION } from '../handlers/session.ts'
import type { RefusalLog } from '../http/refusal-log.ts'
import { endWith, type Problem } from '../http/replies.ts'
import type { SecurityHeaders } from '../http/security-headers.ts'
import type { Hub } from './hub.ts'
import { MAX_FRAME_BYTES } from './session.ts'

const MAX_TABS = 20
/** Share for tokens; the others stay for the page. */
const MAX_OF_TOKENS = 10

/** Somewhat more than a tab may send, so that a frame a little too long gets an answer instead of a silent close. */
const HARD_FRAME_BYTES = MAX_FRAME_BYTES * 4

type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

/** The listener for `upgrade` events. */
export function createUpgrade(parts: {
  readonly hub: Hub
  /** The hub of a replay; null for one that is not open. */
  readonly hubOfReplay: (id: string) => Hub | null
  readonly hosts: Hosts
  readonly callers: Callers
  readonly sessions: Sessions
  readonly admitToken: TokenGate
  readonly security: SecurityHeaders
  readonly refused: RefusalLog
  readonly connections: Connections
}): Upgrade {
  const { hub, hosts, sessions, callers } = parts
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: HARD_FRAME_BYTES,
  })

  /** Browsers send an Origin, programs need none. */
  function ownerOf(request: IncomingMessage): Result<string, Problem> {
    const { origin, cookie } = request.headers
    const bearer = bearerOf(request)
    if (origin === undefined ? bearer === null : !hosts.allowsOrigin(origin)) {
      return err({ code: 'bad_origin', detail: 'The request comes from another site.' })
    }
    if (bearer !== null) {
      const token = parts.admitToken(bearer, 'read', callers.addressOf(request))
      if (!token.ok) return token
      if (hub.count(isTokenId) >= MAX_OF_TOKENS) return err(tooMany(MAX_OF_TOKENS, 'of programs'))
      return ok(token.value.id)
    }
    const text = sessions.tokenOf(cookie)
    const session = text === null ? null : sessions.use(text)
    if (session === null) return err(NO_SESSION)
    return ok(session.id)
  }

  function hubAt(query: string): Hub | null {
    if (query === '') return hub
    const replayId = /^replay=([0-9a-f-]{36})$/.exec(query)?.[1]
    return replayId === undefined ? null : parts.hubOfReplay(replayId)
  }

  function judge(request: IncomingMessage): Result<{ readonly hub: Hub; readonly ownerId: string }, Problem> {
    const transport = transportProblem(request, hosts, callers)
    if (transport !== null) return err(transport)
    const { path, query } = splitTarget(request.url ?? '')
    const target = path === '/ws' ? hubAt(query) : null
    if (target === null) return err({ code: 'not_found', detail: 'WebSockets are at /ws.' })
    if (request.method !== 'GET') {
      return err({ code: 'method_not_allowed', detail: 'A WebSocket starts with GET.', allow: ['GET'] })
    }
    const owner = ownerOf(request)
    if (!owner.ok) return owner
    return target.count() >= MAX_TABS ? err(tooMany(MAX_TABS)) : ok({ hub: target, ownerId: owner.value })
  }

  // The handshake itself was wrong: its version or key.
  server.on('wsClientError', (_error, stream) => {
    const detail = 'Not a WebSocket handshake accepted here.'
    endWith({ code: 'bad_request', detail }, stream, parts.security)
  })

  return (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    const verdict = judge(request)
    if (!verdict.ok) {
      parts.refused(verdict.error.code, senderOf(request, callers))
      endWith(verdict.error, stream, parts.security)
    } else {
      parts.connections.upgraded(request)
      server.handleUpgrade(request, stream, head, (socket) =>
        verdict.value.hub.attach(socket, stream, verdict.value.ownerId),
      )
    }
  }
}

function tooMany(most: number, whose = 'in all'): Problem {
  return { code: 'rate_limited', detail: `At most ${most} connections ${whose}.`, retryAfterMs: 5_000 }
}
