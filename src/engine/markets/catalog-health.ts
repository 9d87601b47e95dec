/** How current the catalog is, for the feeds' health. */
import type { FeedHealth } from '#core/trading-state.ts'
import { unreadText } from '#core/unread-rows.ts'
import type { CatalogProgress, CatalogState } from './catalog-state.ts'

/** Not confirmed for this long: the copy counts as stale. */
const STALE_AFTER_MS = 90 * 60_000

/** The catalog's row among the feeds. */
export function catalogHealth(state: CatalogState): FeedHealth {
  const { parts, progress } = state
  return {
    name: 'catalog',
    state: healthState(state),
    connections: 0,
    subscriptions: parts.index.size(),
    lastMessageAt: progress.freshAt,
    reconnects: progress.failures,
    detail: detail(progress),
    notUnderstood: progress.unread,
  }
}

function healthState({ parts, progress }: CatalogState): FeedHealth['state'] {
  const { freshAt, copyFrom, failures } = progress
  if (!progress.isStarted || parts.pauses.isStopped()) return 'off'
  if (freshAt !== null) return parts.options.clock.now() - freshAt > STALE_AFTER_MS ? 'stale' : 'live'
  if (copyFrom !== null) return 'stale'
  return failures > 0 ? 'down' : 'connecting'
}

function detail({ fault, freshAt, copyFrom, unread, notTradable }: CatalogProgress): string | null {
  if (fault !== null) return fault.detail
  if (freshAt === null && copyFrom !== null) return 'copy from disk'
  const counted = [
    ...(unread.count > 0 ? [unreadText(unread)] : []),
    ...(notTradable > 0 ? [`${notTradable} markets not tradable here`] : []),
  ]
  return counted.length === 0 ? null : counted.join('; ')
}
