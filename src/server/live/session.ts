/**
 * One tab's WebSocket: frames in, numbered frames out. A tab that cannot keep up gets nothing more until its buffer
 * has drained, then a snapshot of each topic it missed; it never holds up another tab (INV-26).
 */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { clientFrame, type ClientFrame, type ServerFrame } from '#contract/live.ts'
import type { Clock } from '#ports/clock.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { framesOf, type Change, type NumberedChange } from './frames.ts'

export const MAX_FRAME_BYTES = 65_536
const MAX_QUEUED_BYTES = 1_048_576
const MAX_QUEUED_MS = 2_000
const FRAMES_PER_SECOND = 20
const PING_EVERY_MS = 20_000
const GONE_AFTER_MS = 45_000

export const CLOSE_SESSION_ENDED = 4401
const CLOSE_POLICY = 1008

/** Codes of errors and closes: docs/api.md says what each means. */
type LiveErrorCode =
  | 'invalid_json'
  | 'frame_too_large'
  | 'rate_limited'
  | 'invalid_frame'
  | 'unknown_topic'
  | 'too_many_topics'
  | 'topic_failed'
type CloseCode = typeof CLOSE_SESSION_ENDED | typeof CLOSE_POLICY | 1001

export type Tab = {
  readonly sessionId: string
  readonly topics: ReadonlySet<string>
  join(topic: string): void
  leave(topic: string): void
  /** Sends the change under the topic's next number, or notes it as missed while the tab is behind. */
  deliver(change: Change): void
  sendError(code: LiveErrorCode, message: string, topic?: string): void
  /** Writes of one round go out together. */
  cork(): void
  uncork(): void
  /** Pings when it is time; closes a tab after 45 s without a frame. */
  check(): void
  close(code: CloseCode, reason: string): void
  terminate(): void
}

export type TabEvents = {
  subscribe(tab: Tab, topics: readonly string[]): void
  unsubscribe(tab: Tab, topics: readonly string[]): void
  /** Snapshots are wanted, by the client or because changes were dropped. */
  resync(tab: Tab, topics: readonly string[]): void
  closed(tab: Tab): void
}

export function createTab(
  parts: {
    readonly socket: WebSocket
    /** The stream under the socket. */
    readonly stream: Duplex
    readonly sessionId: string
    readonly clock: Clock
  },
  events: TabEvents,
): Tab {
  const { socket, stream, clock } = parts
  const sequence = new Map<string, number>()
  const topics = new Set<string>()
  const missed = new Set<string>()
  /** Written together when the round ends. */
  let outgoing: NumberedChange[] = []
  let outgoingBytes = 0
  let isCorked = false
  const rate = createRateLimit(FRAMES_PER_SECOND, 1000, clock)
  let strikes = 0
  let behind = false
  let queuedSince: number | null = null
  let receivedAt = clock.monotonic()
  let pingedAt = receivedAt

  function isBehind(): boolean {
    const queued = socket.bufferedAmount + outgoingBytes
    if (queued === 0) {
      queuedSince = null
      behind = false
      return false
    }
    const now = clock.monotonic()
    queuedSince ??= now
    behind ||= queued > MAX_QUEUED_BYTES || now - queuedSince > MAX_QUEUED_MS
    return behind
  }

  function onFlushed(): void {
    if (isBehind() || missed.size === 0 || socket.readyState !== socket.OPEN) return
    const names = [...missed]
    missed.clear()
    events.resync(tab, names)
  }

  function writeOut(): void {
    if (outgoing.length === 0) return
    const frames = framesOf(outgoing)
    outgoing = []
    outgoingBytes = 0
    if (socket.readyState === socket.OPEN) stream.write(frames, onFlushed)
  }

  function send(frame: ServerFrame): void {
    writeOut()
    // Answers are few and small; only a tab that reads nothing at all loses them.
    if (socket.readyState !== socket.OPEN || socket.bufferedAmount > 2 * MAX_QUEUED_BYTES) return
    socket.send(JSON.stringify(frame), onFlushed)
  }

  /** The first misbehaving frame gets an answer, the next one ends the connection. */
  function strike(code: LiveErrorCode, message: string): void {
    strikes += 1
    tab.sendError(code, message)
    if (strikes > 1) tab.close(CLOSE_POLICY, message)
  }

  function handle(frame: ClientFrame): void {
    switch (frame.op) {
      case 'ping':
        return send({ op: 'pong' })
      case 'sub':
        return events.subscribe(tab, frame.topics)
      case 'unsub':
        return events.unsubscribe(tab, frame.topics)
      case 'resync':
        return events.resync(
          tab,
          frame.topics.filter((topic) => topics.has(topic)),
        )
    }
  }

  const tab: Tab = {
    sessionId: parts.sessionId,
    topics,
    join(topic) {
      topics.add(topic)
    },
    leave(topic) {
      topics.delete(topic)
      missed.delete(topic)
      sequence.delete(topic)
    },
    deliver(change) {
      if (socket.readyState !== socket.OPEN) return
      if (isBehind()) {
        missed.add(change.topic)
        return
      }
      const seq = (sequence.get(change.topic) ?? 0) + 1
      sequence.set(change.topic, seq)
      outgoing.push({ change, seq })
      outgoingBytes += change.bytes.length
      if (!isCorked) writeOut()
    },
    sendError(code, message, topic) {
      send({ op: 'error', code, message, ...(topic === undefined ? {} : { topic }) })
    },
    cork() {
      isCorked = true
    },
    uncork() {
      isCorked = false
      writeOut()
    },
    check() {
      const now = clock.monotonic()
      if (now - receivedAt >= GONE_AFTER_MS) return socket.terminate()
      if (now - pingedAt < PING_EVERY_MS) return
      pingedAt = now
      socket.ping()
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  }

  socket.on('message', (data, isBinary) => {
    receivedAt = clock.monotonic()
    if (rate.take('') > 0) return strike('rate_limited', 'at most 20 frames a second')
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
    if (bytes.length > MAX_FRAME_BYTES) return strike('frame_too_large', 'at most 64 KiB a frame')
    const json = isBinary ? undefined : parsed(bytes.toString())
    if (json === undefined) return strike('invalid_json', 'frames are JSON text')
    const frame = clientFrame.safeParse(json)
    if (frame.success) return handle(frame.data)
    const [issue] = frame.error.issues
    tab.sendError('invalid_frame', `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
  })
  const onReceived = (): void => {
    receivedAt = clock.monotonic()
    if (rate.take('') > 0) strike('rate_limited', 'at most 20 frames a second')
  }
  socket.on('pong', onReceived)
  socket.on('ping', onReceived)
  // Protocol errors end in a close event of their own.
  socket.on('error', () => undefined)
  socket.on('close', () => events.closed(tab))
  return tab
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
