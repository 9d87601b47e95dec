/** A client of the terminal for tests: the REST interface by the names of the route table, and the WebSocket. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ClientFrame, ServerFrame } from '#contract/live.ts'
import { routes, type Answer, type Operation, type WireInput } from '#contract/routes.ts'
import { waitFor } from './wait-for.ts'

export type Reply<Body> = { readonly status: number; readonly headers: Headers; readonly body: Body }

type Input<Name extends Operation> = Partial<WireInput<Name>>

export type Live = {
  /** Every frame so far, of one topic or of all. */
  readonly frames: (topic?: string) => readonly ServerFrame[]
  readonly send: (frame: ClientFrame) => void
  /** Subscribes and waits for the snapshot. */
  readonly subscribe: (topic: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

export type Client = {
  readonly url: string
  /** Any answer, problem documents included. */
  readonly call: <Name extends Operation>(name: Name, input?: Input<Name>) => Promise<Reply<unknown>>
  /** The answer of an operation that must succeed. */
  readonly ok: <Name extends Operation>(name: Name, input?: Input<Name>) => Promise<Answer<Name>>
  /** A request as it is, with the session. */
  readonly raw: (
    path: string,
    init: { readonly method: string; readonly headers?: Record<string, string>; readonly body?: string },
  ) => Promise<Response>
  /** @param replayId  of the replay whose topics they are; without it those of the terminal */
  readonly live: (replayId?: string) => Promise<Live>
  readonly session: { readonly cookie: string; readonly csrfToken: string }
}

/** Logs in. */
export async function logIn(url: string, password: string): Promise<Client> {
  const answered = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  const body = (await answered.json()) as { readonly csrf_token?: string }
  assert.equal(answered.status, 200, `login: ${JSON.stringify(body)}`)
  const cookie = (answered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const session = { cookie, csrfToken: body.csrf_token ?? '' }
  const headers = { cookie, 'x-csrf-token': session.csrfToken }

  async function call<Name extends Operation>(name: Name, input: Input<Name> = {}): Promise<Reply<unknown>> {
    const { method, path } = routes[name]
    const {
      params,
      query,
      body: sent,
    } = input as {
      readonly params?: Readonly<Record<string, string>>
      readonly query?: Readonly<Record<string, string>>
      readonly body?: unknown
    }
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''))
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
    const response = await fetch(`${url}${filled}${search}`, {
      method,
      headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(sent ?? {}) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    }
  }

  return {
    url,
    session,
    call,
    async ok<Name extends Operation>(name: Name, input: Input<Name> = {}) {
      // Right after a start positions are not reconciled yet.
      const reply = await waitFor(`${name} to be answered`, async () => {
        const answer = await call(name, input)
        return answer.status === 503 && codeOf(answer.body) === 'positions_reading' ? null : answer
      })
      assert.ok(reply.status < 300, `${name}: ${reply.status} ${JSON.stringify(reply.body)}`)
      return reply.body as Answer<Name>
    },
    raw: (path, init) => fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } }),
    live: (replayId) => openLive(url, replayId === undefined ? '/ws' : `/ws?replay=${replayId}`, cookie),
  }
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}

async function openLive(url: string, path: string, cookie: string): Promise<Live> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: { cookie, origin: url } })
  const received: ServerFrame[] = []
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as ServerFrame))
  await once(socket, 'open')
  const frames = (topic?: string): readonly ServerFrame[] =>
    received.filter((frame) => topic === undefined || ('topic' in frame && frame.topic === topic))
  const send = (frame: ClientFrame): void => socket.send(JSON.stringify(frame))
  return {
    frames,
    send,
    async subscribe(topic) {
      send({ op: 'sub', topics: [topic] })
      const frame = await waitFor(`the snapshot of ${topic}`, () =>
        frames(topic).find((one) => 'type' in one && one.type === 'snapshot'),
      )
      return 'data' in frame ? frame.data : null
    },
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}
