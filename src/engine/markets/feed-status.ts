/** A feed's row of health. */
import type { FeedHealth, FeedName } from '#core/trading-state.ts'
import type { FeedStatus } from '#ports/venue-feeds.ts'

/** The feed's row of health; without a detail of its own it tells what was counted. */
export function feedHealth(
  name: FeedName,
  { unreadable, detail, ...status }: FeedStatus,
  counted: readonly string[] = [],
): FeedHealth {
  const all = unreadable > 0 ? [...counted, `${unreadable} frames unreadable`] : counted
  return { name, ...status, detail: detail ?? (all.length > 0 ? all.join(', ') : null) }
}
