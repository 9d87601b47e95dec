/** The constant part of an event's catalog row, without its markets. Scores and figures are added when read. */
import ROWS from './data/rows.json' with { type: 'json' }
import { dateText } from './definition.ts'
import type { League, Team } from './games/game.ts'
import type { Identity } from './identity.ts'
import { tagOf, tagRow } from './tags.ts'
import type { EventEntry } from './entries.ts'
import { plainTime, preciseTime } from '../text.ts'

/** The still part of the row. @see venue reference, section 3.2 */
export function eventRow(event: EventEntry, identity: Identity): Record<string, unknown> {
  const { definition } = event
  const noise = identity.number(`noise ${definition.key}`)
  return {
    ...ROWS.event,
    id: event.id,
    ticker: definition.slug,
    slug: definition.slug,
    title: definition.title,
    description: definition.description,
    startDate: preciseTime(definition.createdAt, noise),
    creationDate: preciseTime(definition.createdAt, noise >>> 3),
    endDate: plainTime(definition.endsAt),
    featured: definition.popularity >= 8,
    sortBy: definition.negRisk ? 'price' : '',
    createdAt: preciseTime(definition.createdAt - 90_000, noise >>> 5),
    updatedAt: preciseTime(definition.createdAt + 3_600_000, noise >>> 7),
    negRisk: definition.negRisk,
    ...(event.negRiskMarketId === null ? {} : { negRiskMarketID: event.negRiskMarketId }),
    commentCount: noise % 600,
    tags: definition.tags.map((slug) => tagRow(tagOf(slug))),
    enableNegRisk: definition.negRisk,
    negRiskAugmented: definition.augmented ?? false,
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
    ...ROWS.series,
    id,
    ticker: series.slug,
    slug: series.slug,
    title: series.title,
    recurrence: series.recurrence,
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
    ...ROWS.team,
    id: team.id,
    name: team.name,
    league: team.league,
    record: team.record,
    abbreviation: team.abbreviation,
    alias: team.alias,
    color: team.color,
    ...(team.record === null ? {} : { providerId: team.id % 1000 }),
  }
}

/** A league as `/sports` lists it; `tags` is comma-separated text. */
export function sportRow(league: League): Record<string, unknown> {
  const own = league.tags.map((slug) => tagOf(slug).id)
  return {
    ...ROWS.sport,
    id: league.id,
    sport: league.code,
    name: league.name,
    ordering: league.ordering,
    tags: [1, 100_639, ...own].join(','),
    primaryTagId: own.at(-1) ?? 1,
    series: league.series,
  }
}
