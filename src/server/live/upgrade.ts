/** The upgrade to a WebSocket: Host, path, Origin and session are judged before switching, else plain HTTP refuses (SEC-4). */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Callers } from '../access/callers.ts'
import type { Hosts } from '../access/hosts.ts'
import type { Sessions } from '../access/session.ts'
import type { Connections } from '../http/connections.ts'
import { senderOf, splitTarget, transportProblem } from '../http/request-checks.ts'
import { NO_SESSION } from '../handlers/session.ts'
import type { RefusalLog } from '../http/refusal-log.ts'
import { problemReply, rawReply } from '../http/replies.ts'
import type { Problem } from '../http/replies.ts'
import type { SecurityHeaders } from '../http/security-headers.ts'
import type { Hub } from './hub.ts'
import { MAX_FRAME_BYTES } from './session.ts'
import { STATUS_CODES } from '../http/node-http.ts'

const MAX_TABS = 20

/** Somewhat more than a tab may send, so that a frame a little too long gets an answer instead of a silent close. */
const HARD_FRAME_BYTES = MAX_FRAME_BYTES * 4

export type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

/** The listener for `upgrade` events. */
export function createUpgrade(parts: {
  readonly hub: Hub
  readonly hosts: Hosts
  readonly callers: Callers
  readonly sessions: Sessions
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

  function judge(request: IncomingMessage): Problem | { readonly sessionId: string } {
    const transport = transportProblem(request, hosts, callers)
    if (transport !== null) return transport
    const { path, query } = splitTarget(request.url ?? '')
    if (path !== '/ws' || query !== '') return { code: 'not_found', detail: 'WebSockets are at /ws.' }
    if (request.method !== 'GET') {
      return { code: 'method_not_allowed', detail: 'A WebSocket starts with GET.', allow: ['GET'] }
    }
    const { origin } = request.headers
    if (origin === undefined || !hosts.allowsOrigin(origin)) {
      return { code: 'bad_origin', detail: 'The request comes from another site.' }
    }
    const token = sessions.tokenOf(request.headers.cookie)
    const session = token === null ? null : sessions.use(token)
    if (session === null) return NO_SESSION
    if (hub.count() >= MAX_TABS) {
      return { code: 'rate_limited', detail: `At most ${MAX_TABS} connections.`, retryAfterMs: 5_000 }
    }
    return { sessionId: session.id }
  }

  function refuse(stream: Duplex, problem: Problem): void {
    const reply = problemReply(problem)
    const text = rawReply(reply, STATUS_CODES[reply.status] ?? '', parts.security)
    stream.end(text, () => stream.destroy())
  }

  // The handshake itself was wrong: its version or key.
  server.on('wsClientError', (_error, stream) => {
    refuse(stream, { code: 'bad_request', detail: 'This is not a WebSocket handshake as we accept it.' })
  })

  return (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    const verdict = judge(request)
    if ('code' in verdict) {
      parts.refused(verdict.code, senderOf(request, callers))
      refuse(stream, verdict)
    } else {
      parts.connections.upgraded(request)
      server.handleUpgrade(request, stream, head, (socket) => hub.attach(socket, stream, verdict.sessionId))
    }
  }
}
