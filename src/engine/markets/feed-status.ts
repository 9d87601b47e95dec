/** How a feed is, and whether the host's clock has jumped under it. */
import type { FeedHealth, FeedName } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { FeedStatus } from '#ports/venue-feeds.ts'

const JUMP_MS = 2_000

/** The feed's row of health; without a detail of its own it tells what was counted. */
export function feedHealth(
  name: FeedName,
  { unreadable, detail, ...status }: FeedStatus,
  counted: readonly string[] = [],
): FeedHealth {
  const all = unreadable > 0 ? [...counted, `${unreadable} frames unreadable`] : counted
  return { name, ...status, detail: detail ?? (all.length > 0 ? all.join(', ') : null) }
}

/** Answers by how much the wall clock has moved against the monotonic one since it was last asked; null for less than a jump. */
export function createJumpWatch(clock: Pick<Clock, 'now' | 'monotonic'>): () => number | null {
  let last = clock.now() - clock.monotonic()
  return () => {
    const moved = clock.now() - clock.monotonic() - last
    last += moved
    return Math.abs(moved) > JUMP_MS ? moved : null
  }
}
