/** How fresh a book is: nothing when it is live, a clock when it is quiet, a filled chip when it is stale. */
import { ClockIcon, TriangleAlertIcon } from 'lucide-react'
import type { BookStore, StaleCause } from '../platform/live/book-store.ts'
import { useTopPart } from '../contexts/contexts.ts'
import { showAge, showLocal } from '../platform/format/figures.ts'
import { useNow } from '../platform/state/hooks.ts'
import { tip } from '../ui/controls.tsx'
import { staleText } from '../words/why-not.ts'

/** Label of the chip in place of the book's stale time. */
const LABEL: Partial<Record<StaleCause, string>> = { resolved: 'RESOLVED' }

/** In a list, beside the prices of a book that cannot be believed: the sign says so, its words say why. Otherwise nothing. */
export function StaleSign({ stale }: { readonly stale: StaleCause | null }) {
  return stale === null ? null : (
    <span className="stale-sign" {...tip(`Stale: ${staleText(stale)}`)}>
      <TriangleAlertIcon />
      <span className="visually-hidden">stale: {staleText(stale)}</span>
    </span>
  )
}

const QUIET_MS = 60_000

/** The freshness chip of a panel header. */
export function Freshness({ book, stale }: { readonly book: BookStore; readonly stale: StaleCause | null }) {
  const now = useNow()
  const quietSince = useTopPart(book, ({ changedAt }) =>
    changedAt === null || now - changedAt < QUIET_MS ? null : changedAt,
  )
  const staleSince = useTopPart(book, (top) => top.staleSince)
  const verifiedAt = useTopPart(book, (top) => (quietSince === null ? null : top.verifiedAt))
  const isReady = useTopPart(book, (top) => top.ready)
  if (stale !== null) {
    if (!isReady && (stale === 'no_snapshot' || stale === 'resync'))
      return <span className="chip">loading</span>
    const age = staleSince === null ? '' : ` ${showAge(now - staleSince)}`
    return (
      <span className="chip warn" {...tip(staleText(stale))}>
        <TriangleAlertIcon />
        {LABEL[stale] ?? `STALE${age}`}
      </span>
    )
  }
  if (quietSince === null) return null
  const verified = verifiedAt === null ? 'not verified yet' : `verified ${showLocal(verifiedAt, true)}`
  return (
    <span className="quiet" {...tip(`No change for ${showAge(now - quietSince)}, ${verified}`)}>
      <ClockIcon />
      quiet {showAge(now - quietSince)}
    </span>
  )
}
