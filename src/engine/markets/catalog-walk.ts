/** The complete reads of the venue's events: at the start, once an hour, and again after a fault; each is saved to disk. */
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import type { EventId } from '#core/ids.ts'
import { unreadText } from '#core/unread-rows.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import { publishCatalog, type CatalogParts, type CatalogState } from './catalog-state.ts'
import { lookUpEvents, walkOpenEvents } from './catalog-sync.ts'

/** Announced and needed events are read in between: a whole walk is tens of megabytes. */
const WALK_EVERY_MS = 60 * 60_000
const INCOMPLETE_PAUSE_MS = 60_000
const RETRY: Backoff = { firstMs: 2_000, maxMs: 5 * 60_000 }

/** Takes the copy on disk, when there is one. */
export async function loadCopy({ parts, progress }: CatalogState): Promise<void> {
  const { options, reference, intake, pauses } = parts
  const copy = await options.store.load()
  if (copy === null || pauses.isStopped()) return
  reference.restore(copy)
  progress.copyFrom = copy.savedAt
  await intake.take(copy.events, Number.NEGATIVE_INFINITY)
  publishCatalog(parts)
}

/**
 * Walks until the catalog stops.
 *
 * @param onFirst  called after each walk that was complete
 */
export async function keepWalking(state: CatalogState, onFirst: () => void): Promise<void> {
  const { parts, progress } = state
  const { options, intake, lookup, reference, pauses } = parts
  while (!pauses.isStopped()) {
    const walked = await walk(state)
    if (pauses.isStopped()) return
    progress.fault = walked.ok ? null : walked.error
    progress.failures = walked.ok ? 0 : progress.failures + 1
    if (walked.ok) {
      intake.prune()
      onFirst()
      void lookup.readOutcomes(options.watched())
      await reference.readLists()
      saveCopy(state)
    } else {
      options.log.warn('catalog.walk_failed', { fault: walked.error.kind, detail: walked.error.detail })
    }
    publishCatalog(parts)
    await pauses.wait(walked.ok ? WALK_EVERY_MS : retryDelay(walked.error, progress.failures))
  }
}

/** One complete walk: every open event read, and what is missing among them looked up. */
async function walk(state: CatalogState): Promise<Result<unknown, ReadFault>> {
  const { parts, progress } = state
  const { options, index, intake, pauses } = parts
  const beganAt = options.clock.now()
  const asOf = options.clock.monotonic()
  intake.startWalk()
  await readLeagues(parts)
  let excess: string | null = null
  const walked = await walkOpenEvents(options.venue, options.clock, pauses, async (events, asOf) => {
    excess = await intake.take(events, asOf)
    return excess
  })
  if (excess !== null) await intake.dropNew()
  if (!walked.ok) return walked
  const { ids, notUnderstood } = walked.value
  const open = [...index.events()].filter(({ status }) => status === 'open')
  progress.unread = notUnderstood
  progress.notTradable = open
    .flatMap(({ markets }) => markets)
    .filter((market) => market.notTradable !== undefined).length
  if (notUnderstood.count > 0) {
    options.log.warn('catalog.rows_skipped', {
      skipped: notUnderstood.count,
      rows: unreadText(notUnderstood),
    })
  }
  progress.confirmed = ids.values().next().value ?? null
  const missing = open.filter((event) => !ids.has(event.id))
  await lookUp(
    state,
    missing.map(({ id }) => id),
  )
  if (!pauses.isStopped()) intake.dropUnlisted(asOf)
  progress.freshAt = beganAt
  return walked
}

/** Reads the leagues; when they changed, all events are labelled again. */
export async function readLeagues({ reference, intake }: CatalogParts): Promise<void> {
  if (await reference.readLeagues()) await intake.relabel()
}

/** Reads these events by their ids, and closes what the venue does not know any more. */
export async function lookUp({ parts, progress }: CatalogState, ids: readonly EventId[]): Promise<void> {
  if (ids.length === 0) return
  const { options, intake, pauses } = parts
  const asOf = options.clock.monotonic()
  const answer = await lookUpEvents(options.venue, ids, progress.confirmed)
  if (pauses.isStopped()) return
  const excess = (await intake.take(answer.found, asOf)) ?? (await intake.close(answer.gone, asOf))
  if (answer.fault !== null) options.log.warn('catalog.lookup_failed', { fault: answer.fault.kind })
  if (excess !== null) options.log.warn('catalog.excess', { detail: excess })
}

function saveCopy({ parts, progress }: CatalogState): void {
  const { options, index, reference } = parts
  options.store.save({
    events: [...index.events()],
    tags: reference.tags(),
    teams: reference.teams(),
    leagues: reference.leagues(),
    savedAt: progress.freshAt ?? options.clock.now(),
  })
}

/** A walk that came to no end is not begun again at once: the next one would be the same (INV-86). */
function retryDelay({ kind, retryAfterMs }: ReadFault, failures: number): number {
  const least = kind === 'incomplete' ? INCOMPLETE_PAUSE_MS : 0
  return Math.max(retryAfterMs ?? 0, least, backoffMs(RETRY, failures - 1))
}
