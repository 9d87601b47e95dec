/** Tells the bus how the feeds are, when that changes. */
import type { FeedHealth } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Bus } from './engine.ts'

const LOOK_EVERY_MS = 1_000

export type FeedHealthActor = {
  start(): void
  stop(): void
  read(): readonly FeedHealth[]
}

/**
 * Looks at every feed once a second and publishes the list when anything but the time of the last message changed.
 */
export function createFeedHealth(options: {
  readonly sources: readonly (() => FeedHealth)[]
  readonly clock: Clock
  readonly bus: Bus
}): FeedHealthActor {
  const { sources, clock, bus } = options
  let told = ''
  let stopTicker: (() => void) | null = null

  function read(): readonly FeedHealth[] {
    return sources.map((source) => source())
  }

  function look(): void {
    const feeds = read()
    const telling = JSON.stringify(feeds.map((feed) => ({ ...feed, lastMessageAt: null })))
    if (telling === told) return
    told = telling
    bus.publish('feeds', feeds)
  }

  return {
    start() {
      look()
      stopTicker = clock.every(LOOK_EVERY_MS, look)
    },
    stop() {
      stopTicker?.()
    },
    read,
  }
}
