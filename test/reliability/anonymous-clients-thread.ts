/**
 * Strangers of every kind at once, in a thread of their own: slow headers, slow bodies, answers that nobody reads, floods of
 * refusals, of sockets and of logins, and every public path 200 times in one write. Bounded in number and in time.
 */
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export type AnonymousClientsWork = {
  readonly host: string
  readonly ms: number
  /** The page's largest file. */
  readonly asset: string
  /** Requests of callers with a token, by so many connections, in place of the strangers. */
  readonly floods?: readonly { readonly kind: string; readonly count: number; readonly text: string }[]
  /** Placeholder in these texts for a fresh id each time. */
  readonly anyId: string
}

const { host, ms, asset, floods: asked, anyId } = workerData as AnonymousClientsWork
const [hostname = '', port = ''] = host.split(':')
const endsAt = performance.now() + ms
const open = new Set<Socket>()
const counts = new Map<string, number>()

const isOver = (): boolean => performance.now() >= endsAt
const isOpen = (socket: Socket | null): boolean => socket?.writable === true && !isOver()

/** A connection that has sent the text; null when it did not come to be. */
async function opened(kind: string, text: string): Promise<Socket | null> {
  const socket = connect(Number(port), hostname)
  open.add(socket)
  socket.on('close', () => open.delete(socket))
  const made = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.on('error', () => undefined)
  if (!made) return null
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (text !== '') socket.write(text)
  return socket
}

const head = (line: string, more = ''): string => `${line} HTTP/1.1\r\nHost: ${host}\r\n${more}`
const json = (body: string, length = body.length): string =>
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`

/** Stays, a byte every half second, and comes again when it is ended. */
async function drips(kind: string, first: string, byte: string): Promise<void> {
  while (!isOver()) {
    const socket = await opened(kind, first)
    socket?.resume()
    while (isOpen(socket)) {
      socket?.write(byte)
      await pause(500)
    }
    await pause(20)
  }
}

/** Asks for much, reads none of it. */
async function neverReads(): Promise<void> {
  while (!isOver()) {
    const socket = await opened('unread', `${head(`GET ${asset}`)}\r\n`.repeat(12))
    socket?.pause()
    for (let waits = 0; waits < 50 && isOpen(socket); waits += 1) await pause(100)
    socket?.destroy()
  }
}

/** One request after the other, each when the last was answered. */
async function floods(kind: string, text: string, everyMs: number): Promise<void> {
  while (!isOver()) {
    const socket = await opened(kind, '')
    let answered = Promise.withResolvers<void>()
    socket?.on('data', () => answered.resolve()).on('close', () => answered.resolve())
    while (isOpen(socket)) {
      answered = Promise.withResolvers<void>()
      socket?.write(text.replaceAll(anyId, () => randomUUIDv7()))
      await Promise.race([answered.promise, pause(1_000)])
      await pause(everyMs)
    }
    await pause(everyMs)
  }
}

/** New connections that say nothing, and stay. */
async function sockets(): Promise<void> {
  while (!isOver()) {
    void opened('sockets', '')
    await pause(10)
  }
}

const PIPELINED = ['/', asset, '/api/health', '/api/status', '/api/login', '/ws', '/no.js', '*']

async function pipelines(): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const line = head(`GET ${PIPELINED[count % PIPELINED.length] ?? ''}`)
    const socket = await opened('pipelines', `${line}\r\n`.repeat(200))
    socket?.resume()
    await pause(100)
  }
}

const times = (count: number, one: () => Promise<void>): readonly Promise<void>[] =>
  Array.from({ length: count }, one)

const strangers = (): readonly Promise<void>[] => [
  ...times(60, () => drips('slow headers', 'GET / HTTP/1.1\r\nX:', 'x')),
  ...times(60, () => drips('slow bodies', head('POST /api/login', json('{', 60)), ' ')),
  ...times(40, neverReads),
  ...times(10, () => floods('refusals', 'GET /api/health HTTP/1.1\r\nHost: h.evil.example\r\n\r\n', 20)),
  ...times(10, () => floods('requests', `${head('GET /api/health')}\r\n`, 20)),
  ...times(4, () => floods('logins', head('POST /api/login', json('{"password":"a guess"}')), 50)),
  sockets(),
  pipelines(),
]
await Promise.all(
  asked?.flatMap(({ kind, count, text }) => times(count, () => floods(kind, text, 1))) ?? strangers(),
)
for (const socket of open) socket.destroy()
parentPort?.postMessage(counts, [])
