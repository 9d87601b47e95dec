/** Public search: every word must occur in an event's title, tags, teams or one of its questions. */
import { TAGS, tagOf } from '../../world/tags.ts'
import type { EventEntry } from '../../world/entries.ts'
import type { Listing } from './filters.ts'
import { BadParameter, type Parameters } from './query.ts'
import type { Row, Rows } from './rows.ts'

const USUAL_LIMIT = 10
const MAX_PER_TYPE = 50

/** The answer of `/public-search`. @see venue reference, section 3.1 */
export function search(listing: Listing, rows: Rows, given: Parameters): Row {
  const query = given.text('q')
  if (query === undefined) throw new BadParameter('q is required')
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const limit = Math.min(given.integer('limit_per_type') ?? USUAL_LIMIT, MAX_PER_TYPE)
  const page = Math.max(given.integer('page') ?? 1, 1)
  const found = listing.world
    .events()
    .filter((event) => matchesStatus(listing, given, event) && matchesTags(given, event))
    .map((event) => ({ event, rank: rank(event, words) }))
    .filter((each) => each.rank > 0)
    .toSorted(
      (one, other) =>
        other.rank - one.rank ||
        sortValue(listing, given, other.event) - sortValue(listing, given, one.event),
    )
  const start = (page - 1) * limit
  const events = found.slice(start, start + limit)
  const pagination = { hasMore: start + limit < found.length, totalResults: found.length }
  const tags = TAGS.filter((tag) => words.every((word) => tag.label.toLowerCase().includes(word)))
  return {
    events: events.map(({ event }) => answerRow(rows, given, event)),
    tags:
      given.flag('search_tags') === true
        ? tags.slice(0, limit).map((tag) => ({
            id: String(tag.id),
            label: tag.label,
            slug: tag.slug,
            event_count: countOf(listing, tag.slug),
          }))
        : null,
    profiles: null,
    ...(given.flag('optimized') === true ? { hasMore: pagination.hasMore } : {}),
    pagination,
  }
}

function answerRow(rows: Rows, given: Parameters, event: EventEntry): Row {
  const row = rows.event(event)
  if (given.flag('keep_closed_markets') === true || !Array.isArray(row['markets'])) return row
  const markets: unknown[] = row['markets']
  const open = markets.filter(
    (market) =>
      typeof market === 'object' && market !== null && 'closed' in market && market.closed === false,
  )
  return open.length === 0 ? row : { ...row, markets: open }
}

/** 3 for a title that starts with the words, 2 for one that holds them, 1 for anything around it. */
function rank(event: EventEntry, words: readonly string[]): number {
  const title = event.definition.title.toLowerCase()
  if (words.every((word) => title.includes(word))) return title.startsWith(words[0] ?? '') ? 3 : 2
  const around = [
    title,
    event.definition.slug,
    ...event.definition.tags,
    event.definition.game?.first.alias ?? '',
    event.definition.game?.second.alias ?? '',
    ...event.markets.map((market) => market.definition.question),
  ]
    .join(' ')
    .toLowerCase()
  return words.every((word) => around.includes(word)) ? 1 : 0
}

function matchesStatus(listing: Listing, given: Parameters, event: EventEntry): boolean {
  const status = given.text('events_status')
  if (status === undefined || status === 'all') return true
  return listing.figures.isClosed(event) === (status === 'closed' || status === 'resolved')
}

function matchesTags(given: Parameters, event: EventEntry): boolean {
  const wanted = given.list('events_tag')
  return (
    wanted.length === 0 ||
    wanted.some((tag) => event.definition.tags.includes(tag) || event.tagIds.includes(tag))
  )
}

function sortValue(listing: Listing, given: Parameters, event: EventEntry): number {
  const sort = given.text('sort')
  const direction = given.flag('ascending') === true ? -1 : 1
  if (sort === 'end_date') return direction * event.definition.endsAt
  if (sort === 'start_date') return direction * event.definition.createdAt
  return direction * listing.figures.eventVolumeOfDay(event)
}

function countOf(listing: Listing, slug: string): number {
  const id = String(tagOf(slug).id)
  return listing.world.events().filter((event) => event.tagIds.includes(id)).length
}
