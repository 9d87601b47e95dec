/** How fresh a book is: nothing when it is live, a clock when it is quiet, a filled chip when it is stale. */
import type { BookTop, StaleCause } from '../../live/book-store.ts'
import { showAge, showLocal } from '../../format/times.ts'
import { useNow } from '../../state/use-now.ts'
import { ClockIcon, WarnIcon } from '../../ui/icons.tsx'

const TEXT: Record<StaleCause, string> = {
  no_snapshot: 'waiting for the book',
  feed_down: 'market feed down',
  no_pong: 'market feed silent',
  frozen: 'feed stale',
  gap: 'book being read again',
  crossed: 'book crossed, being read again',
  tick_change: 'tick size changed, waiting for a new book',
  resolved: 'market resolved',
  unknown: 'feed stale',
  link: 'link to the terminal lost',
  resync: 'being read again',
}

/** Why a book is stale, in words. */
export function staleText(cause: StaleCause): string {
  return TEXT[cause]
}

/** In a list, beside the prices of a book that cannot be believed: the sign says so, its words say why. Otherwise nothing. */
export function StaleSign({ stale }: { readonly stale: StaleCause | null }) {
  return stale === null ? null : (
    <span className="stale-sign" title={`Stale: ${staleText(stale)}`}>
      <WarnIcon />
      <span className="visually-hidden">stale: {staleText(stale)}</span>
    </span>
  )
}

const QUIET_MS = 60_000

/** The freshness chip of a panel header. */
export function Freshness({ top, stale }: { readonly top: BookTop; readonly stale: StaleCause | null }) {
  const now = useNow()
  if (stale !== null) {
    if (!top.ready && (stale === 'no_snapshot' || stale === 'resync'))
      return <span className="chip">loading</span>
    const age = top.staleSince === null ? '' : ` ${showAge(now - top.staleSince)}`
    return (
      <span className="chip warn" title={staleText(stale)}>
        <WarnIcon />
        {stale === 'resolved' ? 'RESOLVED' : `STALE${age}`}
      </span>
    )
  }
  if (top.changedAt === null || now - top.changedAt < QUIET_MS) return null
  const verified =
    top.verifiedAt === null ? 'not verified yet' : `verified ${showLocal(top.verifiedAt, true)}`
  return (
    <span className="quiet" title={`No change for ${showAge(now - top.changedAt)}, ${verified}`}>
      <ClockIcon />
      quiet {showAge(now - top.changedAt)}
    </span>
  )
}
