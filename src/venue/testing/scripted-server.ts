/** A real server on loopback whose every answer to an order is scripted down to the socket; all else gets calm answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

export type ScriptedServer = {
  readonly origin: string
  /** Method, path and body of every call but the ones that keep connections warm. */
  readonly calls: readonly {
    readonly method: string
    readonly target: string
    readonly body: string
    readonly headers: IncomingMessage['headers']
  }[]
  /** How many connections were ever accepted. */
  connections(): number
  /** Sets the answer of one method and path. */
  on(method: string, path: string, answer: Answer): void
  close(): Promise<void>
}

/** An answer with a JSON body. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return raw(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
}

/** An answer with these bytes. */
export function raw(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (response) => {
    response.writeHead(status, headers)
    response.end(body)
  }
}

/** Listens on a free port; idle connections end after `keepAliveMs`. */
export async function startScriptedServer(keepAliveMs = 60_000): Promise<ScriptedServer> {
  const answers = new Map<string, Answer>()
  const calls: { method: string; target: string; body: string; headers: IncomingMessage['headers'] }[] = []
  answers.set('GET /time', json(200, 1_790_000_000))
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const method = request.method ?? ''
      const target = request.url ?? ''
      const path = target.split('?')[0] ?? ''
      if (path !== '/time') {
        calls.push({ method, target, body: Buffer.concat(chunks).toString(), headers: request.headers })
      }
      const answer = answers.get(`${method} ${path}`) ?? json(404, { error: 'not found' })
      answer(response, request)
    })
  })
  let connections = 0
  server.keepAliveTimeout = keepAliveMs
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    connections: () => connections,
    on(method, path, answer) {
      answers.set(`${method} ${path}`, answer)
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
      })
    },
  }
}
