/** From catalog rows to events, tags, teams and leagues. Pure; a value that is not understood is named and costs no row (INV-80). */
import { parseEventId, parseGameId, type EventId, type GameId } from '#core/ids.ts'
import type { League, ListingStatus, Market, MarketEvent, Tag, Team } from '#core/market/market.ts'
import { readMicros, readMoment } from '../figures.ts'
import { venueWords } from '../words.ts'
import { fieldsOf, MOST, type Fields } from '../fields.ts'
import { conditionOf, marketFromWire, positiveId, type ReadMarket } from './market-row.ts'

/** Markets of one event: tens of times the most that the venue was seen to have. */
const MAX_MARKETS = 5_000
const MAX_TAGS = 100
const MAX_TEAMS = 20
const MAX_GAME_STATUS = 40

export type ReadEvent = {
  readonly event: MarketEvent
  /** Markets of it that could not be read; not yet deployed ones do not count. */
  readonly skipped: number
  /** Fields that had something else than they should, each with its market where it is one of a market. */
  readonly odd: readonly string[]
  /** Conditions whose rows have token ids as rounded numbers: those markets are skipped. */
  readonly inexact: readonly string[]
}

/** A text that must be there; null when it is not. */
function nameOf(fields: Fields, name: string): string | null {
  const value = fields.raw(name)
  return typeof value === 'string' || typeof value === 'number' ? fields.text(name) : null
}

function idOf(fields: Fields): string | null {
  const id = nameOf(fields, 'id')
  return id === null || String(fields.raw('id')).length > MOST.id ? null : id
}

function textOrNull(fields: Fields, name: string): string | null {
  return fields.raw(name) === undefined || fields.raw(name) === null ? null : fields.text(name)
}

/** One tag; null when it is none. */
export function tagFromWire(row: unknown): Tag | null {
  const fields = fieldsOf(row)
  if (fields === null) return null
  const [id, label, slug] = [idOf(fields), nameOf(fields, 'label'), nameOf(fields, 'slug')]
  return id === null || label === null || slug === null ? null : { id, label, slug }
}

/** One team; null when it is none. */
export function teamFromWire(row: unknown): Team | null {
  const fields = fieldsOf(row)
  if (fields === null) return null
  const [id, name] = [idOf(fields), nameOf(fields, 'name')]
  if (id === null || name === null) return null
  const color = fields.text('color')
  const ordering = fields.raw('ordering')
  return {
    id,
    name,
    league: fields.text('league'),
    abbreviation: fields.text('abbreviation'),
    alias: textOrNull(fields, 'alias'),
    record: textOrNull(fields, 'record'),
    color: /^#[0-9a-f]{6}$/i.test(color) ? color : null,
    ordering: ordering === 'home' || ordering === 'away' ? ordering : null,
  }
}

/** One league; null when it does not define which team comes first. */
export function leagueFromWire(row: unknown): League | null {
  const fields = fieldsOf(row)
  const code = fields === null ? null : nameOf(fields, 'sport')
  const ordering = fields?.raw('ordering')
  if (fields === null || code === null || (ordering !== 'home' && ordering !== 'away')) return null
  const name = fields.text('name')
  return { code, name: name === '' ? code : name, ordering }
}

function present<T>(value: T | null): value is T {
  return value !== null
}

function gameIdFromWire(value: unknown): GameId | null {
  const text = positiveId(value)
  return text === null ? null : parseGameId(`pm:${text}`)
}

function eventIdFromWire(value: unknown): EventId | null {
  const text = positiveId(value)
  return text === null ? null : parseEventId(`pm:${text}`)
}

/** Which event a row was that was too long to be parsed; null when it does not begin with an id, and for all other rows. */
export function tooLongEventId(row: unknown): EventId | null {
  return eventIdFromWire(/^\{\s*"id"\s*:\s*"?(\d+)[",]/.exec(fieldsOf(row)?.word('passedOver') ?? '')?.[1])
}

/** The id of a row that is an event, whatever else it has; null when it has none. */
export function eventIdOfRow(row: unknown): EventId | null {
  return eventIdFromWire(fieldsOf(row)?.raw('id'))
}

export type MarketPlace = {
  /** The venue's own ids: the condition and the tokens. */
  readonly natives: readonly string[]
  readonly eventIds: readonly EventId[]
}

/** The event of a market's row; null when it names none. */
export function marketPlaceFromWire(row: unknown): MarketPlace | null {
  const fields = fieldsOf(row)
  if (fields === null) return null
  return {
    natives: [conditionOf(fields), ...fields.texts('clobTokenIds')],
    eventIds: fields.rows('events').map(eventIdOfRow).filter(present),
  }
}

function eventStatus(closed: boolean, markets: readonly Market[]): ListingStatus {
  if (!closed) return 'open'
  return markets.length > 0 && markets.every((market) => market.status === 'resolved') ? 'resolved' : 'closed'
}

/** Members may be added, or are not shown here; an "Other" among them covers all that are added. */
function unlistedMayWin(fields: Fields, rows: readonly unknown[], markets: readonly Market[]): boolean {
  if (fields.flag('negRisk') !== true) return false
  const hasOther = rows.some((row) => fieldsOf(row)?.flag('negRiskOther') === true)
  return markets.length < rows.length || (fields.flag('negRiskAugmented') === true && !hasOther)
}

function gameStatusOf(fields: Fields): string | null {
  const word = venueWords(fields.text('gameStatus')).slice(0, MAX_GAME_STATUS)
  return word === '' ? null : word
}

/**
 * One event with its markets; null when it has no readable id, or markets that are no list.
 *
 * @param tokensOf  token ids by condition, read elsewhere for rows whose own are not exact
 */
export function eventFromWire(
  row: unknown,
  tokensOf?: ReadonlyMap<string, readonly string[]>,
): ReadEvent | null {
  const fields = fieldsOf(row)
  const id = fields === null ? null : eventIdFromWire(fields.raw('id'))
  if (fields === null || id === null) return null
  // Markets of another form are not none.
  if (!Array.isArray(fields.raw('markets') ?? [])) return null
  const rows = fields.rows('markets')
  const listed = rows.slice(0, MAX_MARKETS).map((market) => marketFromWire(market, id, tokensOf))
  const read = listed.filter((one): one is ReadMarket => one !== null && typeof one === 'object')
  const markets = read.map(({ market }) => market)
  const starts = markets.map((market) => market.gameStartTime).filter(present)
  const gameStatus = gameStatusOf(fields)
  const isUnread = (one: (typeof listed)[number]): boolean => one === null || one === 'inexact_ids'
  const skipped = listed.filter(isUnread).length + rows.length - listed.length
  const event: MarketEvent = {
    id,
    slug: fields.text('slug', MOST.slug),
    title: fields.text('title', MOST.title),
    description: fields.text('description', MOST.description),
    tags: fields.rows('tags').slice(0, MAX_TAGS).map(tagFromWire).filter(present),
    status: eventStatus(fields.flag('closed') ?? false, markets),
    startTime: readMoment(fields.raw('startTime')) ?? (starts.length === 0 ? null : Math.min(...starts)),
    endTime: readMoment(fields.raw('endDate')),
    createdAt: readMoment(fields.raw('createdAt')) ?? readMoment(fields.raw('creationDate')),
    negRisk: fields.flag('negRisk') ?? false,
    ...(unlistedMayWin(fields, rows, markets) ? { unlistedMayWin: true } : {}),
    ...(skipped > 0 && { isPartial: true }),
    volume: readMicros(fields.raw('volume')),
    liquidity: readMicros(fields.raw('liquidity')),
    gameId: gameIdFromWire(fields.raw('gameId')),
    ...(gameStatus !== null && { gameStatus }),
    parentEventId: eventIdFromWire(fields.raw('parentEventId')),
    live: fields.flag('live') ?? false,
    teams: fields.rows('teams').slice(0, MAX_TEAMS).map(teamFromWire).filter(present),
    markets,
  }
  return {
    event,
    skipped,
    odd: [
      ...fields.odd(),
      ...read.flatMap(({ market, odd }) => odd.map((name) => `${name} of market ${market.slug}`)),
    ],
    inexact: rows
      .slice(0, MAX_MARKETS)
      .flatMap((market, at) => (listed[at] === 'inexact_ids' ? conditionOfRow(market) : [])),
  }
}

function conditionOfRow(row: unknown): string | readonly string[] {
  const fields = fieldsOf(row)
  return fields === null ? [] : conditionOf(fields)
}
