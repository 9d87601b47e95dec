/** The catalog service: keyset and older listings, single reads, tags, teams, leagues and search. No authentication. */
import { get, ok } from '../../answers.ts'
import type { Faults } from '../../faults/types.ts'
import type { Handler, Route } from '../../http-server.ts'
import { sportRow, teamRow } from '../../world/event-row.ts'
import { LISTED_TEAMS } from '../../world/games/leagues.ts'
import { LEAGUES } from '../../world/games/sports.ts'
import { TAGS, tagRow } from '../../world/tags.ts'
import type { EventEntry, MarketEntry } from '../../world/entries.ts'
import { bentAnswer } from './bending.ts'
import { eventOrder, filterEvents, filterMarkets, marketOrder, type Listing } from './filters.ts'
import {
  BadParameter,
  catalogError,
  keysetPage,
  MAX_PAGE_SIZE,
  pageOffset,
  pageSize,
  parameters,
  type Order,
  type Parameters,
} from './query.ts'
import type { Rows } from './rows.ts'
import { search } from './search.ts'

type CatalogDeps = Listing & { readonly rows: Rows; readonly faults: Faults }

/** Routes of the catalog. See VEN-10. */
export function catalogRoutes(deps: CatalogDeps): readonly Route[] {
  const { world, figures, rows } = deps

  function read(path: string, answer: (given: Parameters) => unknown): Route {
    return get(
      path,
      guarded((request) => ok(bentAnswer(deps.faults, request.subject, answer(parameters(request.query))))),
    )
  }

  function single<T>(
    path: string,
    kind: string,
    find: (key: string) => T | undefined,
    row: (item: T) => unknown,
  ): Route {
    const handler: Handler = (request, { key = '' }) => {
      const item = find(key)
      if (item === undefined) return catalogError(404, `${kind} not found`)
      return ok(bentAnswer(deps.faults, request.subject, row(item)))
    }
    return get(path, path.endsWith('/slug/:key') ? handler : byNumber(handler))
  }

  const eventRow = (event: EventEntry): unknown => rows.event(event)
  const marketRow = (market: MarketEntry): unknown => rows.market(market, { withEvent: true })

  /** A listing by cursor, and the older one by offset. */
  function listings<T extends { readonly id: string }>(
    name: string,
    filter: (listing: Listing, given: Parameters) => readonly T[],
    order: (known: typeof figures, given: Parameters) => Order<T>,
    row: (item: T) => unknown,
    keysetRow: (item: T, given: Parameters) => unknown,
  ): readonly Route[] {
    const advice = `, use /${name}/keyset for deeper pagination`
    return [
      read(`/${name}/keyset`, (given) => {
        if (given.text('offset') !== undefined)
          throw new BadParameter('offset is not supported, use after_cursor')
        const by = order(figures, given)
        const after = given.text('after_cursor')
        const { page, next } = keysetPage(filter(deps, given), by, pageSize(given), after)
        const items = page.map((item) => keysetRow(item, given))
        return { [name]: items, ...(next === undefined ? {} : { next_cursor: next }) }
      }),
      read(`/${name}`, (given) => {
        const by = order(figures, given)
        const { page } = keysetPage(filter(deps, given), by, Number.MAX_SAFE_INTEGER, undefined)
        const offset = pageOffset(given, Number.MAX_SAFE_INTEGER, advice)
        return page.slice(offset, offset + pageSize(given)).map(row)
      }),
    ]
  }

  return [
    ...listings('events', filterEvents, eventOrder, eventRow, (event, given) =>
      rows.event(event, { withMarkets: given.flag('include_markets') ?? true }),
    ),
    ...listings('markets', filterMarkets, marketOrder, marketRow, (market, given) =>
      rows.market(market, { withEvent: true, withTags: given.flag('include_tag') ?? false }),
    ),
    single('/events/:key', 'event', (id) => world.event(id), eventRow),
    single('/events/slug/:key', 'event', (slug) => world.eventBySlug(slug), eventRow),
    single('/markets/:key', 'market', (id) => world.market(id), marketRow),
    single('/markets/slug/:key', 'market', (slug) => world.marketBySlug(slug), marketRow),
    read('/tags', (given) => slice(TAGS, given).map(tagRow)),
    single('/tags/:key', 'tag', (id) => TAGS.find((tag) => String(tag.id) === id), tagRow),
    single('/tags/slug/:key', 'tag', (slug) => TAGS.find((tag) => tag.slug === slug), tagRow),
    read('/teams', (given) => slice(filterTeams(given), given).map(teamRow)),
    read('/sports', () => LEAGUES.map(sportRow)),
    read('/sports/market-types', () => ({ marketTypes: marketTypes(deps) })),
    read('/public-search', (given) => search(deps, rows, given)),
  ]
}

function guarded(handler: Handler): Handler {
  return async (request, found) => {
    try {
      return await handler(request, found)
    } catch (error) {
      if (error instanceof BadParameter) return catalogError(422, error.message)
      throw error
    }
  }
}

/** A path that takes a number refuses other text as the venue does. */
function byNumber(handler: Handler): Handler {
  return (request, found) => {
    if (!/^\d{1,15}$/.test(found['key'] ?? '')) return catalogError(422, 'invalid integer')
    return handler(request, found)
  }
}

function slice<T>(items: readonly T[], given: Parameters): readonly T[] {
  const offset = pageOffset(given, items.length)
  return items.slice(offset, offset + pageSize(given, MAX_PAGE_SIZE))
}

function filterTeams(given: Parameters): typeof LISTED_TEAMS {
  const leagues = given.list('league').map((league) => league.toLowerCase())
  const name = given.text('name')?.toLowerCase()
  const abbreviation = given.text('abbreviation')?.toLowerCase()
  return LISTED_TEAMS.filter(
    (team) =>
      (leagues.length === 0 || leagues.includes(team.league)) &&
      (name === undefined || team.name.toLowerCase() === name) &&
      (abbreviation === undefined || team.abbreviation === abbreviation),
  )
}

function marketTypes({ world }: CatalogDeps): string[] {
  const types = new Set<string>()
  for (const { definition } of world.markets())
    if (definition.sportsType !== undefined) types.add(definition.sportsType)
  return [...types].toSorted()
}
