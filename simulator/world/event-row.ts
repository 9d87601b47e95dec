/** The constant part of an event's catalog row, without its markets. Scores and figures are added when read. */
import { dateText } from './definition.ts'
import type { League, Team } from './games/game.ts'
import type { Identity } from './identity.ts'
import { tagOf, tagRow } from './tags.ts'
import type { EventEntry } from './entries.ts'
import { plainTime, preciseTime } from './wire-text.ts'

const SPORTS_CREATED = '2025-11-05T19:27:45.399303Z'

/** The still part of the row. @see venue reference, section 3.2 */
export function eventRow(event: EventEntry, identity: Identity): Record<string, unknown> {
  const { definition } = event
  const noise = identity.number(`noise ${definition.key}`)
  return {
    id: event.id,
    ticker: definition.slug,
    slug: definition.slug,
    title: definition.title,
    description: definition.description,
    resolutionSource: '',
    startDate: preciseTime(definition.createdAt, noise),
    creationDate: preciseTime(definition.createdAt, noise >>> 3),
    endDate: plainTime(definition.endsAt),
    image: '',
    icon: '',
    active: true,
    archived: false,
    new: false,
    featured: definition.popularity >= 8,
    restricted: true,
    openInterest: 0,
    sortBy: definition.negRisk ? 'price' : '',
    createdAt: preciseTime(definition.createdAt - 90_000, noise >>> 5),
    updatedAt: preciseTime(definition.createdAt + 3_600_000, noise >>> 7),
    enableOrderBook: true,
    negRisk: definition.negRisk,
    ...(event.negRiskMarketId === null ? {} : { negRiskMarketID: event.negRiskMarketId }),
    commentCount: noise % 600,
    tags: definition.tags.map((slug) => tagRow(tagOf(slug))),
    cyom: false,
    showAllOutcomes: true,
    showMarketImages: false,
    enableNegRisk: definition.negRisk,
    automaticallyActive: true,
    negRiskAugmented: definition.augmented ?? false,
    pendingDeployment: false,
    deploying: false,
    requiresTranslation: false,
    version: 'v1',
    ...(definition.country === undefined ? {} : { countryName: definition.country }),
    ...(definition.series === undefined ? {} : seriesFields(definition.series, identity)),
    ...(definition.sentinelGame === true ? { gameId: -1 } : {}),
    ...gameFields(event),
  }
}

function seriesFields(
  series: { readonly slug: string; readonly title: string; readonly recurrence: string },
  identity: Identity,
): Record<string, unknown> {
  const id = String(10_000 + (identity.number(`series ${series.slug}`) % 1000))
  const row = {
    id,
    ticker: series.slug,
    slug: series.slug,
    title: series.title,
    seriesType: 'single',
    recurrence: series.recurrence,
    image: '',
    icon: '',
    active: true,
    closed: false,
  }
  return { series: [row], seriesSlug: series.slug }
}

function gameFields(event: EventEntry): Record<string, unknown> {
  const { game } = event.definition
  if (game === undefined) return {}
  const other = game.league.ordering === 'away' ? 'home' : 'away'
  return {
    startTime: plainTime(game.startsAt),
    eventDate: dateText(game.startsAt),
    ...(game.gameId === null ? {} : { gameId: game.gameId }),
    ...(event.parentId === null ? {} : { parentEventId: Number(event.parentId) }),
    teams: [
      { ...teamRow(game.first), ordering: game.league.ordering },
      { ...teamRow(game.second), ordering: other },
    ],
    sport: sportRow(game.league),
    // Companions of a cricket game come without the metadata.
    ...(game.metadataGameId !== null && event.parentId === null
      ? { eventMetadata: { league: game.league.name, gameId: game.metadataGameId } }
      : {}),
  }
}

/** A team as the catalog lists it. */
export function teamRow(team: Team): Record<string, unknown> {
  return {
    id: team.id,
    name: team.name,
    league: team.league,
    record: team.record,
    logo: '',
    abbreviation: team.abbreviation,
    alias: team.alias,
    createdAt: '2025-09-02T18:11:34.115Z',
    updatedAt: '2026-10-07T09:00:11.224Z',
    color: team.color,
    ...(team.record === null ? {} : { providerId: team.id % 1000 }),
  }
}

/** A league as `/sports` lists it; `tags` is comma-separated text. */
export function sportRow(league: League): Record<string, unknown> {
  const own = league.tags.map((slug) => tagOf(slug).id)
  return {
    id: league.id,
    sport: league.code,
    name: league.name,
    image: '',
    resolution: '',
    ordering: league.ordering,
    tags: [1, 100_639, ...own].join(','),
    primaryTagId: own.at(-1) ?? 1,
    series: league.series,
    createdAt: SPORTS_CREATED,
  }
}
