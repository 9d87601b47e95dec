/** Reading the venue's catalog: the walk over all open events, and the look-up of some by id (VEN-10). */
import type { EventId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import { joinUnreadRows, NO_UNREAD_ROWS, type UnreadRows } from '#core/unread-rows.ts'
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { createWalkProgress } from '#lib/walk-progress.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { EventPage, VenueCatalog } from '#ports/venue-catalog.ts'
import type { Pauses } from './catalog-pause.ts'

const MAX_PAGES = 5_000
const TRIES_PER_PAGE = 3
const RETRY: Backoff = { firstMs: 1_000, maxMs: 30_000 }
const IDS_PER_LOOKUP = 50

type CompleteWalk = {
  readonly ids: ReadonlySet<EventId>
  readonly notUnderstood: UnreadRows
}

type CatalogReader = Pick<VenueCatalog, 'events' | 'eventsByIds' | 'event'>

/**
 * Reads every page of open events and hands each on as it comes, with the monotonic time at which it was asked for. The
 * walk ends where one is not taken whole.
 *
 * @returns what was read, or a fault when the walk is not complete
 */
export async function walkOpenEvents(
  venue: CatalogReader,
  clock: Clock,
  pauses: Pauses,
  take: (events: readonly MarketEvent[], asOf: number) => Promise<string | null>,
): Promise<Result<CompleteWalk, ReadFault>> {
  const ids = new Set<EventId>()
  const progress = createWalkProgress()
  let cursor: string | null = null
  let notUnderstood = NO_UNREAD_ROWS
  for (let count = 0; count < MAX_PAGES; count += 1) {
    if (pauses.isStopped()) return incomplete('stopped')
    const asOf = clock.monotonic()
    const page: Result<EventPage, ReadFault> = await readPage(venue, pauses, cursor)
    if (!page.ok) return page
    if (pauses.isStopped()) return incomplete('stopped')
    const excess = await take(page.value.events, asOf)
    if (excess !== null) return incomplete(`the venue lists ${excess}`)
    if (pauses.isStopped()) return incomplete('stopped')
    notUnderstood = joinUnreadRows(notUnderstood, page.value.notUnderstood)
    for (const { id } of page.value.events) ids.add(id)
    cursor = page.value.nextCursor
    if (cursor === null) return ok({ ids, notUnderstood })
    const stuck = progress.page(keysOf(page.value), cursor)
    if (stuck !== null) return incomplete(stuck)
  }
  return incomplete('too many pages')
}

/** Its events, and the rows that are not understood by what is known of them. */
function keysOf({ events, notUnderstood }: EventPage): readonly string[] {
  return [...events.map(({ id }) => id), ...notUnderstood.rows.map(({ id, reason }) => `${id} ${reason}`)]
}

async function readPage(
  venue: CatalogReader,
  pauses: Pauses,
  cursor: string | null,
): Promise<Result<EventPage, ReadFault>> {
  for (let tries = 1; ; tries += 1) {
    const page = await venue.events({ closed: false, cursor })
    if (page.ok || tries === TRIES_PER_PAGE) return page
    const pause = page.error.retryAfterMs ?? backoffMs(RETRY, tries - 1)
    if (pause > RETRY.maxMs) return page
    await pauses.wait(pause)
  }
}

type Lookup = {
  readonly found: readonly MarketEvent[]
  /** Left out of an answer that named others, and unknown to the venue when asked for alone. */
  readonly gone: readonly EventId[]
}

/**
 * Looks events up by id, open and closed. A batch whose answer does not fit stays as it was; so does an id that is
 * left out and cannot be asked for alone.
 *
 * @param anchor  an event known to be listed: it makes an answer about a single vanished event believable
 * @returns what the batches that fit say, and the last fault among the others
 */
export async function lookUpEvents(
  venue: CatalogReader,
  ids: readonly EventId[],
  anchor: EventId | null,
): Promise<Lookup & { readonly fault: ReadFault | null }> {
  const found: MarketEvent[] = []
  const gone: EventId[] = []
  let fault: ReadFault | null = null
  const size = anchor === null ? IDS_PER_LOOKUP : IDS_PER_LOOKUP - 1
  for (let start = 0; start < ids.length; start += size) {
    const batch = await lookUpBatch(venue, ids.slice(start, start + size), anchor)
    if (batch.ok) {
      found.push(...batch.value.found)
      gone.push(...batch.value.gone)
    } else {
      fault = batch.error
      if (fault.kind === 'rate_limited') break
    }
  }
  return { found, gone, fault }
}

async function lookUpBatch(
  venue: CatalogReader,
  ids: readonly EventId[],
  anchor: EventId | null,
): Promise<Result<Lookup, ReadFault>> {
  const asked = new Set(anchor === null ? ids : [...ids, anchor])
  const answer = await venue.eventsByIds([...asked])
  if (!answer.ok) return answer
  if (answer.value.length === 0) return incomplete('no event of those asked for')
  if (answer.value.some(({ id }) => !asked.has(id))) return incomplete('an event that was not asked for')
  const found = [...answer.value]
  const gone: EventId[] = []
  const named = new Set(found.map(({ id }) => id))
  for (const id of ids) {
    if (named.has(id)) continue
    const single = await venue.event(id)
    if (!single.ok) continue
    if (single.value === null) gone.push(id)
    else if (single.value.id === id) found.push(single.value)
  }
  return ok({ found, gone })
}

function incomplete(detail: string): Result<never, ReadFault> {
  return err({ kind: 'incomplete', detail, retryAfterMs: null })
}
