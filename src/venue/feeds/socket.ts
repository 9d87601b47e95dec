/**
 * One venue socket that reconnects for ever. Invariant: a connection that is not provably alive is terminated by the
 * watchdog, not by the peer's courtesy, and every end is published exactly once before the next start.
 */
import { WebSocket, type RawData } from 'ws'
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import { USER_AGENT } from '#lib/user-agent.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import type { FeedStatus } from '#ports/venue-feeds.ts'
import { withoutMark } from '../bodies.ts'
import { retryAfterMs } from '../http.ts'

type SocketEnd = 'closed' | 'no_pong'

export type FeedSocket = ReturnType<typeof openFeedSocket>

/** A reader that lets other work have its turn. Everything behind a long frame waits until it has been read. */
type LongFrames = {
  readonly overBytes: number
  /** @param isCurrent  whether the connection of the frame is still open: if not, its rest must be dropped */
  read(bytes: Buffer, isCurrent: () => boolean): Promise<void>
}

type Message = readonly [data: RawData, isBinary: boolean]

type SocketOptions = {
  readonly url: URL
  readonly clock: Clock
  readonly random: Random
  readonly maxPayload: number
  /** Text pings every 10 s, dead after 30 s without an answer; or only listening, dead after 45 s of silence. */
  readonly liveness: 'ping' | 'listen'
  onOpen(): void
  /** The peer has read everything that was sent before the last ping. */
  onPong?(): void
  /** The bytes of a text frame, which are valid UTF-8; null for a binary frame. */
  onFrame(text: Buffer | null): void
  /** How long text frames are read; without it all are given to `onFrame`. */
  readonly long?: LongFrames
  onEnd(reason: SocketEnd): void
}

const PING_MS = 10_000
const STALE_MS = { ping: 30_000, listen: 45_000 } as const
const CHECK_MS = 1_000
const RETRY: Backoff = { firstMs: 250, maxMs: 15_000 }
const HEALTHY_MS = 60_000
const HANDSHAKE_MS = 5_000
/** Length of `PING` and `PONG`. */
const WORD_LENGTH = 4

/** The bytes of a message, not copied where the library allows it. */
function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}

/** Its part in the status of a feed; null: none was opened. */
export function statusOf(
  socket: FeedSocket | null,
): Pick<FeedStatus, 'state' | 'connections' | 'reconnects' | 'detail'> {
  if (socket === null) return { state: 'off', connections: 0, reconnects: 0, detail: null }
  const [isOpen, detail] = [socket.isOpen(), socket.detail()]
  const state = isOpen ? 'live' : detail === 'connecting' ? 'connecting' : 'down'
  return { state, connections: isOpen ? 1 : 0, reconnects: socket.reconnects(), detail }
}

/** Connects at once. */
export function openFeedSocket(options: SocketOptions) {
  const { clock, random } = options
  let socket: WebSocket | null = null
  let open = false
  let stopped = false
  let failures = 0
  let connections = 0
  let detail: string | null = 'connecting'
  let openedAt = 0
  let aliveAt = { monotonic: 0, wall: 0 }
  let pingedAt = 0
  let minimumDelayMs = 0
  let cancelRetry = (): void => {}
  /** Messages behind a long frame that is still being read; null while none is. */
  let behind: Message[] | null = null

  function alive(): void {
    aliveAt = { monotonic: clock.monotonic(), wall: clock.now() }
  }

  /** The longer of both clocks: one stops while the host sleeps, the other may be set back. */
  function silenceMs(): number {
    return Math.max(clock.monotonic() - aliveAt.monotonic, clock.now() - aliveAt.wall)
  }

  function retryDelayMs(): number {
    const [byte = 0] = random.bytes(1)
    return Math.max(backoffMs(RETRY, failures) * (0.75 + byte / 1024), minimumDelayMs)
  }

  function end(ended: WebSocket, reason: SocketEnd, why: string): void {
    if (socket !== ended) return
    socket = null
    behind = null
    const wasOpen = open
    open = false
    detail = why
    ended.removeAllListeners()
    ended.on('error', () => {})
    ended.terminate()
    if (wasOpen && clock.monotonic() - openedAt >= HEALTHY_MS) failures = 0
    if (!stopped) {
      cancelRetry = clock.after(retryDelayMs(), connect)
      failures += 1
    }
    if (wasOpen) options.onEnd(reason)
  }

  function take(from: WebSocket, [data, isBinary]: Message): void {
    if (isBinary) {
      options.onFrame(null)
      return
    }
    const bytes = withoutMark(bytesOf(data))
    if (options.liveness === 'listen') alive()
    if (options.long !== undefined && bytes.length > options.long.overBytes) {
      void readLong(from, bytes, options.long)
      return
    }
    const word = bytes.length === WORD_LENGTH ? bytes.toString('latin1') : null
    if (word === 'PONG') {
      alive()
      options.onPong?.()
    } else if (word === 'ping') from.send('pong')
    else options.onFrame(bytes)
  }

  /** The peer is not read from meanwhile, so that no more waits behind the frame than had been read already. */
  async function readLong(from: WebSocket, bytes: Buffer, reader: LongFrames): Promise<void> {
    const isCurrent = (): boolean => socket === from
    const waiting: Message[] = []
    behind = waiting
    from.pause()
    await reader.read(bytes, isCurrent)
    if (!isCurrent()) return
    behind = null
    for (const message of waiting) if (isCurrent()) receive(from, message)
    if (isCurrent() && !isReading()) from.resume()
  }

  function isReading(): boolean {
    return behind !== null
  }

  function receive(from: WebSocket, message: Message): void {
    if (behind === null) take(from, message)
    else behind.push(message)
  }

  function connect(): void {
    if (stopped || socket !== null) return
    minimumDelayMs = 0
    const fresh = new WebSocket(options.url, {
      perMessageDeflate: false,
      maxPayload: options.maxPayload,
      handshakeTimeout: HANDSHAKE_MS,
      followRedirects: false,
      headers: Object.fromEntries([USER_AGENT]),
    })
    socket = fresh
    fresh.on('open', () => {
      open = true
      detail = null
      connections += 1
      openedAt = clock.monotonic()
      pingedAt = openedAt
      alive()
      options.onOpen()
    })
    fresh.on('message', (data, isBinary) => {
      receive(fresh, [data, isBinary])
    })
    fresh.on('ping', () => {
      if (options.liveness === 'listen') alive()
    })
    fresh.on('unexpected-response', (request, response) => {
      minimumDelayMs = retryAfterMs(response.headers['retry-after'], clock.now()) ?? 0
      request.destroy()
      end(fresh, 'closed', `refused with status ${response.statusCode ?? 0}`)
    })
    fresh.on('error', (error: NodeJS.ErrnoException) => {
      end(fresh, 'closed', error.code ?? 'connection failed')
    })
    fresh.on('close', (code) => {
      end(fresh, 'closed', `closed with code ${code}`)
    })
  }

  const stopChecks = clock.every(CHECK_MS, () => {
    if (!open || socket === null) return
    if (silenceMs() > STALE_MS[options.liveness]) {
      end(socket, 'no_pong', 'no frame received')
      return
    }
    if (options.liveness === 'ping' && clock.monotonic() - pingedAt >= PING_MS) {
      pingedAt = clock.monotonic()
      socket.send('PING')
    }
  })

  connect()
  return {
    send(text: string): void {
      if (open) socket?.send(text)
    },
    /** True if a connection is open. */
    isOpen: (): boolean => open,
    /** Connections after the first. */
    reconnects: (): number => Math.max(0, connections - 1),
    /** Why there is no connection, in words; null while there is one. */
    detail: (): string | null => detail,
    /** Ends the open connection, if any, and makes a new one as after any other end. */
    replace(): void {
      if (open && socket !== null) end(socket, 'closed', 'replaced')
    },
    stop(): void {
      stopped = true
      cancelRetry()
      stopChecks()
      if (socket !== null) end(socket, 'closed', 'stopped')
    },
  }
}
