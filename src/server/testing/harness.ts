/** The real server on a real socket over the fake engine, and a client that sends exactly what a test asks for. */
import { once } from 'node:events'
import { request, type IncomingHttpHeaders } from 'node:http'
import { WebSocket } from 'ws'
import { createManualClock, type ManualClock } from '#engine/testing/market-fakes.ts'
import type { Log, LogFields } from '#ports/log.ts'
import type { SettingsStore } from '#ports/stores.ts'
import { createCommandCaller, type CommandCaller } from '../access/command-caller.ts'
import type { LoginLink } from '../access/login-link.ts'
import { hashPassword, parsePasswordHash } from '../access/password.ts'
import { cookieNameOf, cookieSuffix } from '../access/cookies.ts'
import { startServer } from '../server.ts'
import { createEngineFake, type EngineFake } from './engine-fake.ts'
import { createReplaysFake } from './replays-fake.ts'
import { createMemoryLoginFailures, createMemorySessionStore, createMemorySettings } from './stores.ts'
import type { MemorySessionStore } from './stores.ts'

export const PASSWORD = 'a long enough password'

export type Answered = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON. */
  json(): Record<string, unknown>
}

export type Ask = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; text and bytes are sent as they are. */
  readonly body?: unknown
}

const SESSION_SECRET = Buffer.alloc(32, 9)
/** Name of the session's cookie. */
export const SESSION_COOKIE = cookieNameOf('session', {
  cookieSecure: false,
  cookieSuffix: cookieSuffix(SESSION_SECRET, null),
})

export type Login = { readonly cookie: string; readonly csrf: string }

export type Harness = {
  readonly url: string
  readonly host: string
  readonly fake: EngineFake
  readonly clock: ManualClock
  readonly caller: CommandCaller
  readonly settings: SettingsStore
  readonly sessions: MemorySessionStore
  readonly logged: { readonly event: string; readonly fields: LogFields | undefined }[]
  ask(path: string, options?: Ask): Promise<Answered>
  login(password?: string): Promise<Login>
  /** A request of a logged-in page: cookie, token, Origin. */
  as(login: Login, path: string, options?: Ask): Promise<Answered>
  /** A WebSocket of a logged-in page. */
  connect(login: Login, path?: string): Promise<Client>
  /** The same, subscribed to one topic whose first frame has come. */
  subscribe(login: Login, topic: string): Promise<Client>
  /** Asks the server to close, without letting time pass. */
  stop(): Promise<void>
  close(): Promise<void>
}

let hashText: Promise<string> | null = null

/** Starts a server on a free port. The clock moves only by 100 ms before each request. */
export async function startHarness(
  options: {
    readonly cookieSecure?: boolean
    readonly allowedHosts?: readonly string[]
    readonly trustedProxies?: readonly string[]
    readonly staticDirectory?: string
    readonly loginLink?: (clock: ManualClock) => LoginLink
    /** False: no combos venue is configured. */
    readonly hasCombos?: boolean
  } = {},
): Promise<Harness> {
  hashText ??= hashPassword(PASSWORD, Buffer.alloc(16, 7), {
    memoryKib: 7168,
    passes: 5,
    parallelism: 1,
    tagLength: 32,
  })
  const passwordHashText = await hashText
  const passwordHash = parsePasswordHash(passwordHashText)
  if (!passwordHash.ok) throw new Error(passwordHash.error)
  const clock = createManualClock()
  const fake = createEngineFake(clock)
  const sessions = createMemorySessionStore()
  const logged: { event: string; fields: LogFields | undefined }[] = []
  const write = (event: string, fields?: LogFields): void => void logged.push({ event, fields })
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const caller = createCommandCaller()
  const settings = createMemorySettings()
  let counter = 0
  let ids = 0
  const started = await startServer({
    listen: { host: '127.0.0.1', port: 0 },
    auth: {
      passwordHash: passwordHash.value,
      passwordHashText,
      sessionSecret: SESSION_SECRET,
      loginLink: options.loginLink?.(clock) ?? null,
      cookieSecure: options.cookieSecure ?? false,
      allowedHosts: options.allowedHosts ?? ['localhost'],
      trustedProxies: options.trustedProxies ?? [],
    },
    caller,
    engine: options.hasCombos === false ? { ...fake.engine, combos: null } : fake.engine,
    replays: createReplaysFake(clock),
    sessionStore: sessions,
    loginFailures: createMemoryLoginFailures(),
    settings,
    clock,
    random: {
      bytes(length) {
        counter += 1
        return Buffer.alloc(length, counter)
      },
      uuidV7() {
        ids += 1
        return `01890a5d-ac96-774b-8cce-${String(ids).padStart(12, '0')}`
      },
    },
    log,
    staticDirectory: options.staticDirectory ?? '/nonexistent',
  })
  if (!started.ok) throw new Error(started.error.message)
  const { url } = started.value
  const host = url.slice('http://'.length)
  const origin = `http${options.cookieSecure === true ? 's' : ''}://${host}`

  async function ask(path: string, asked: Ask = {}): Promise<Answered> {
    await clock.advance(100)
    return await send(host, path, asked)
  }

  async function login(password = PASSWORD): Promise<Login> {
    const answer = await ask('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { password },
    })
    if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`)
    const [cookie = ''] = (answer.headers['set-cookie']?.[0] ?? '').split(';')
    return { cookie, csrf: String(answer.json()['csrf_token']) }
  }

  return {
    url,
    host,
    fake,
    clock,
    caller,
    settings,
    sessions,
    logged,
    ask,
    login,
    as: (session, path, asked = {}) =>
      ask(path, {
        ...asked,
        headers: {
          cookie: session.cookie,
          'x-csrf-token': session.csrf,
          origin,
          ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...asked.headers,
        },
      }),
    connect: (session, path) => connectTo(host, { cookie: session.cookie, origin }, clock, path),
    async subscribe(session, topic) {
      const tab = await connectTo(host, { cookie: session.cookie, origin }, clock)
      tab.send({ op: 'sub', topics: [topic] })
      await tab.until(1)
      return tab
    },
    stop: () => started.value.close(),
    async close() {
      const closing = started.value.close()
      await clock.advance(10_000)
      await closing
    },
  }
}

/** Sends one request with these headers and no others but Host and lengths. */
export function send(host: string, path: string, asked: Ask = {}): Promise<Answered> {
  const [hostname = '', port = ''] = host.split(':')
  const body =
    typeof asked.body === 'string' || asked.body instanceof Uint8Array
      ? asked.body
      : JSON.stringify(asked.body)
  const chunked = asked.headers?.['transfer-encoding'] === 'chunked'
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: hostname,
        port,
        path,
        method: asked.method ?? 'GET',
        headers: {
          host,
          ...(body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...asked.headers,
        },
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: () => JSON.parse(text) as Record<string, unknown>,
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export type Frame = {
  readonly topic?: string
  readonly seq?: number
  readonly type?: string
  readonly data?: Record<string, unknown>
  readonly op?: string
  readonly code?: string
  readonly message?: string
}

export type Client = {
  readonly socket: WebSocket
  readonly frames: Frame[]
  send(frame: unknown): void
  /** Waits until that many frames have come in all. */
  until(count: number): Promise<Frame>
  /** Waits for the end; answers the close code. */
  closed: Promise<number>
}

/** Opens `/ws` with these headers. */
async function connectTo(
  host: string,
  headers: Readonly<Record<string, string>>,
  clock: ManualClock,
  path = '/ws',
): Promise<Client> {
  const socket = new WebSocket(`ws://${host}${path}`, { headers })
  const frames: Frame[] = []
  let waiting: { readonly count: number; readonly resolve: (frame: Frame) => void }[] = []
  const settle = (): void => {
    waiting = waiting.filter(({ count, resolve }) => {
      const last = frames[count - 1]
      if (last !== undefined) resolve(last)
      return last === undefined
    })
  }
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Frame)
    settle()
  })
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  await clock.advance(0)
  return {
    socket,
    frames,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    until: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve })
        settle()
      }),
    closed,
  }
}
