/**
 * The one WebSocket of a tab: topics in, frames out. What is shown counts as current only from a topic's snapshot on
 * this connection until the first gap, silence or sleep; then every sink hears `lost`.
 */
import type { ClientFrame, ServerFrame } from '#contract/live.ts'
import { createStore } from '../state/store.ts'
import type { Store } from '../state/store.ts'
import { createOutbox } from './outbox.ts'
import { createSequence } from './sequence.ts'
import type { Sequence } from './sequence.ts'

export type LostReason = 'link' | 'resync'

export type Sink = {
  readonly snapshot: (data: unknown) => void
  readonly delta: (data: unknown) => void
  readonly lost: (reason: LostReason) => void
}

export type Link = {
  readonly state: 'connecting' | 'live' | 'lost'
  /** When the last frame arrived, wall clock. */
  readonly heardAt: number | null
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

export type Live = {
  readonly link: Store<Link>
  /** Follows a topic until the answered function is called; one sink per topic and caller. */
  readonly watch: (topic: string, sink: Sink) => () => void
  /**
   * Whether the terminal was heard so lately that what is shown can be acted upon. A press may come before any timer does: after a
   * sleep the link still calls itself live then.
   */
  readonly isHeard: () => boolean
  readonly start: () => void
  readonly stop: () => void
}

const PING_MS = 1_000
const LOST_MS = 3_000
const SLEEP_MS = 5_000
const LINGER_MS = 10_000
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 5_000
const SESSION_ENDED = 4401
const TOPIC_RETRY_MS = 5_000

type Topic = { readonly sinks: Set<Sink>; readonly sequence: Sequence; forget: (() => void) | null }

/** Builds the connection; nothing happens before `start`. */
export function createLive(options: LiveOptions): Live {
  const link = createStore<Link>({ state: 'connecting', heardAt: null, roundTripMs: null, gaps: 0 })
  const topics = new Map<string, Topic>()
  let socket: Socket | null = null
  let isOpen = false
  let running = false
  let retryMs = FIRST_RETRY_MS
  let heardAt = 0
  let tickedAt = 0
  let pingedAt = 0
  let cancelTick: (() => void) | null = null
  let cancelRetry: (() => void) | null = null

  function send(frame: ClientFrame): void {
    if (isOpen) socket?.send(JSON.stringify(frame))
  }

  const outbox = createOutbox(send, options.now, options.after)

  function loseAll(): void {
    outbox.clear()
    for (const topic of topics.values()) {
      topic.sequence.reset()
      for (const sink of topic.sinks) sink.lost('link')
    }
  }

  function dial(): void {
    cancelRetry = null
    if (!running) return
    const current = options.open()
    socket = current
    heardAt = options.now()
    current.onopen = () => {
      if (socket !== current) return
      isOpen = true
      retryMs = FIRST_RETRY_MS
      heardAt = options.now()
      outbox.clear()
      const all = [...topics.keys()]
      for (let from = 0; from < all.length; from += 100)
        send({ op: 'sub', topics: all.slice(from, from + 100) })
      ping()
      link.update((old) => ({ ...old, state: 'live', heardAt }))
    }
    current.onmessage = (event) => {
      if (socket === current) receive(event.data)
    }
    current.onclose = (event) => {
      if (socket === current) drop(event.code)
    }
  }

  function drop(code: number): void {
    const old = socket
    socket = null
    isOpen = false
    if (old !== null) {
      old.onclose = null
      old.onmessage = null
      old.close()
    }
    loseAll()
    link.update((before) => ({ ...before, state: 'lost', roundTripMs: null }))
    if (code === SESSION_ENDED) {
      options.onSessionEnd()
      return
    }
    if (!running || cancelRetry !== null) return
    cancelRetry = options.after(retryMs, dial)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  function ping(): void {
    pingedAt = options.now()
    send({ op: 'ping' })
  }

  /** A hidden tab's timers may come once a minute, and frames all the while: only silence of both is sleep. */
  function wakes(now: number): boolean {
    const late = now - Math.max(tickedAt, heardAt) - PING_MS
    if (late <= SLEEP_MS) return false
    drop(0)
    options.onWake(late)
    return true
  }

  function tick(): void {
    if (!running) return
    const now = options.now()
    if (!wakes(now)) {
      if (socket !== null && now - heardAt > LOST_MS) drop(0)
      else if (isOpen) ping()
    }
    tickedAt = now
    cancelTick = options.after(PING_MS, tick)
  }

  function receive(data: unknown): void {
    const now = options.now()
    if (wakes(now)) {
      tickedAt = now
      return
    }
    heardAt = now
    const frame = typeof data === 'string' ? readFrame(data) : null
    if (frame === null) return
    if ('op' in frame) {
      if (frame.op === 'pong') {
        link.update((old) => ({ ...old, heardAt, roundTripMs: heardAt - pingedAt }))
      } else if (frame.code === 'topic_failed' && frame.topic !== undefined) fail(frame.topic)
      return
    }
    const topic = topics.get(frame.topic)
    if (topic === undefined) return
    const verdict = topic.sequence.accept(frame.type, frame.seq)
    if (verdict === 'apply') {
      for (const sink of topic.sinks) sink[frame.type](frame.data)
      return
    }
    if (verdict === 'resync') {
      outbox.ask('resync', frame.topic)
      link.update((old) => ({ ...old, gaps: old.gaps + 1 }))
      for (const sink of topic.sinks) sink.lost('resync')
    }
  }

  /** The terminal cannot say what the topic holds: nothing shown of it is current until its next snapshot. */
  function fail(name: string): void {
    const failed = topics.get(name)
    if (failed === undefined) return
    failed.sequence.reset()
    for (const sink of failed.sinks) sink.lost('resync')
    options.after(TOPIC_RETRY_MS, () => {
      if (isOpen && topics.get(name)?.sequence.isCurrent() === false) outbox.ask('sub', name)
    })
  }

  function watch(name: string, sink: Sink): () => void {
    const known = topics.get(name)
    if (known === undefined) {
      topics.set(name, { sinks: new Set([sink]), sequence: createSequence(), forget: null })
      if (isOpen) outbox.ask('sub', name)
    } else {
      known.forget?.()
      known.forget = null
      known.sinks.add(sink)
      if (known.sequence.isCurrent()) outbox.ask('resync', name)
    }
    return () => {
      const topic = topics.get(name)
      if (topic === undefined || !topic.sinks.delete(sink) || topic.sinks.size > 0) return
      topic.forget = options.after(LINGER_MS, () => {
        topics.delete(name)
        if (isOpen) outbox.ask('unsub', name)
      })
    }
  }

  return {
    link,
    watch,
    isHeard: () => link.get().state === 'live' && options.now() - heardAt <= LOST_MS,
    start() {
      if (running) return
      running = true
      tickedAt = options.now()
      dial()
      cancelTick = options.after(PING_MS, tick)
    },
    stop() {
      running = false
      cancelTick?.()
      cancelRetry?.()
      cancelRetry = null
      const old = socket
      socket = null
      isOpen = false
      if (old !== null) {
        old.onclose = null
        old.close()
      }
      loseAll()
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
