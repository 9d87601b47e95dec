/**
 * Owners of connections. One whose last request showed a session is known, every other a stranger's, whatever address
 * it comes from: behind a proxy all come from one. Strangers have slots of their own, and at the cap the one that has
 * let us wait longest ends instead of the new one being refused, which may be the trader's (INV-56). WebSockets stay.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '#ports/clock.ts'
import { paceSocket } from './paced-socket.ts'

const MAX_SOCKETS = 300
const MAX_ANONYMOUS = 100
/** A new connection gets this long to send its request, as long as there is room in all. */
const FIRST_REQUEST_MS = 250
/** Longest wait for a request of a client without a session, or for it to read an answer. */
const ANONYMOUS_WAIT_MS = 30_000
const SWEEP_EVERY_MS = 1_000

type Connection = {
  readonly socket: Duplex
  readonly readOn: () => void
  isKnown: boolean
  isUpgraded: boolean
  /** In progress until its answer is sent; the next request is not read before. */
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse } | null
  /** Since when we wait for a request, or for the answer to it to be read; on the monotonic clock. */
  waitingSince: number
}

/** Takes over the connections of a server that has just been made. */
export function createConnections(server: Server, clock: Clock) {
  const connections = new Map<Duplex, Connection>()
  const of = ({ socket }: IncomingMessage): Connection | undefined => connections.get(socket)
  const isReadable = ({ exchange, isUpgraded }: Connection): boolean =>
    isUpgraded || exchange?.request.complete !== true
  /** It is our turn: the request is whole and its answer not yet made. */
  const isAnswering = ({ exchange }: Connection): boolean =>
    exchange?.request.complete === true && !exchange.response.writableEnded

  /** The one that has let us wait longest. */
  function idlest(isKnown: boolean): Connection | undefined {
    let found: Connection | undefined
    for (const one of connections.values()) {
      if (one.isKnown !== isKnown || one.isUpgraded || isAnswering(one)) continue
      if (found === undefined || one.waitingSince < found.waitingSince) found = one
    }
    return found
  }

  function makeRoom(): void {
    if (connections.size >= MAX_SOCKETS) return void (idlest(false) ?? idlest(true))?.socket.destroy()
    const anonymous = [...connections.values()].filter(({ isKnown }) => !isKnown).length
    const longest = anonymous < MAX_ANONYMOUS ? undefined : idlest(false)
    if (longest !== undefined && clock.monotonic() - longest.waitingSince >= FIRST_REQUEST_MS) {
      longest.socket.destroy()
    }
  }

  function accept(inner: Socket): Duplex {
    makeRoom()
    const { socket, readOn } = paceSocket(inner, () => isReadable(connection))
    const connection: Connection = {
      socket,
      readOn,
      isKnown: false,
      isUpgraded: false,
      exchange: null,
      waitingSince: clock.monotonic(),
    }
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
    return socket
  }

  // node:http takes any stream that is given to its own listener.
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (inner: Socket) => {
    const socket = accept(inner)
    for (const listener of listeners) Reflect.apply(listener, server, [socket])
  })

  const stopSweeping = clock.every(SWEEP_EVERY_MS, () => {
    const before = clock.monotonic() - ANONYMOUS_WAIT_MS
    for (const one of connections.values()) {
      const hasWaited = !one.isKnown && !isAnswering(one) && one.waitingSince <= before
      if (hasWaited) one.socket.destroy()
    }
  })

  return {
    /** To be called first for each request: the next of its connection is read when this one has been answered. */
    begin(request: IncomingMessage, response: ServerResponse): void {
      const connection = of(request)
      if (connection === undefined) return
      connection.exchange = { request, response }
      connection.isKnown = false
      connection.waitingSince = clock.monotonic()
      response.once('close', () => {
        connection.exchange = null
        connection.waitingSince = clock.monotonic()
        connection.readOn()
      })
    },
    /** The request showed a session, or a credential like one. */
    known(request: IncomingMessage): void {
      const connection = of(request)
      if (connection !== undefined) connection.isKnown = true
    },
    isKnown: (request: IncomingMessage): boolean => of(request)?.isKnown === true,
    /** The connection speaks no HTTP any more. */
    upgraded(request: IncomingMessage): void {
      const connection = of(request)
      if (connection === undefined) return
      connection.isKnown = true
      connection.isUpgraded = true
      connection.readOn()
    },
    stop: stopSweeping,
  }
}

export type Connections = ReturnType<typeof createConnections>
