/** Which events and markets a catalog listing answers, and in which order. */
import type { Figures } from '../../world/figures.ts'
import type { LiveGames } from '../../world/games/live.ts'
import { dateText } from '../../world/definition.ts'
import { tagOf, TAGS } from '../../world/tags.ts'
import type { EventEntry, MarketEntry } from '../../world/entries.ts'
import type { World } from '../../world/world.ts'
import { BadParameter, type Order, type Parameters } from './query.ts'

const MAX_IDS = 50

export type Listing = { readonly world: World; readonly figures: Figures; readonly games: LiveGames }

type Test<T> = (item: T) => boolean

/** Events that `/events/keyset` and `/events` answer for these parameters. */
export function filterEvents(listing: Listing, given: Parameters): readonly EventEntry[] {
  const { figures, games } = listing
  const tests: Test<EventEntry>[] = [...tagTests(given)]
  const closed = given.flag('closed')
  if (closed !== undefined) tests.push((event) => figures.isClosed(event) === closed)
  const live = given.flag('live')
  if (live !== undefined) tests.push((event) => (games.stateOf(event)?.live ?? false) === live)
  const ended = given.flag('ended')
  if (ended !== undefined) tests.push((event) => (games.stateOf(event)?.ended ?? false) === ended)
  const gameIds = given.integers('game_id')
  if (gameIds.length > 0) {
    tests.push(
      ({ definition: { game } }) =>
        game?.gameId !== undefined && game.gameId !== null && gameIds.includes(game.gameId),
    )
  }
  const parent = given.integer('parent_event_id')
  if (parent !== undefined) tests.push((event) => event.parentId === String(parent))
  const series = given.text('series_slug')
  if (series !== undefined) tests.push((event) => event.definition.series?.slug === series)
  const featured = given.flag('featured')
  if (featured !== undefined) tests.push((event) => event.definition.popularity >= 8 === featured)
  const day = given.text('event_date')
  if (day !== undefined) {
    tests.push(({ definition: { game } }) => game !== undefined && dateText(game.startsAt) === day)
  }
  const title = given.text('title_search')?.toLowerCase()
  if (title !== undefined) tests.push((event) => event.definition.title.toLowerCase().includes(title))
  tests.push(
    ...rangeTests<EventEntry>(given, 'end_date', (event) => event.definition.endsAt),
    ...rangeTests<EventEntry>(given, 'start_date', (event) => event.definition.createdAt),
    ...rangeTests<EventEntry>(given, 'start_time', (event) => event.definition.game?.startsAt ?? Number.NaN),
    ...figureTests<EventEntry>(given, 'volume', (event) => figures.eventVolume(event)),
    ...figureTests<EventEntry>(given, 'liquidity', (event) => figures.eventLiquidity(event)),
  )
  return chosenEvents(listing.world, given).filter((event) => tests.every((test) => test(event)))
}

/** By id and slug where asked (unknown ones are skipped), else all. */
function chosenEvents(world: World, given: Parameters): readonly EventEntry[] {
  const ids = given.integers('id')
  const slugs = given.list('slug')
  if (ids.length > MAX_IDS) throw new BadParameter(`too many ids, max allowed: ${MAX_IDS}`)
  if (ids.length === 0 && slugs.length === 0) return world.events()
  const found = [...ids.map((id) => world.event(String(id))), ...slugs.map((slug) => world.eventBySlug(slug))]
  return [...new Set(found.filter((event) => event !== undefined))]
}

function tagTests(given: Parameters): Test<EventEntry>[] {
  const wanted = given.integers('tag_id').map(String)
  const slug = given.text('tag_slug')
  const excluded = given.integers('exclude_tag_id').map(String)
  const all = given.text('tag_match') === 'all'
  const tests: Test<EventEntry>[] = []
  if (wanted.length > 0) {
    tests.push(({ tagIds }) =>
      all ? wanted.every((tag) => tagIds.includes(tag)) : wanted.some((tag) => tagIds.includes(tag)),
    )
  }
  if (excluded.length > 0) tests.push(({ tagIds }) => !excluded.some((tag) => tagIds.includes(tag)))
  if (slug !== undefined) {
    const known = TAGS.some((tag) => tag.slug === slug)
    tests.push(({ tagIds }) => known && tagIds.includes(String(tagOf(slug).id)))
  }
  return tests
}

function rangeTests<T>(given: Parameters, name: string, of: (item: T) => number): Test<T>[] {
  const from = given.time(`${name}_min`)
  const to = given.time(`${name}_max`)
  const tests: Test<T>[] = []
  if (from !== undefined) tests.push((item) => of(item) >= from)
  if (to !== undefined) tests.push((item) => of(item) <= to)
  return tests
}

function figureTests<T>(given: Parameters, name: string, of: (item: T) => number): Test<T>[] {
  const from = given.number(`${name}_min`)
  const to = given.number(`${name}_max`)
  const tests: Test<T>[] = []
  if (from !== undefined) tests.push((item) => of(item) >= from)
  if (to !== undefined) tests.push((item) => of(item) <= to)
  return tests
}

/** Markets that `/markets/keyset` answers; without `closed` only open ones. */
export function filterMarkets(listing: Listing, given: Parameters): readonly MarketEntry[] {
  const { world, figures } = listing
  const closed = given.flag('closed') ?? false
  const tests: Test<MarketEntry>[] = [(market) => (market.listed?.closed ?? false) === closed]
  const eventTests = tagTests(given)
  tests.push((market) => eventTests.every((test) => test(market.event)))
  const types = given.list('sports_market_types')
  if (types.length > 0) {
    tests.push(({ definition: { sportsType } }) => sportsType !== undefined && types.includes(sportsType))
  }
  tests.push(
    ...rangeTests<MarketEntry>(given, 'end_date', (market) => market.event.definition.endsAt),
    ...figureTests<MarketEntry>(given, 'volume_num', (market) => figures.volume(market)),
    ...figureTests<MarketEntry>(given, 'liquidity_num', (market) => figures.liquidity(market)),
  )
  return chosenMarkets(world, given).filter((market) => tests.every((test) => test(market)))
}

function chosenMarkets(world: World, given: Parameters): readonly MarketEntry[] {
  const ids = given.integers('id').map((id) => world.market(String(id)))
  const slugs = given.list('slug').map((slug) => world.marketBySlug(slug))
  const conditions = given.list('condition_ids').map((id) => world.marketOfCondition(id.toLowerCase()))
  const tokens = given.list('clob_token_ids').map((token) => world.marketOfToken(token))
  const asked = ['id', 'slug', 'condition_ids', 'clob_token_ids'].some((name) => given.list(name).length > 0)
  if (!asked) return world.markets()
  const found = [...ids, ...slugs, ...conditions, ...tokens].filter((market) => market !== undefined)
  return [...new Set(found)]
}

/** The asked order of events; by id when none is. snake_case names are refused. */
export function eventOrder(figures: Figures, given: Parameters): Order<EventEntry> {
  const values: Readonly<Record<string, (event: EventEntry) => number>> = {
    id: (event) => Number(event.id),
    volume: (event) => figures.eventVolume(event),
    volume24hr: (event) => figures.eventVolumeOfDay(event),
    volume1wk: (event) => figures.eventVolumeOfDay(event) * 5.3,
    volume1mo: (event) => figures.eventVolumeOfDay(event) * 17.9,
    volume1yr: (event) => figures.eventVolume(event),
    liquidity: (event) => figures.eventLiquidity(event),
    startDate: (event) => event.definition.createdAt,
    createdAt: (event) => event.definition.createdAt,
    endDate: (event) => event.definition.endsAt,
    startTime: (event) => event.definition.game?.startsAt ?? 0,
    competitive: (event) => -Math.abs((event.markets[0]?.fairPrice ?? 0) - 5000),
  }
  return chosenOrder(values, given)
}

/** The asked order of markets. */
export function marketOrder(figures: Figures, given: Parameters): Order<MarketEntry> {
  const values: Readonly<Record<string, (market: MarketEntry) => number>> = {
    id: (market) => Number(market.id),
    volume: (market) => figures.volume(market),
    volumeNum: (market) => figures.volume(market),
    volume24hr: (market) => figures.volumeOfDay(market),
    liquidity: (market) => figures.liquidity(market),
    liquidityNum: (market) => figures.liquidity(market),
    startDate: (market) => market.event.definition.createdAt,
    createdAt: (market) => market.event.definition.createdAt,
    endDate: (market) => market.event.definition.endsAt,
  }
  return chosenOrder(values, given)
}

function chosenOrder<T>(values: Readonly<Record<string, (item: T) => number>>, given: Parameters): Order<T> {
  const name = given.text('order') ?? 'id'
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw new BadParameter('order fields are not valid')
  // Ascending by id is the natural order; any other order starts with the largest.
  return { name, ascending: given.flag('ascending') ?? name === 'id', value }
}
