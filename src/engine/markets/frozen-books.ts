/**
 * Several books of one connection that an independent read contradicts mean that the connection itself is frozen: asking
 * it for fresh copies would be asking the wrong one, so it is replaced (FEED-1).
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { MarketFeed } from '#ports/venue-feeds.ts'

const TOGETHER_MS = 30_000
const SEVERAL = 2

/** Builds the rule; to be called with each book that was found frozen. */
export function createFrozenBooks(parts: {
  readonly feed: Pick<MarketFeed, 'connectionOf' | 'replaceConnection'>
  readonly clock: Clock
  readonly log: Log
}): (id: OutcomeId) => void {
  const { feed, clock, log } = parts
  const frozenAt = new Map<OutcomeId, number>()

  return (id) => {
    const now = clock.monotonic()
    for (const [other, at] of frozenAt) if (now - at > TOGETHER_MS) frozenAt.delete(other)
    frozenAt.set(id, now)
    const connection = feed.connectionOf(id)
    if (connection === null) return
    const together = [...frozenAt.keys()].filter((other) => feed.connectionOf(other) === connection)
    if (together.length < SEVERAL) return
    for (const other of together) frozenAt.delete(other)
    log.warn('books.connection_replaced', { frozen: together.length })
    feed.replaceConnection(connection)
  }
}
