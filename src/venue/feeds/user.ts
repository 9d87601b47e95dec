/** The user channel. It replays nothing: every time that something may have been missed, `connected` asks for a read. */
import type { Instant } from '#core/market/market.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { UserFeed, UserFeedEvent } from '#ports/venue-feeds.ts'
import type { CredentialHolder } from '../auth/credentials.ts'
import { createNewWords } from '../new-words.ts'
import { openFeedSocket, statusOf, type FeedSocket } from './socket.ts'
import { readUserFrame, UNREADABLE_FRAME } from './user-frames.ts'

/** A trade with nine hundred maker orders. What is longer would stop the loop: it ends the connection, and all is read again. */
const MAX_PAYLOAD = 256 * 1024
/** Subscribed at the latest this long after the subscription was sent; a frame or PONG proves it sooner. */
const SETTLED_MS = 1_000
const REREAD_PAUSE_MS = 5_000

/** Nothing is opened before `start`, and nothing without credentials. */
export function createUserFeed(parts: {
  /** Null: the venue has no such channel, and nothing is ever opened. */
  readonly url: URL | null
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly holder: CredentialHolder
}): UserFeed {
  const { url, clock, log, holder } = parts
  let listener: ((event: UserFeedEvent) => void) | null = null
  let socket: FeedSocket | null = null
  let subscribed = false
  let cancelSettling = (): void => {}
  let lastMessageAt: Instant | null = null
  let unreadable = 0
  let rereadAt = Number.NEGATIVE_INFINITY
  let reconnects = 0
  const tellKind = createNewWords(log, 'feed.unknown_user_kind')
  const tellState = createNewWords(log, 'venue.unknown_order_state')

  function settle(): void {
    cancelSettling()
    if (subscribed) return
    subscribed = true
    listener?.({ type: 'connected' })
  }

  /** An unreadable frame may have been ours: the engine reads everything again, at most every 5 s. */
  function reread(): void {
    if (clock.monotonic() - rereadAt < REREAD_PAUSE_MS) return
    rereadAt = clock.monotonic()
    listener?.({ type: 'connected' })
  }

  function onFrame(text: Buffer | null): void {
    lastMessageAt = clock.now()
    settle()
    const frame = text === null ? UNREADABLE_FRAME : readUserFrame(text.toString('utf8'))
    for (const event of frame.events) listener?.(event)
    for (const state of frame.unknownStates) tellState(state)
    if (frame.unreadable > 0) {
      unreadable += frame.unreadable
      log.warn('feed.unreadable', { channel: 'user' })
      reread()
    }
    if (frame.unknownKind !== null) tellKind(frame.unknownKind)
  }

  function open(): void {
    if (url === null || listener === null || holder.current() === null) return
    socket = openFeedSocket({
      url,
      clock,
      random: parts.random,
      maxPayload: MAX_PAYLOAD,
      liveness: 'ping',
      onOpen() {
        const held = holder.current()
        if (held === null) return
        const { apiKey, secret, passphrase } = held.credentials
        socket?.send(JSON.stringify({ auth: { apiKey, secret, passphrase }, type: 'user' }))
        socket?.send('PING')
        cancelSettling = clock.after(SETTLED_MS, settle)
      },
      onPong: settle,
      onFrame,
      onEnd() {
        cancelSettling()
        const wasSubscribed = subscribed
        subscribed = false
        if (wasSubscribed) listener?.({ type: 'disconnected' })
      },
    })
  }

  function close(): void {
    reconnects += socket?.reconnects() ?? 0
    socket?.stop()
    socket = null
  }

  return {
    start(onEvent) {
      if (listener !== null) return
      listener = onEvent
      open()
    },
    reconnect() {
      if (listener === null) return
      close()
      open()
    },
    status() {
      const status = statusOf(socket)
      return {
        ...status,
        detail: socket === null ? 'no credentials' : status.detail,
        state: status.state === 'live' && !subscribed ? 'connecting' : status.state,
        reconnects: reconnects + status.reconnects,
        subscriptions: subscribed ? 1 : 0,
        lastMessageAt,
        unreadable,
      }
    },
    stop() {
      close()
      listener = null
    },
  }
}
