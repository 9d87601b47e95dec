/**
 * The one WebSocket of a tab: topics in, frames out. What is shown counts as current only from a topic's snapshot on
 * this connection until the first gap, silence or sleep; then every sink gets `lost`.
 */
import type { ClientFrame, ServerFrame } from '#contract/live.ts'
import { backoffMs } from '#lib/backoff.ts'
import type { Backoff } from '#lib/backoff.ts'
import { createStore } from '../state/store.ts'
import { createOutbox, MAX_TOPICS } from './outbox.ts'

export type LostReason = 'link' | 'resync'

export type Sink = {
  readonly snapshot: (data: unknown) => void
  readonly delta: (data: unknown) => void
  readonly lost: (reason: LostReason) => void
}

export type Link = {
  readonly state: 'connecting' | 'live' | 'lost'
  /** When the last frame arrived, wall clock. */
  readonly receivedAt: number | null
  readonly roundTripMs: number | null
  readonly gaps: number
}

/** The part of a WebSocket that is used here. */
export type Socket = {
  readonly send: (text: string) => void
  readonly close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
}

export type LiveOptions = {
  readonly open: () => Socket
  readonly now: () => number
  readonly after: (ms: number, task: () => void) => () => void
  /** The session has ended (close code 4401). */
  readonly onSessionEnd: () => void
  /** The machine slept for this many milliseconds. */
  readonly onWake: (sleptMs: number) => void
}

export type Live = ReturnType<typeof createLive>

const PING_MS = 1_000
const LOST_MS = 3_000
const SLEEP_MS = 5_000
const LINGER_MS = 10_000
const RETRY: Backoff = { firstMs: 500, maxMs: 5_000 }
const SESSION_ENDED = 4401
const TOPIC_RETRY_MS = 5_000

type TopicFrame = Exclude<ServerFrame, { readonly op: string }>

type Topic = {
  readonly sinks: Set<Sink>
  /** Number of the last frame that was applied; null while nothing shown of it is current. */
  last: number | null
  /** A snapshot is on its way. */
  isAsked: boolean
  forget: (() => void) | null
}

/** Builds the connection; nothing happens before `start`. */
export function createLive(options: LiveOptions) {
  const { now, after } = options
  const link = createStore<Link>({ state: 'connecting', receivedAt: null, roundTripMs: null, gaps: 0 })
  const topics = new Map<string, Topic>()
  const outbox = createOutbox(send, now, after)
  let socket: Socket | null = null
  let isOpen = false
  let isRunning = false
  let failures = 0
  let receivedAt = 0
  let tickedAt = 0
  let pingedAt = 0
  let cancelTick: (() => void) | null = null
  let cancelRetry: (() => void) | null = null

  function send(frame: ClientFrame): void {
    if (isOpen) socket?.send(JSON.stringify(frame))
  }

  function ping(): void {
    pingedAt = now()
    send({ op: 'ping' })
  }

  function lose(topic: Topic, reason: LostReason): void {
    topic.last = null
    topic.isAsked = true
    for (const sink of topic.sinks) sink.lost(reason)
  }

  function close(): void {
    const old = socket
    socket = null
    isOpen = false
    old?.close()
    outbox.clear()
    for (const topic of topics.values()) lose(topic, 'link')
  }

  function dial(): void {
    cancelRetry = null
    const current = options.open()
    socket = current
    receivedAt = now()
    current.onopen = () => {
      if (socket !== current) return
      isOpen = true
      failures = 0
      receivedAt = now()
      outbox.clear()
      const all = [...topics.keys()]
      for (let from = 0; from < all.length; from += MAX_TOPICS)
        send({ op: 'sub', topics: all.slice(from, from + MAX_TOPICS) })
      ping()
      link.update((old) => ({ ...old, state: 'live', receivedAt }))
    }
    current.onmessage = ({ data }) => {
      if (socket === current) receive(data)
    }
    current.onclose = ({ code }) => {
      if (socket === current) drop(code)
    }
  }

  function drop(code: number): void {
    close()
    link.update((old) => ({ ...old, state: 'lost', roundTripMs: null }))
    if (code === SESSION_ENDED) options.onSessionEnd()
    else if (isRunning && cancelRetry === null) {
      cancelRetry = after(backoffMs(RETRY, failures), dial)
      failures += 1
    }
  }

  /** A hidden tab's timers may come once a minute, and frames all the while: only silence of both is sleep. */
  function wakes(): boolean {
    const late = now() - Math.max(tickedAt, receivedAt) - PING_MS
    if (late <= SLEEP_MS) return false
    tickedAt = now()
    drop(0)
    options.onWake(late)
    return true
  }

  function tick(): void {
    if (!wakes()) {
      if (socket !== null && now() - receivedAt > LOST_MS) drop(0)
      else if (isOpen) ping()
    }
    tickedAt = now()
    cancelTick = after(PING_MS, tick)
  }

  function receive(data: unknown): void {
    if (wakes()) return
    receivedAt = now()
    const frame = typeof data === 'string' ? readFrame(data) : null
    if (frame === null) return
    if (!('op' in frame)) apply(frame)
    else if (frame.op === 'pong')
      link.update((old) => ({ ...old, receivedAt, roundTripMs: receivedAt - pingedAt }))
    else if (frame.code === 'topic_failed' && frame.topic !== undefined) fail(frame.topic)
  }

  /** A delta counts only right after what came before it; anything else asks once for a snapshot. */
  function apply({ topic: name, type, seq, data }: TopicFrame): void {
    const topic = topics.get(name)
    if (topic === undefined) return
    if (type === 'snapshot' || (topic.last !== null && seq === topic.last + 1)) {
      topic.last = seq
      topic.isAsked = false
      for (const sink of topic.sinks) sink[type](data)
    } else if (!topic.isAsked) {
      outbox.ask('resync', name)
      link.update((old) => ({ ...old, gaps: old.gaps + 1 }))
      lose(topic, 'resync')
    }
  }

  /** The terminal cannot say what the topic holds: nothing shown of it is current until its next snapshot. */
  function fail(name: string): void {
    const failed = topics.get(name)
    if (failed === undefined) return
    lose(failed, 'resync')
    after(TOPIC_RETRY_MS, () => {
      if (isOpen && topics.get(name)?.last === null) outbox.ask('sub', name)
    })
  }

  return {
    link,
    /** Follows a topic until the returned function is called; one sink per topic and caller. */
    watch(name: string, sink: Sink): () => void {
      const topic = topics.get(name) ?? { sinks: new Set(), last: null, isAsked: true, forget: null }
      topic.forget?.()
      topic.forget = null
      topic.sinks.add(sink)
      if (!topics.has(name)) {
        if (isOpen) outbox.ask('sub', name)
      } else if (topic.last !== null) outbox.ask('resync', name)
      topics.set(name, topic)
      return () => {
        if (!topic.sinks.delete(sink) || topic.sinks.size > 0) return
        topic.forget = after(LINGER_MS, () => {
          topics.delete(name)
          if (isOpen) outbox.ask('unsub', name)
        })
      }
    },
    /**
     * True if the last frame is recent enough to act on the shown data. After a sleep a press may come before any
     * timer; the link state is still live then.
     */
    isReceiving: (): boolean => link.get().state === 'live' && now() - receivedAt <= LOST_MS,
    start(): void {
      if (isRunning) return
      isRunning = true
      tickedAt = now()
      dial()
      cancelTick = after(PING_MS, tick)
    },
    stop(): void {
      isRunning = false
      cancelTick?.()
      cancelRetry?.()
      cancelRetry = null
      close()
    },
  }
}

function readFrame(text: string): ServerFrame | null {
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' && frame !== null && ('op' in frame || 'topic' in frame)
      ? (frame as ServerFrame)
      : null
  } catch {
    return null
  }
}
