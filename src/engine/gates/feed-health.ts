/** Publishes on the bus how the feeds are, when that changes. */
import type { FeedHealth } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Bus } from '../bus.ts'

const LOOK_EVERY_MS = 1_000
/** Longer than any new connection takes that is going to stand. */
const MAX_CONNECTING_MS = 15_000

/**
 * Looks at every feed once a second and publishes the list when anything but the time of the last message changed.
 */
export function createFeedHealth(options: {
  readonly sources: readonly (() => FeedHealth)[]
  readonly clock: Clock
  readonly bus: Bus
}) {
  const { sources, clock, bus } = options
  const wasLive = new Set<string>()
  /** Monotonic, by name. */
  const connectingSince = new Map<string, number>()
  let lastPublished = ''
  let stopTicker: (() => void) | null = null

  function read(): readonly FeedHealth[] {
    const feeds = sources.map((source) => source())
    for (const { name, state } of feeds) {
      if (state === 'live') wasLive.add(name)
      if (state !== 'connecting') connectingSince.delete(name)
      else if (!connectingSince.has(name)) connectingSince.set(name, clock.monotonic())
    }
    return feeds
  }

  /** A feed that should be live is stale or down, has not been live since the start, or connects again for too long. */
  function isWanting(): boolean {
    return read().some(({ name, state }) => {
      if (state !== 'connecting') return state === 'stale' || state === 'down'
      if (!wasLive.has(name)) return true
      const since = connectingSince.get(name) ?? clock.monotonic()
      return clock.monotonic() - since >= MAX_CONNECTING_MS
    })
  }

  function look(): void {
    const feeds = read()
    const current = JSON.stringify(feeds.map((feed) => ({ ...feed, lastMessageAt: null })))
    if (current === lastPublished) return
    lastPublished = current
    bus.publish('feeds', feeds)
  }

  return {
    start(): void {
      look()
      stopTicker = clock.every(LOOK_EVERY_MS, look)
    },
    stop(): void {
      stopTicker?.()
    },
    read,
    isWanting,
  }
}
