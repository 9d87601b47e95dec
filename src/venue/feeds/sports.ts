/** The sports channel: listens only. The server sends changes, never a snapshot; repeats are passed on as they come. */
import type { Instant } from '#core/market/market.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import { NO_TAP, type FeedTap } from '#ports/recording.ts'
import type { GameUpdate, SportsFeed } from '#ports/venue-feeds.ts'
import { openFeedSocket, statusOf, type FeedSocket } from './socket.ts'
import { readGameFrame } from './sports-frames.ts'

/** Honest frames are one game of a kilobyte; longer ones would stop the loop. */
const MAX_PAYLOAD = 256 * 1024

/** Nothing is opened before `start`. */
export function createSportsFeed(parts: {
  readonly url: URL
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly tap?: FeedTap
}): SportsFeed {
  const { clock, log, tap = NO_TAP } = parts
  let socket: FeedSocket | null = null
  let lastMessageAt: Instant | null = null
  let unreadable = 0

  function note(rows: number): void {
    unreadable += rows
    log.debug('feed.unreadable', { channel: 'sports' })
  }

  function onFrame(text: Buffer | null, listener: (update: GameUpdate) => void): void {
    lastMessageAt = clock.now()
    if (text !== null) tap.frame('sports', 0, text)
    const frame = text === null ? ({ kind: 'unreadable' } as const) : readGameFrame(text.toString('utf8'))
    switch (frame.kind) {
      case 'read':
        for (const update of frame.updates) listener(update)
        if (frame.unreadable > 0) note(frame.unreadable)
        return
      case 'no_game_id':
        log.debug('feed.skipped', { channel: 'sports', reason: 'no gameId' })
        return
      case 'unreadable':
        note(1)
        return
      default:
        frame satisfies never
    }
  }

  return {
    start(listener) {
      socket ??= openFeedSocket({
        url: parts.url,
        clock,
        random: parts.random,
        maxPayload: MAX_PAYLOAD,
        liveness: 'listen',
        onOpen() {
          tap.opened('sports', 0)
        },
        onFrame(text) {
          onFrame(text, listener)
        },
        onEnd() {
          tap.closed('sports', 0)
        },
      })
    },
    reconnect() {
      socket?.replace()
    },
    status: () => ({ ...statusOf(socket), subscriptions: 0, lastMessageAt, unreadable }),
    stop() {
      socket?.stop()
      socket = null
    },
  }
}
