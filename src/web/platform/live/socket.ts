/**
 * The one WebSocket of a tab: topics in, frames out. What is shown counts as current only from a topic's snapshot on
 * this connection until the first gap, silence or sleep; then every sink gets `lost`.
 */
import type { ClientFrame, ServerFrame } from '#contract/live.ts'
import { backoffMs } from '#lib/backoff.ts'
import type { Backoff } from '#lib/backoff.ts'
import { createStore } from '../state/store.ts'
import type { Store } from '../state/store.ts'
import { createOutbox } from './outbox.ts'
import type { Outbox } from './outbox.ts'

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

type Topic = { readonly sinks: Set<Sink>; readonly sequence: Sequence; forget: (() => void) | null }

type Wire = { socket: Socket | null; isOpen: boolean }

type LiveState = {
  readonly options: LiveOptions
  readonly link: Store<Link>
  readonly wire: Wire
  readonly topics: Map<string, Topic>
  readonly outbox: Outbox
  running: boolean
  failures: number
  receivedAt: number
  tickedAt: number
  pingedAt: number
  cancelTick: (() => void) | null
  cancelRetry: (() => void) | null
}

/** Builds the connection; nothing happens before `start`. */
export function createLive(options: LiveOptions) {
  const link = createStore<Link>({ state: 'connecting', receivedAt: null, roundTripMs: null, gaps: 0 })
  const wire: Wire = { socket: null, isOpen: false }
  const live: LiveState = {
    options,
    link,
    wire,
    topics: new Map(),
    outbox: createOutbox((frame) => send(wire, frame), options.now, options.after),
    running: false,
    failures: 0,
    receivedAt: 0,
    tickedAt: 0,
    pingedAt: 0,
    cancelTick: null,
    cancelRetry: null,
  }
  return {
    link,
    /** Follows a topic until the returned function is called; one sink per topic and caller. */
    watch: (topic: string, sink: Sink): (() => void) => watch(live, topic, sink),
    /**
     * True if the last frame is recent enough to act on the shown data. After a sleep a press may come before any
     * timer; the link state is still live then.
     */
    isReceiving: (): boolean => link.get().state === 'live' && options.now() - live.receivedAt <= LOST_MS,
    start: (): void => start(live),
    stop: (): void => stop(live),
  }
}

function start(live: LiveState): void {
  if (live.running) return
  live.running = true
  live.tickedAt = live.options.now()
  dial(live)
  live.cancelTick = live.options.after(PING_MS, () => tick(live))
}

function stop(live: LiveState): void {
  live.running = false
  live.cancelTick?.()
  live.cancelRetry?.()
  live.cancelRetry = null
  const old = live.wire.socket
  live.wire.socket = null
  live.wire.isOpen = false
  if (old !== null) {
    old.onclose = null
    old.close()
  }
  loseAll(live)
}

function send({ socket, isOpen }: Wire, frame: ClientFrame): void {
  if (isOpen) socket?.send(JSON.stringify(frame))
}

function loseAll({ topics, outbox }: LiveState): void {
  outbox.clear()
  for (const topic of topics.values()) {
    topic.sequence.reset()
    for (const sink of topic.sinks) sink.lost('link')
  }
}

function dial(live: LiveState): void {
  live.cancelRetry = null
  if (!live.running) return
  const current = live.options.open()
  live.wire.socket = current
  live.receivedAt = live.options.now()
  current.onopen = () => {
    if (live.wire.socket !== current) return
    live.wire.isOpen = true
    live.failures = 0
    live.receivedAt = live.options.now()
    live.outbox.clear()
    const all = [...live.topics.keys()]
    for (let from = 0; from < all.length; from += 100)
      send(live.wire, { op: 'sub', topics: all.slice(from, from + 100) })
    ping(live)
    live.link.update((old) => ({ ...old, state: 'live', receivedAt: live.receivedAt }))
  }
  current.onmessage = (event) => {
    if (live.wire.socket === current) receive(live, event.data)
  }
  current.onclose = (event) => {
    if (live.wire.socket === current) drop(live, event.code)
  }
}

function drop(live: LiveState, code: number): void {
  const old = live.wire.socket
  live.wire.socket = null
  live.wire.isOpen = false
  if (old !== null) {
    old.onclose = null
    old.onmessage = null
    old.close()
  }
  loseAll(live)
  live.link.update((before) => ({ ...before, state: 'lost', roundTripMs: null }))
  if (code === SESSION_ENDED) {
    live.options.onSessionEnd()
    return
  }
  if (!live.running || live.cancelRetry !== null) return
  live.cancelRetry = live.options.after(backoffMs(RETRY, live.failures), () => dial(live))
  live.failures += 1
}

function ping(live: LiveState): void {
  live.pingedAt = live.options.now()
  send(live.wire, { op: 'ping' })
}

/** A hidden tab's timers may come once a minute, and frames all the while: only silence of both is sleep. */
function wakes(live: LiveState, now: number): boolean {
  const late = now - Math.max(live.tickedAt, live.receivedAt) - PING_MS
  if (late <= SLEEP_MS) return false
  drop(live, 0)
  live.options.onWake(late)
  return true
}

function tick(live: LiveState): void {
  if (!live.running) return
  const now = live.options.now()
  if (!wakes(live, now)) {
    if (live.wire.socket !== null && now - live.receivedAt > LOST_MS) drop(live, 0)
    else if (live.wire.isOpen) ping(live)
  }
  live.tickedAt = now
  live.cancelTick = live.options.after(PING_MS, () => tick(live))
}

function receive(live: LiveState, data: unknown): void {
  const now = live.options.now()
  if (wakes(live, now)) {
    live.tickedAt = now
    return
  }
  live.receivedAt = now
  const frame = typeof data === 'string' ? readFrame(data) : null
  if (frame === null) return
  if ('op' in frame) {
    if (frame.op === 'pong') {
      live.link.update((old) => ({
        ...old,
        receivedAt: live.receivedAt,
        roundTripMs: live.receivedAt - live.pingedAt,
      }))
    } else if (frame.code === 'topic_failed' && frame.topic !== undefined) fail(live, frame.topic)
    return
  }
  const topic = live.topics.get(frame.topic)
  if (topic === undefined) return
  const verdict = topic.sequence.accept(frame.type, frame.seq)
  if (verdict === 'apply') {
    for (const sink of topic.sinks) sink[frame.type](frame.data)
    return
  }
  if (verdict === 'resync') {
    live.outbox.ask('resync', frame.topic)
    live.link.update((old) => ({ ...old, gaps: old.gaps + 1 }))
    for (const sink of topic.sinks) sink.lost('resync')
  }
}

/** The terminal cannot say what the topic holds: nothing shown of it is current until its next snapshot. */
function fail(live: LiveState, name: string): void {
  const failed = live.topics.get(name)
  if (failed === undefined) return
  failed.sequence.reset()
  for (const sink of failed.sinks) sink.lost('resync')
  live.options.after(TOPIC_RETRY_MS, () => {
    if (live.wire.isOpen && live.topics.get(name)?.sequence.isCurrent() === false)
      live.outbox.ask('sub', name)
  })
}

function watch(live: LiveState, name: string, sink: Sink): () => void {
  const known = live.topics.get(name)
  if (known === undefined) {
    live.topics.set(name, { sinks: new Set([sink]), sequence: createSequence(), forget: null })
    if (live.wire.isOpen) live.outbox.ask('sub', name)
  } else {
    known.forget?.()
    known.forget = null
    known.sinks.add(sink)
    if (known.sequence.isCurrent()) live.outbox.ask('resync', name)
  }
  return () => {
    const topic = live.topics.get(name)
    if (topic === undefined || !topic.sinks.delete(sink) || topic.sinks.size > 0) return
    topic.forget = live.options.after(LINGER_MS, () => {
      live.topics.delete(name)
      if (live.wire.isOpen) live.outbox.ask('unsub', name)
    })
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

type SequenceVerdict = 'apply' | 'resync' | 'drop'

type Sequence = {
  /** Says what to do with a frame; asks for a resync once and then drops deltas until the snapshot. */
  readonly accept: (type: 'snapshot' | 'delta', seq: number) => SequenceVerdict
  /** True if a snapshot has arrived and nothing was missed since. */
  readonly isCurrent: () => boolean
  /** Forgets everything: the next frame that counts is a snapshot. */
  readonly reset: () => void
}

/** Checks one topic on one connection: a delta counts only right after what came before it, anything else asks for a snapshot. */
export function createSequence(): Sequence {
  let last: number | null = null
  let asked = true
  return {
    accept(type, seq) {
      if (type === 'snapshot') {
        last = seq
        asked = false
        return 'apply'
      }
      if (last !== null && seq === last + 1) {
        last = seq
        return 'apply'
      }
      last = null
      if (asked) return 'drop'
      asked = true
      return 'resync'
    },
    isCurrent: () => last !== null,
    reset() {
      last = null
      asked = true
    },
  }
}
