/** Public search: every word must occur in an event's title, tags, teams or one of its questions. */
import type { EventEntry } from '../../world/entries.ts'
import { badParameter, flag, integer } from './query.ts'
import type { CatalogDeps, Row } from './rows.ts'

const USUAL_LIMIT = 10
const MAX_PER_TYPE = 50

/** The answer of `/public-search`. @see venue reference, section 3.1 */
export function search({ world, figures, rows }: CatalogDeps, query: URLSearchParams): Row {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) throw badParameter('q is required')
  const status = query.get('events_status')
  const limit = Math.min(integer(query, 'limit_per_type') ?? USUAL_LIMIT, MAX_PER_TYPE)
  const found = world
    .events()
    .filter((event) => status === null || figures.isClosed(event) === (status === 'closed'))
    .map((event) => ({ event, rank: rank(event, words), volume: figures.eventVolumeOfDay(event) }))
    .filter((each) => each.rank > 0)
    .toSorted((one, other) => other.rank - one.rank || other.volume - one.volume)
  const keepsClosed = flag(query, 'keep_closed_markets') === true
  return {
    events: found.slice(0, limit).map(({ event }) => {
      const open = event.markets.filter(({ listed }) => listed?.closed !== true)
      const shown = keepsClosed || open.length === 0 ? event.markets : open
      return { ...rows.event(event), markets: shown.map((market) => rows.market(market)) }
    }),
    tags: null,
    profiles: null,
    pagination: { hasMore: limit < found.length, totalResults: found.length },
  }
}

/** 3 for a title that starts with the words, 2 for one that holds them, 1 for anything around it. */
function rank(event: EventEntry, words: readonly string[]): number {
  const { title, slug, tags, game } = event.definition
  const named = title.toLowerCase()
  if (words.every((word) => named.includes(word))) return named.startsWith(words[0] ?? '') ? 3 : 2
  const questions = event.markets.map((market) => market.definition.question)
  const around = [title, slug, ...tags, game?.first.alias ?? '', game?.second.alias ?? '', ...questions]
    .join(' ')
    .toLowerCase()
  return words.every((word) => around.includes(word)) ? 1 : 0
}
