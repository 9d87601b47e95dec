/** Reads between two walks: events that are needed, were announced or were to end. */
import type { EventId } from '#core/ids.ts'
import { neededEvents, publishCatalog, type CatalogProgress, type CatalogState } from './catalog-state.ts'
import { lookUp } from './catalog-walk.ts'

/** Events read in one turn; when more are needed, turns take the next ones. */
const READ_PER_TURN = 500
const MAX_ANNOUNCED = 2_000

/** One turn of the watch; nothing while the turn before is still reading. */
export async function watchEvents(state: CatalogState): Promise<void> {
  const { parts, progress } = state
  if (progress.isWatching) return
  progress.isWatching = true
  try {
    announceEnds(state)
    const ids = [...neededEvents(parts.options, parts.index)]
    if (progress.watchedFrom >= ids.length) progress.watchedFrom = 0
    const hinted = [...progress.announced].slice(0, READ_PER_TURN)
    for (const id of hinted) progress.announced.delete(id)
    const turn = ids.slice(progress.watchedFrom, progress.watchedFrom + READ_PER_TURN)
    progress.watchedFrom += READ_PER_TURN
    await refreshEvents(state, [...new Set([...hinted, ...turn])])
    await parts.lookup.readOutcomes(parts.options.watched())
  } finally {
    progress.isWatching = false
  }
}

/** Reads these events now and publishes the change. */
export async function refreshEvents(state: CatalogState, ids: readonly EventId[]): Promise<void> {
  if (ids.length === 0) return
  await lookUp(state, ids)
  publishCatalog(state.parts)
}

/** Notes events for the next turns of the watch, up to a bound. */
export function announceEvents({ announced }: CatalogProgress, ids: Iterable<EventId>): void {
  for (const id of ids) if (announced.size < MAX_ANNOUNCED) announced.add(id)
}

/** Events that were to end since the last look: their next state is near. */
function announceEnds({ parts, progress }: CatalogState): void {
  const now = parts.options.clock.now()
  for (const { id, status, endTime } of parts.index.events()) {
    if (status === 'open' && endTime !== null && endTime > progress.endsFrom && endTime <= now) {
      announceEvents(progress, [id])
    }
  }
  progress.endsFrom = now
}
