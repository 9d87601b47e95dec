/** The catalog and price history over HTTP. Long pages are translated in slices, so that the event loop never blocks. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { nativeId, type EventId, type MarketId, type OutcomeId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import { joinUnreadRows, NO_UNREAD_ROWS, unreadRows } from '#core/unread-rows.ts'
import type { UnreadRow, UnreadRows } from '#core/unread-rows.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { EventPage, VenueCatalog, VenueListing } from '#ports/venue-catalog.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import { fault, readAs, readKnown } from '../faults.ts'
import { fieldsOf, MOST } from '../fields.ts'
import type { Http } from '../http.ts'
import { walkPages, type Query } from '../pages.ts'
import {
  eventFromWire,
  eventIdOfRow,
  leagueFromWire,
  marketPlaceFromWire,
  tagFromWire,
  teamFromWire,
  tooLongEventId,
} from './translate.ts'
import type { MarketPlace, ReadEvent } from './translate.ts'
import { bookReadFromWire, historyFromWire, marketInfoFromWire, type MarketInfo } from './market-reads.ts'

const PAGE_ROWS = '100'
const MAX_IDS = 50
/** Closed events that one search brings. */
const FOUND_AT_MOST = 25
/** Rows of tags or of teams. */
const MAX_ROWS = 20_000
const MAX_LEAGUES = 2_000
const SLICE_MS = 5
const TOKENS_KEPT = 5_000
/** Markets of a page or an event whose token ids are asked for. */
const TOKENS_AT_ONCE = 20

type Held = Parameters<VenueCatalog['eventIdsOf']>[0]

function unreadEvent(row: unknown): UnreadRow {
  const tooLong = tooLongEventId(row)
  const id = tooLong ?? eventIdOfRow(row)
  const reason = tooLong === null ? 'no event that can be read' : 'too long to read'
  return { list: 'events', id: id === null ? null : nativeId(id), reason }
}

/** Markets that cannot be read, then the fields that have something else than they should. */
function unreadParts({ event, skipped, odd, inexact }: ReadEvent): UnreadRows {
  const id = nativeId(event.id)
  const lost =
    inexact.length > 0
      ? 'its token ids are numbers without quotes, which lose their last digits'
      : 'cannot be read'
  const reason = skipped === 1 ? `one of its markets ${lost}` : `${skipped} of its markets: ${lost}`
  const markets: UnreadRows =
    skipped === 0 ? NO_UNREAD_ROWS : { count: skipped, rows: [{ list: 'events', id, reason }] }
  const fields = odd.map((name): UnreadRow => ({ list: 'events', id, reason: `${name} is of another type` }))
  return joinUnreadRows(markets, unreadRows(fields))
}

type CatalogReads = {
  readonly http: Http
  readonly clock: Clock
  /** Token ids by condition of markets whose rows have them as rounded numbers. */
  readonly tokens: BoundedMap<string, readonly string[]>
}

/** The catalog port. */
export function createCatalog(http: Http, clock: Clock): VenueCatalog {
  const reads: CatalogReads = { http, clock, tokens: new BoundedMap(TOKENS_KEPT) }

  return {
    async events({ closed, cursor }) {
      const query: (readonly [string, string])[] = [
        ['closed', closed ? 'true' : 'false'],
        ['limit', PAGE_ROWS],
      ]
      if (cursor !== null) query.push(['after_cursor', cursor])
      const page = await eventsPage(reads, query)
      if (!page.ok) return page
      const { rows, nextCursor } = page.value
      return ok({ ...(await translateEvents(reads, rows)), nextCursor: nextCursor || null })
    },
    async eventsByIds(ids: readonly EventId[]) {
      if (ids.length === 0 || ids.length > MAX_IDS) throw new Error('1 to 50 ids')
      const query = [...ids.map((id) => ['id', nativeId(id)] as const), ['limit', PAGE_ROWS] as const]
      const page = await eventsPage(reads, query)
      if (!page.ok) return page
      const { events } = await translateEvents(reads, page.value.rows)
      // An event whose row cannot be read counts as not named: it keeps no other from being refreshed or closed.
      const fits =
        page.value.nextCursor === '' && events.length > 0 && events.every((event) => ids.includes(event.id))
      return fits ? ok(events) : err(fault('unreadable', 'the answer does not fit the ids asked for'))
    },
    event: (id) => single(reads, ENDPOINTS.event, nativeId(id)),
    eventBySlug: (slug) => single(reads, ENDPOINTS.eventBySlug, slug),
    async eventIdsOf(held) {
      const open = await placesOf(reads, held, false)
      if (!open.ok) return open
      const found = new Set(open.value.flatMap(({ natives }) => natives))
      const rest = <Id extends OutcomeId | MarketId>(ids: readonly Id[]): readonly Id[] =>
        ids.filter((id) => !found.has(nativeId(id)))
      const missing = 'markets' in held ? { markets: rest(held.markets) } : { outcomes: rest(held.outcomes) }
      const isAll = Object.values(missing).every((ids: readonly unknown[]) => ids.length === 0)
      const closed = isAll ? ok([]) : await placesOf(reads, missing, true)
      if (!closed.ok) return closed
      return ok([...new Set([...open.value, ...closed.value].flatMap(({ eventIds }) => eventIds))])
    },
    async closedEventIds(text) {
      const query = [
        ['q', text],
        ['events_status', 'closed'],
        ['keep_closed_markets', '1'],
        ['limit_per_type', String(FOUND_AT_MOST)],
      ] as const
      const reply = await reads.http({ endpoint: ENDPOINTS.publicSearch, query })
      const rows = readAs(reply, 'search result', (json) => fieldsOf(json)?.list('events', [null]) ?? null)
      if (!rows.ok) return rows
      const ids = rows.value.map(eventIdOfRow).filter((id) => id !== null)
      return ok([...new Set(ids)].slice(0, FOUND_AT_MOST))
    },
    tags: () => listing(reads, ENDPOINTS.tags, tagFromWire),
    teams: () => listing(reads, ENDPOINTS.teams, teamFromWire),
    async leagues() {
      const rows = readAs(await reads.http({ endpoint: ENDPOINTS.sports }), 'list', listIn)
      if (!rows.ok) return rows
      return ok(
        rows.value
          .slice(0, MAX_LEAGUES)
          .map(leagueFromWire)
          .filter((league) => league !== null),
      )
    },
    async history(outcomeId, interval, fidelityMinutes) {
      const query = [
        ['market', nativeId(outcomeId)],
        ['interval', interval],
        ['fidelity', fidelityMinutes.toString()],
      ] as const
      return readAs(
        await reads.http({ endpoint: ENDPOINTS.history, query }),
        'price history',
        historyFromWire,
      )
    },
    async marketFacts(id) {
      const info = await marketInfo(reads, nativeId(id))
      return info.ok ? ok(info.value?.facts ?? null) : info
    },
    async book(outcomeId) {
      const query = [['token_id', nativeId(outcomeId)]] as const
      const reply = await reads.http({ endpoint: ENDPOINTS.book, query })
      return readKnown(reply, 'book', (json) => bookReadFromWire(json, outcomeId))
    },
  }
}

type EventRows = { readonly rows: readonly unknown[]; readonly nextCursor: string }

/** A page of events; its cursor is empty at the end. All cursors of a walk are kept, so none is longer than some. */
async function eventsPage(reads: CatalogReads, query: Query): Promise<Result<EventRows, ReadFault>> {
  return readAs(await reads.http({ endpoint: ENDPOINTS.events, query }), 'page of events', (json) => {
    const fields = fieldsOf(json)
    const rows = fields?.list('events', []) ?? null
    const nextCursor = fields?.strict('next_cursor') ?? null
    const isPage = rows !== null && nextCursor !== null && nextCursor.length <= MOST.cursor
    return isPage ? { rows, nextCursor } : null
  })
}

async function translateEvents(
  reads: CatalogReads,
  rows: readonly unknown[],
): Promise<Omit<EventPage, 'nextCursor'>> {
  const events: MarketEvent[] = []
  let notUnderstood = NO_UNREAD_ROWS
  // Reading the page's text has been a slice of its own.
  await nextTurn()
  let sliceStart = reads.clock.monotonic()
  for (const row of rows) {
    const read = await readEvent(reads, row)
    notUnderstood = joinUnreadRows(
      notUnderstood,
      read === null ? unreadRows([unreadEvent(row)]) : unreadParts(read),
    )
    if (read !== null) events.push(read.event)
    if (reads.clock.monotonic() - sliceStart > SLICE_MS) {
      await nextTurn()
      sliceStart = reads.clock.monotonic()
    }
  }
  return { events, notUnderstood }
}

/** One row as an event. Token ids that are not exact are taken from the order-book service (INV-80). */
async function readEvent(reads: CatalogReads, row: unknown): Promise<ReadEvent | null> {
  const read = eventFromWire(row, reads.tokens)
  if (read === null || read.inexact.length === 0) return read
  await Promise.all(
    read.inexact.slice(0, TOKENS_AT_ONCE).map(async (condition) => {
      const info = await marketInfo(reads, condition)
      if (info.ok && info.value !== null) reads.tokens.set(condition, info.value.tokens)
    }),
  )
  return eventFromWire(row, reads.tokens)
}

async function marketInfo(
  { http }: CatalogReads,
  condition: string,
): Promise<Result<MarketInfo | null, ReadFault>> {
  const reply = await http({ endpoint: ENDPOINTS.marketInfo, suffix: encodeURIComponent(condition) })
  return readKnown(reply, 'market info', marketInfoFromWire)
}

async function single(
  reads: CatalogReads,
  endpoint: Endpoint,
  suffix: string,
): Promise<Result<MarketEvent | null, ReadFault>> {
  const reply = await reads.http({ endpoint, suffix: encodeURIComponent(suffix) })
  const row = readKnown(reply, 'event', (json) => json)
  if (!row.ok || row.value === null) return row.ok ? ok(null) : row
  const read = await readEvent(reads, row.value)
  return read === null ? err(fault('unreadable', 'the answer is no event')) : ok(read.event)
}

/**
 * Offset listing: at most 100 rows a page, an empty page at the end. Rows that cannot be read are skipped. The venue
 * refuses offsets beyond some: that is then the end.
 */
async function listing<T>(
  reads: CatalogReads,
  endpoint: Endpoint,
  translate: (row: unknown) => T | null,
): Promise<VenueListing<T>> {
  let offset = 0
  const walk = await walkPages(MAX_ROWS, async () => {
    const reply = await reads.http({
      endpoint,
      query: [
        ['limit', PAGE_ROWS],
        ['offset', String(offset)],
      ],
    })
    if (offset > 0 && reply.kind === 'answered' && reply.status === 422) return ok({ rows: [], next: null })
    const rows = readAs(reply, 'list', listIn)
    if (!rows.ok) return rows
    offset += rows.value.length
    const isEnd = rows.value.length === 0 || offset >= MAX_ROWS
    return ok({ rows: rows.value, next: isEnd ? null : String(offset) })
  })
  const rows = walk.rows.slice(0, MAX_ROWS).map(translate)
  return { rows: rows.filter((row) => row !== null), fault: walk.fault }
}

function listIn(json: unknown): readonly unknown[] | null {
  return Array.isArray(json) ? json : null
}

/** Events of the asked markets among the open or the closed ones; an unasked row counts for nothing. */
async function placesOf(
  reads: CatalogReads,
  held: Held,
  isClosed: boolean,
): Promise<Result<readonly MarketPlace[], ReadFault>> {
  const asked =
    'markets' in held
      ? held.markets.map((id) => ['condition_ids', nativeId(id)] as const)
      : held.outcomes.map((id) => ['clob_token_ids', nativeId(id)] as const)
  const query = [...asked, ['closed', String(isClosed)], ['limit', PAGE_ROWS]] as const
  const reply = await reads.http({ endpoint: ENDPOINTS.markets, query })
  const rows = readAs(reply, 'page of markets', (json) => fieldsOf(json)?.list('markets', []) ?? null)
  if (!rows.ok) return rows
  const wanted = new Set(asked.map(([, id]) => id))
  return ok(
    rows.value.flatMap((row) => {
      const place = marketPlaceFromWire(row)
      return place?.natives.some((id) => wanted.has(id)) === true ? [place] : []
    }),
  )
}
