/** Listens: node:http with its limits, the app for requests, the upgrade for WebSockets, and a graceful end. */
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Engine } from '#engine/engine.ts'
import type { Replays } from '#engine/replay/replays.ts'
import { tokensRefusedDraft } from '#engine/notifications/terminal-texts.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { LoginFailureStore, SessionStore, SettingsStore } from '#ports/stores.ts'
import { createTokenGate } from './access/bearer.ts'
import { createCallers } from './access/callers.ts'
import type { CommandCaller } from './access/command-caller.ts'
import { createCsrf } from './access/csrf.ts'
import { cookieSuffix } from './access/cookies.ts'
import { createDevices } from './access/devices.ts'
import { createHosts } from './access/hosts.ts'
import { createLoginLimit } from './access/login-limit.ts'
import type { LoginLink } from './access/login-link.ts'
import { createPasswordGate, type PasswordHash } from './access/password.ts'
import { createSessions } from './access/session.ts'
import { createTokens, isTokenId } from './access/tokens.ts'
import { createApp } from './app.ts'
import { createConnections } from './http/connections.ts'
import type { Services } from './handlers/handler.ts'
import { createPasswordCheck } from './handlers/password-check.ts'
import { createHub, type Hub } from './live/hub.ts'
import { createReplayHubs } from './live/replay-hubs.ts'
import { createTopics } from './live/topics.ts'
import { createUpgrade } from './live/upgrade.ts'
import { createServer } from './http/node-http.ts'
import { createRefusalLog } from './http/refusal-log.ts'
import { endWith, type Problem } from './http/replies.ts'
import { transportProblem, wrongMethod } from './http/request-checks.ts'
import { listenFault } from './http/listen-fault.ts'
import { securityHeaders } from './http/security-headers.ts'
import { readStaticFiles } from './http/static-files.ts'
import { createWorkspace } from './workspace.ts'

const CLOSE_GRACE_MS = 2_000
const CLOSE_SWEEP_MS = 50

const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  /** Headers and body together. */
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 20_000,
  insecureHTTPParser: false,
  /** A missing Host gets our own answer. */
  requireHostHeader: false,
  /** Whoever offers another protocol gets the answer of this one. */
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
}

export type ServerParts = {
  /** Port 0 takes any free one. */
  readonly listen: { readonly host: string; readonly port: number }
  readonly auth: {
    readonly passwordHash: PasswordHash
    /** The same as PHC text: a change of it ends all sessions. */
    readonly passwordHashText: string
    readonly sessionSecret: Uint8Array
    /** Logs in once without the password; null for none. */
    readonly loginLink: Pick<LoginLink, 'take'> | null
    readonly cookieSecure: boolean
    /** ALLOWED_HOSTS; the listen address is allowed anyway. */
    readonly allowedHosts: readonly string[]
    /** TRUSTED_PROXIES: their client address is trusted. */
    readonly trustedProxies: readonly string[]
  }
  readonly engine: Engine
  readonly replays: Replays
  /** Receives the program whose command runs. */
  readonly caller: CommandCaller
  readonly sessionStore: SessionStore
  readonly loginFailures: LoginFailureStore
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The built page. */
  readonly staticDirectory: string
}

type RunningServer = {
  /** `http://host:port` of the listen address. */
  readonly url: string
  /** Where browsers open the page: the https address behind TLS. */
  readonly pageUrl: string
  /** Stops listening, closes tabs, lets requests under way finish for up to 2 s. */
  close(): Promise<void>
}

type ListenFault = { readonly code: string; readonly message: string }

/** Starts listening. A fault's message names HTTP_ADDR and what to do. */
export async function startServer(parts: ServerParts): Promise<Result<RunningServer, ListenFault>> {
  const { clock, engine } = parts
  const files = await readStaticFiles(parts.staticDirectory)
  const server = createServer({ ...LIMITS })
  // Above our own limit of 64, which answers; Node's would cut silently.
  server.maxHeadersCount = 256
  const connections = createConnections(server, clock)
  const bound = await listening(server, parts.listen)
  if (!bound.ok) {
    connections.stop()
    return bound
  }
  const address = { host: parts.listen.host, port: bound.value }
  const hosts = createHosts(address, parts.auth.allowedHosts, parts.auth.cookieSecure)
  const security = securityHeaders(hosts.webSocketOrigins, parts.auth.cookieSecure)
  const { cookieSecure, sessionSecret, loginLink } = parts.auth
  const suffix = cookieSuffix(sessionSecret, loginLink === null ? null : bound.value)
  const cookies = { cookieSecure, cookieSuffix: suffix }
  const sessions = createSessions({
    store: parts.sessionStore,
    clock,
    random: parts.random,
    sessionSecret: parts.auth.sessionSecret,
    passwordHashText: parts.auth.passwordHashText,
    ...cookies,
  })
  const devices = createDevices({ ...parts.auth, ...cookies, clock, random: parts.random })
  const callers = createCallers(parts.auth.trustedProxies, parts.auth.cookieSecure)
  const tokens = createTokens({ ...parts, ...parts.auth, store: parts.settings })
  const isAlive = (id: string): boolean => (isTokenId(id) ? tokens.isAlive(id) : sessions.isAlive(id))
  const hub = createHub((changed) => createTopics(engine, clock, changed), clock, parts.log, isAlive)
  const replayHubs = createReplayHubs({ ...parts, isAlive })
  const limit = createLoginLimit(parts.loginFailures, clock)
  const admitToken = createTokenGate({
    tokens,
    limit,
    clock,
    onLimited: () => engine.notifications.notify(tokensRefusedDraft(clock.now())),
  })
  const services: Services = {
    engine,
    clock,
    random: parts.random,
    log: parts.log,
    sessions,
    csrf: createCsrf(parts.auth.sessionSecret),
    devices,
    checkPassword: createPasswordCheck({
      engine,
      clock,
      log: parts.log,
      gate: createPasswordGate(parts.auth.passwordHash),
      limit,
      devices,
    }),
    loginLink: parts.auth.loginLink,
    tokens,
    admitToken,
    caller: parts.caller,
    workspace: createWorkspace(parts.settings, parts.log),
    replays: parts.replays,
    closeTabs(ownerId) {
      hub.closeSession(ownerId)
      replayHubs.closeSession(ownerId)
    },
    countTabs: (ownerId) => hub.count((id) => id === ownerId),
  }
  const refused = createRefusalLog(parts.log, clock)
  const app = createApp({
    services,
    hosts,
    callers,
    security,
    files,
    refused,
    connections,
  })
  server.on('request', app)
  // Node would answer an unknown `Expect` itself, without our checks and headers.
  server.on('checkExpectation', app)
  server.on(
    'upgrade',
    createUpgrade({
      hub,
      hubOfReplay: (id) => replayHubs.of(id),
      hosts,
      callers,
      sessions,
      security,
      refused,
      connections,
      admitToken,
    }),
  )
  const refuseSocket = (socket: Duplex, problem: Problem): void => {
    refused(problem.code, { address: callers.addressOf({ socket: socket as Socket, headers: {} }) })
    endWith(problem, socket, security)
  }
  server.on('connect', (request, socket) => {
    // Node hands over the socket: no other listener sees that the client has gone.
    socket.on('error', () => socket.destroy())
    refuseSocket(socket, transportProblem(request, hosts, callers) ?? wrongMethod())
  })
  server.on('clientError', (error: ProtocolError, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else refuseSocket(socket, protocolProblem(error))
  })

  return ok({
    url: `http://${parts.listen.host.includes(':') ? `[${parts.listen.host}]` : parts.listen.host}:${bound.value}`,
    pageUrl: hosts.pageUrl,
    close() {
      hub.stop()
      replayHubs.stop()
      sessions.stop()
      tokens.stop()
      connections.stop()
      return closed(server, hub, clock)
    },
  })
}

/** Resolves with the port once listening; requests are taken only after the listeners are attached, in the same turn. */
function listening(server: Server, listen: ServerParts['listen']): Promise<Result<number, ListenFault>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(
        err({
          code: error.code ?? 'UNKNOWN',
          message: `HTTP_ADDR: ${listenFault(error.code, listen).join('. ')}.`,
        }),
      )
    })
    server.listen(listen.port, listen.host, () => {
      const address = server.address() as AddressInfo
      resolve(ok(address.port))
    })
  })
}

type ProtocolError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

/** A method that Node does not know ends its parser, however proper the rest of the line. */
const REQUEST_LINE = /^[A-Z-]+ \S+ HTTP\/1\.[01]\r\n/

function protocolProblem({ code, rawPacket }: ProtocolError): Problem {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return REQUEST_LINE.test(rawPacket?.toString('latin1', 0, 256) ?? '') ? wrongMethod() : NO_HTTP
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large', detail: 'Headers may have at most 16 KiB.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout', detail: 'The request took too long to arrive.' }
    default:
      return NO_HTTP
  }
}

const NO_HTTP: Problem = { code: 'bad_request', detail: 'Not HTTP accepted here.' }

/** Kept-alive connections end as soon as they are idle. */
function closed(server: Server, hub: Hub, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const stopSweeping = clock.every(CLOSE_SWEEP_MS, () => server.closeIdleConnections())
    const cancel = clock.after(CLOSE_GRACE_MS, () => {
      hub.terminate()
      server.closeAllConnections()
    })
    server.close(() => {
      stopSweeping()
      cancel()
      resolve()
    })
  })
}
