// One WebSocket listener as every channel of the simulated venue uses it: text frames, PING and PONG, and the `ws.`
// family of faults on upgrade, frames and connections. Compression is off; a frame that a fault holds is still in order
// unless the fault is about order.
import { close, createServer, listen } from './node-http.ts'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { constants, deflateRawSync } from 'node:zlib'

import { WebSocket, WebSocketServer } from 'ws'

import type { Faults } from './faults/faults.ts'
import type { FaultSubject } from './faults/types.ts'
import { bentFrame, FRAME_FAULTS } from './frame-faults.ts'
import { createHeldFrames, type HeldFrames } from './held-frames.ts'
import type { RequestLog } from './ledger/request-log.ts'
import type { ServiceName, SimulatorClock } from './types.ts'

export type VenueSocket = {
  readonly id: number
  /** Sends one text frame; `asset` lets rules choose frames by token, or by any of several. */
  send(text: string, asset?: string | readonly string[]): void
  close(code: number, reason?: string): void
}

type SocketServiceOptions = {
  readonly service: ServiceName
  readonly faults: Faults
  readonly log: RequestLog
  readonly clock: SimulatorClock
  /** Upgrades elsewhere get 404; default: any path. */
  readonly path?: string | undefined
  /** The text that a client pings with and the text it gets back. */
  readonly textPing?: { readonly ask: string; readonly answer: string }
  /** Protocol pings from the server, in venue milliseconds. */
  readonly pingEveryMs?: number
  opened?(socket: VenueSocket): void
  received?(socket: VenueSocket, text: string): void
  closed?(socket: VenueSocket): void
}

export type SocketService = ReturnType<typeof createSocketService>

type Connection = VenueSocket & {
  readonly web: WebSocket
  readonly stream: Duplex
  halfOpen: boolean
  readonly held: HeldFrames
  /** When the last delayed frame goes out, on the host's monotonic clock. */
  dueAt: number
  /** Frames that wait behind a delayed one. */
  tail: Promise<void> | null
}

type Channel = {
  readonly options: SocketServiceOptions
  readonly connections: Set<Connection>
  /** Connections that there have ever been. */
  count: number
}

const MAX_CLIENT_FRAME_BYTES = 1024 * 1024
const MAX_BACKLOG_BYTES = 256 * 1024 * 1024

/** Builds the channel's listener; it does not listen yet. */
export function createSocketService(options: SocketServiceOptions) {
  const { service, faults, clock } = options
  const connections = new Set<Connection>()
  const channel: Channel = { options, connections, count: 0 }
  const http = createServer((_request, response) => {
    response.writeHead(426, { 'content-type': 'application/json' })
    response.end('{"error":"upgrade required"}')
  })
  const acceptor = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_CLIENT_FRAME_BYTES,
    autoPong: false,
  })
  let stopPings: (() => void) | undefined

  http.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    const path = (request.url ?? '/').split('?')[0]
    const refused = faults.first({ service, method: 'GET', path }, 'ws.upgrade_status')
    // The delivery network in front refuses requests without its host name.
    const isNamed = request.headers['user-agent'] !== undefined
    const isKnown = options.path === undefined || path === options.path
    const status = refused?.number('code', 503) ?? (!isNamed ? 403 : isKnown ? 0 : 404)
    if (status !== 0) {
      stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    acceptor.handleUpgrade(request, stream, head, (web) => opened(channel, web, stream))
  })

  return {
    listen(port: number): Promise<number> {
      if (options.pingEveryMs !== undefined) {
        stopPings = clock.every(options.pingEveryMs, () => {
          for (const connection of connections) if (!connection.halfOpen) connection.web.ping()
        })
      }
      return listen(http, port)
    },
    close(): Promise<void> {
      stopPings?.()
      for (const connection of connections) connection.web.terminate()
      return close(http)
    },
    sockets: (): readonly VenueSocket[] => [...connections],
    /** Acts on all open sockets at once: `close`, `reset`, `half_open`, `heal` or `send` (raw text in `text`). */
    act(action: string, args: Readonly<Record<string, unknown>>): number {
      const all = [...connections]
      for (const connection of all) {
        if (action === 'close') connection.web.close(closeCode(Number(args['code'] ?? 1001)))
        else if (action === 'reset') reset(connection)
        else if (action === 'half_open') connection.halfOpen = true
        else if (action === 'heal') connection.halfOpen = false
        else if (action === 'send' && typeof args['text'] === 'string') connection.web.send(args['text'])
      }
      return all.length
    },
  }
}

function subject({ options }: Channel, asset?: FaultSubject['asset']): FaultSubject {
  return { service: options.service, method: 'WS', asset }
}

function write(connection: Connection, text: string): void {
  if (connection.halfOpen || connection.web.readyState !== WebSocket.OPEN) return
  if (connection.web.bufferedAmount > MAX_BACKLOG_BYTES) connection.web.terminate()
  else connection.web.send(text)
}

function writeInOrder(connection: Connection, text: string, delayMs: number): void {
  if (delayMs === 0 && connection.tail === null) {
    write(connection, text)
    return
  }
  const before = connection.tail ?? Promise.resolve()
  const dueAt = Math.max(connection.dueAt, performance.now() + delayMs)
  connection.dueAt = dueAt
  const tail = before
    .then(() => wait(Math.max(0, dueAt - performance.now())))
    .then(() => {
      write(connection, text)
      if (connection.tail === tail) connection.tail = null
    })
  connection.tail = tail
}

function sendThroughFaults(
  channel: Channel,
  connection: Connection,
  text: string,
  asset?: FaultSubject['asset'],
): void {
  const { faults, clock } = channel.options
  const on = { ...subject(channel, asset), body: text }
  if (disturbed(faults, connection, on)) return
  if (faults.first(on, 'ws.silent_freeze', 'ws.asset_mute') !== null) return
  if (faults.first(on, 'ws.drop_frame') !== null) return
  const out = faults.all(on, ...FRAME_FAULTS).reduce((frame, fault) => bentFrame(fault, frame), text)
  const late = faults.first(on, 'ws.delay')
  const delay = late?.number('ms', 0) ?? 0
  if (late?.flag('alone', false) === true) {
    clock.after(delay, () => writeInOrder(connection, out, 0))
    return
  }
  const reorder = faults.first(on, 'ws.reorder')
  if (reorder !== null && connection.held.hold(out) < reorder.number('window', 2)) return
  const frames = reorder === null ? [out, ...connection.held.take()] : connection.held.take().toReversed()
  for (const frame of frames) writeInOrder(connection, frame, delay)
  if (faults.first(on, 'ws.dup_frame') !== null) writeInOrder(connection, out, delay)
}

/** Faults that act on the connection itself when a frame would go out. */
function disturbed(faults: Faults, connection: Connection, on: FaultSubject): boolean {
  const fault = faults.first(on, 'ws.close', 'ws.reset', 'ws.half_open', 'ws.binary', 'ws.deflate_bomb')
  if (fault === null) return false
  if (fault.name === 'ws.close') connection.web.close(closeCode(fault.number('code', 1006)))
  else if (fault.name === 'ws.reset') reset(connection)
  else if (fault.name === 'ws.half_open') connection.halfOpen = true
  else if (fault.name === 'ws.binary') connection.web.send(Buffer.of(0, 1, 2, 255))
  else connection.stream.write(compressedFrame())
  return true
}

function opened(channel: Channel, web: WebSocket, stream: Duplex): void {
  channel.count += 1
  const connection: Connection = {
    id: channel.count,
    web,
    stream,
    halfOpen: false,
    held: createHeldFrames(channel.options, (text) => writeInOrder(connection, text, 0)),
    dueAt: 0,
    tail: null,
    send(text, asset) {
      if (channel.options.faults.any('ws.')) sendThroughFaults(channel, connection, text, asset)
      else writeInOrder(connection, text, 0)
    },
    close: (code, reason) => web.close(code, reason),
  }
  channel.connections.add(connection)
  web.on('message', (data, isBinary) => {
    if (connection.halfOpen) return
    if (isBinary || !(data instanceof Buffer)) web.close(1003)
    else receive(channel, connection, data.toString('utf8'))
  })
  web.on('ping', (data) => {
    if (!connection.halfOpen && channel.options.faults.first(subject(channel), 'ws.no_pong') === null)
      web.pong(data)
  })
  web.on('error', () => web.terminate())
  web.on('close', () => {
    channel.connections.delete(connection)
    connection.held.stop()
    channel.options.closed?.(connection)
  })
  channel.options.opened?.(connection)
}

function receive(channel: Channel, connection: Connection, text: string): void {
  if (text === channel.options.textPing?.ask) {
    if (channel.options.faults.first(subject(channel), 'ws.no_pong') === null)
      write(connection, channel.options.textPing.answer)
    return
  }
  const entry = channel.options.log.open(channel.options.service, 'WS', `socket ${connection.id}`, '')
  channel.options.log.body(entry, Buffer.from(text))
  channel.options.received?.(connection, text)
}

/** Breaks the connection off with a reset instead of an orderly end. */
function reset({ stream, web }: Connection): void {
  if (stream instanceof Socket) stream.resetAndDestroy()
  else web.terminate()
}

/** A code that a server may send; others mean 1001. */
function closeCode(code: number): number {
  const allowed =
    (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999)
  return allowed && Number.isInteger(code) ? code : 1001
}

const MIB = 1024 * 1024
/** Empty and the last of its stream. */
const LAST_BLOCK = Buffer.of(3, 0)

/**
 * A text frame with the compression bit set on a connection that agreed on none: 64 MiB of zeros inside. One of them is compressed
 * and repeated: all at once would hold whoever shares the process up for longer than a peer may be silent.
 */
function compressedFrame(): Buffer {
  const zeros = deflateRawSync(Buffer.alloc(MIB), { finishFlush: constants.Z_FULL_FLUSH })
  const payload = Buffer.concat([...Array<Buffer>(64).fill(zeros), LAST_BLOCK])
  const header = Buffer.alloc(10)
  header[0] = 0xc1
  header[1] = 127
  header.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([header, payload])
}
