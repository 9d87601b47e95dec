/** The catalog service: listings by cursor, single reads, tags, teams, leagues and search. No authentication. */
import { get, ok } from '../../answers.ts'
import { Refusal, type Route } from '../../http-server.ts'
import { sportRow, teamRow } from '../../world/event-row.ts'
import { LISTED_TEAMS } from '../../world/games/leagues.ts'
import { LEAGUES } from '../../world/games/sports.ts'
import { tagOf, TAGS, tagRow } from '../../world/tags.ts'
import type { EventEntry, MarketEntry } from '../../world/entries.ts'
import { bentAnswer } from './bending.ts'
import { badParameter, flag, idList, keysetPage, list, offsetPage, time, whole } from './query.ts'
import type { CatalogDeps } from './rows.ts'
import { search } from './search.ts'

const MAX_IDS = 50

/** Routes of the catalog, with the filters of the specification. See VEN-10. */
export function catalogRoutes(deps: CatalogDeps): readonly Route[] {
  const { world, rows } = deps

  function read(path: string, answer: (query: URLSearchParams, key: string) => unknown): Route {
    return get(path, ({ query, subject }, { key = '' }) =>
      ok(bentAnswer(deps.faults, subject, answer(query, key))),
    )
  }

  function listing<T extends { readonly id: string }>(
    name: string,
    chosen: (deps: CatalogDeps, query: URLSearchParams) => readonly T[],
    row: (item: T) => unknown,
  ): Route {
    return read(`/${name}/keyset`, (query) => {
      const { page, next } = keysetPage(chosen(deps, query), query)
      return { [name]: page.map(row), ...(next === undefined ? {} : { next_cursor: next }) }
    })
  }

  const eventRow = (event: EventEntry): unknown => rows.event(event)
  const marketRow = (market: MarketEntry): unknown => rows.market(market, { withEvent: true })

  return [
    listing('events', chosenEvents, eventRow),
    listing('markets', chosenMarkets, marketRow),
    read('/events/:key', (_query, id) => eventRow(found('event', world.event(String(whole(id)))))),
    read('/events/slug/:key', (_query, slug) => eventRow(found('event', world.eventBySlug(slug)))),
    read('/markets/:key', (_query, id) => marketRow(found('market', world.market(String(whole(id)))))),
    read('/tags', (query) => offsetPage(TAGS, query).map(tagRow)),
    read('/teams', (query) => offsetPage(LISTED_TEAMS, query).map(teamRow)),
    read('/sports', () => LEAGUES.map(sportRow)),
    read('/public-search', (query) => search(deps, query)),
  ]
}

function found<T>(kind: string, item: T | undefined): T {
  if (item === undefined) throw new Refusal(404, `${kind} not found`)
  return item
}

/** By id where asked (unknown ones are skipped), else all; of these what every given filter lets through. */
function chosenEvents({ world, figures, games }: CatalogDeps, query: URLSearchParams): readonly EventEntry[] {
  const ids = idList(query, 'id')
  if (ids.length > MAX_IDS) throw badParameter(`too many ids, max allowed: ${MAX_IDS}`)
  const [closed, live] = [flag(query, 'closed'), flag(query, 'live')]
  const [wanted, excluded] = [idList(query, 'tag_id'), idList(query, 'exclude_tag_id')]
  const [gameIds, slug] = [idList(query, 'game_id'), query.get('tag_slug')]
  const [from, to] = [time(query, 'end_date_min'), time(query, 'end_date_max')]
  const chosen = ids.length === 0 ? world.events() : known(ids.map((id) => world.event(id)))
  return chosen.filter((event) => {
    const { tags, game, endsAt } = event.definition
    const tagIds = tags.map((tag) => String(tagOf(tag).id))
    return (
      (closed === undefined || figures.isClosed(event) === closed) &&
      (live === undefined || (games.stateOf(event)?.live ?? false) === live) &&
      (wanted.length === 0 || wanted.some((id) => tagIds.includes(id))) &&
      !excluded.some((id) => tagIds.includes(id)) &&
      (slug === null || tags.includes(slug)) &&
      (gameIds.length === 0 || gameIds.includes(String(game?.gameId))) &&
      endsAt >= (from ?? endsAt) &&
      endsAt <= (to ?? endsAt)
    )
  })
}

/** By condition or token where asked, else all; without `closed` only open ones. */
function chosenMarkets({ world }: CatalogDeps, query: URLSearchParams): readonly MarketEntry[] {
  const closed = flag(query, 'closed') ?? false
  const [conditions, tokens] = [list(query, 'condition_ids'), list(query, 'clob_token_ids')]
  const asked = [
    ...conditions.map((id) => world.marketOfCondition(id.toLowerCase())),
    ...tokens.map((token) => world.marketOfToken(token)),
  ]
  const chosen = asked.length === 0 ? world.markets() : known(asked)
  return chosen.filter((market) => (market.listed?.closed ?? false) === closed)
}

function known<T>(items: readonly (T | undefined)[]): readonly T[] {
  return [...new Set(items.filter((item) => item !== undefined))]
}
