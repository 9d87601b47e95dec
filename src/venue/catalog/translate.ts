/** From catalog rows to events and markets. Pure; a row that cannot be traded as listed is skipped and counted. */
import type { EventId, GameId } from '#core/ids.ts'
import { parseEventId, parseGameId, parseMarketIdOfRow, parseOutcomeId } from '#core/ids.ts'
import type {
  FeeCurve,
  League,
  ListingStatus,
  Market,
  MarketEvent,
  Outcome,
  Tag,
  Team,
} from '#core/market/market.ts'
import { ZERO, parseMicros } from '#core/money.ts'
import { parseTickSize } from '#core/price.ts'
import { formatDecimal } from '#lib/decimal.ts'
import type { WireFigure } from '../figures.ts'
import { venueWords } from '../words.ts'
import { absentMeans, readDecimal, readMicros, readMoment, readNumber } from '../figures.ts'
import {
  eventPlace,
  marketPlace,
  passedOverRow,
  wireEvent,
  wireMarket,
  wireOtherMember,
  wireSport,
  wireTag,
  wireTeam,
} from './wire.ts'
import type { WireEvent, WireMarket } from './wire.ts'

const DIGITS = /^[1-9]\d{0,77}$/
/** The longest matching delay that is accepted as valid. */
const MAX_SECONDS_DELAY = 3_600
/** Of one event: tens of times what the venue was seen to have. */
const MAX_MARKETS = 5_000
const MAX_TAGS = 100
const MAX_TEAMS = 20

export type ReadEvent = {
  readonly event: MarketEvent
  /** Markets of it that could not be read; not yet deployed ones do not count. */
  readonly skipped: number
}

/** One tag; null when it is none. */
export function tagFromWire(row: unknown): Tag | null {
  const read = wireTag.safeParse(row)
  return read.success ? { id: read.data.id, label: read.data.label, slug: read.data.slug } : null
}

/** One team; null when it is none. */
export function teamFromWire(row: unknown): Team | null {
  const read = wireTeam.safeParse(row)
  if (!read.success) return null
  const { id, name, league, abbreviation, alias, record, color, ordering } = read.data
  return {
    id,
    name,
    league,
    abbreviation,
    alias,
    record,
    color: color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : null,
    ordering: ordering === 'home' || ordering === 'away' ? ordering : null,
  }
}

/** One league; null when it does not define which team comes first. */
export function leagueFromWire(row: unknown): League | null {
  const read = wireSport.safeParse(row)
  if (!read.success) return null
  const { sport, name, ordering } = read.data
  if (ordering !== 'home' && ordering !== 'away') return null
  return { code: sport, name: name === '' ? sport : name, ordering }
}

function present<T>(value: T | null): value is T {
  return value !== null
}

/** A positive number or digits as text; null for the rest, the sentinels of 0 and below included. */
function positiveId(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return DIGITS.test(text) ? text : null
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
  const read = passedOverRow.safeParse(row)
  const digits = read.success ? /^\{\s*"id"\s*:\s*"?(\d+)[",]/.exec(read.data.passedOver)?.[1] : undefined
  return eventIdFromWire(digits)
}

/** The id of a row that is an event, whatever else it has; null when it has none. */
export function eventIdOfRow(row: unknown): EventId | null {
  const read = eventPlace.safeParse(row)
  return read.success ? eventIdFromWire(read.data.id) : null
}

export type MarketPlace = {
  /** The venue's own ids: the condition and the tokens. */
  readonly natives: readonly string[]
  readonly eventIds: readonly EventId[]
}

/** The event of a market's row; null when it names none. */
export function marketPlaceFromWire(row: unknown): MarketPlace | null {
  const read = marketPlace.safeParse(row)
  if (!read.success) return null
  const { conditionId, clobTokenIds, events } = read.data
  return {
    natives: [conditionId.toLowerCase(), ...clobTokenIds],
    eventIds: events.map(({ id }) => eventIdFromWire(id)).filter(present),
  }
}

/** Index of the outcome that pays: one price exactly 1, the other exactly 0. */
function winnerIndex(prices: readonly string[]): 0 | 1 | null {
  const [first, second] = prices.map((price) => parseMicros(price))
  if (!first?.ok || !second?.ok) return null
  if (first.value === 1_000_000n && second.value === ZERO) return 0
  return second.value === 1_000_000n && first.value === ZERO ? 1 : null
}

function feeFromWire(wire: WireMarket): FeeCurve | null | 'unknown' {
  if (wire.feesEnabled === false) return null
  const rate = readMicros(wire.feeSchedule?.rate)
  const exponent = readNumber(wire.feeSchedule?.exponent)
  if (rate === null || exponent === null || !(exponent >= 0)) return 'unknown'
  return rate === 0n ? null : { rate, exponent }
}

function comboStatusFromWire(word: string): Market['comboStatus'] {
  return word === 'enabled' || word === 'pending' ? word : 'disabled'
}

function lineFromWire(value: WireFigure): string | null {
  const line = readMicros(value)
  return line === null ? null : formatDecimal(line, 6)
}

function marketStatus(wire: WireMarket, winner: 0 | 1 | null): ListingStatus {
  if (!wire.closed) return 'open'
  return winner !== null || /^(?:resolved|settled)$/i.test(wire.umaResolutionStatus) ? 'resolved' : 'closed'
}

/** A market; `undeployed` when it has no condition or no tokens yet, null when it cannot be read. */
export function marketFromWire(row: unknown, eventId: EventId): Market | 'undeployed' | null {
  const read = wireMarket.safeParse(row)
  if (!read.success) return null
  const wire = read.data
  const other = otherProtocol(wire)
  if (other !== null) return marketOfOtherProtocol(wire, eventId, other)
  return tradableMarket(wire, eventId, wire.clobTokenIds)
}

const THIS_PROTOCOL: readonly string[] = ['', 'v1', '1']

/** The word of another protocol version; null for a market of the one that is traded here. */
function otherProtocol({ version, conditionId }: WireMarket): string | null {
  if (!THIS_PROTOCOL.includes(version)) return venueWords(version).slice(0, 20)
  return /^0x[0-9a-f]{62}$/i.test(conditionId) ? 'v2' : null
}

/** Its shares are known by position ids: a token id would be one of another contract. */
function marketOfOtherProtocol(
  wire: WireMarket,
  eventId: EventId,
  version: string,
): ReturnType<typeof marketFromWire> {
  const ids = wire.positionIds.length > 0 ? wire.positionIds : wire.clobTokenIds
  const market = tradableMarket(wire, eventId, ids)
  if (market === null || market === 'undeployed') return market
  return {
    ...market,
    acceptingOrders: false,
    comboStatus: 'disabled',
    notTradable: `It uses protocol version ${version} of the venue, which Sesame does not trade.`,
  }
}

function tradableMarket(
  wire: WireMarket,
  eventId: EventId,
  tokenIds: readonly string[],
): ReturnType<typeof marketFromWire> {
  if (wire.conditionId === '' || tokenIds.length === 0) {
    return wire.closed && wire.outcomes.length !== 2 ? null : 'undeployed'
  }
  const marketId = parseMarketIdOfRow(`pm:${wire.conditionId.toLowerCase()}`)
  const tickText = readDecimal(wire.orderPriceMinTickSize)
  const tickSize = tickText === null ? null : parseTickSize(tickText)
  const minText = readDecimal(wire.orderMinSize)
  const minOrderSize = minText === null ? null : parseMicros(minText)
  const [firstToken = '', secondToken = ''] = tokenIds
  const first = parseOutcomeId(`pm:${firstToken}`)
  const second = parseOutcomeId(`pm:${secondToken}`)
  const [firstName, secondName] = wire.outcomes
  const binary = tokenIds.length === 2 && wire.outcomes.length === 2
  if (!binary || !marketId || !tickSize || !minOrderSize?.ok || !first || !second || first === second)
    return null
  if (firstName === undefined || secondName === undefined) return null

  const positions = wire.positionIds.length === 2 ? wire.positionIds : []
  const positionId = (index: number): string | null => positiveId(positions[index])
  const outcomes: readonly [Outcome, Outcome] = [
    { id: first, marketId, name: firstName, positionId: positionId(0) },
    { id: second, marketId, name: secondName, positionId: positionId(1) },
  ]
  const winner = wire.closed ? winnerIndex(wire.outcomePrices) : null
  const delay = readNumber(absentMeans(wire.secondsDelay, '0', '0 or absent: no delay')) ?? 0
  return {
    id: marketId,
    eventId,
    slug: wire.slug,
    question: wire.question,
    groupTitle: wire.groupItemTitle === '' ? null : wire.groupItemTitle,
    status: marketStatus(wire, winner),
    acceptingOrders: wire.acceptingOrders && wire.enableOrderBook && !wire.closed,
    negRisk: wire.negRisk,
    tickSize,
    minOrderSize: minOrderSize.value,
    secondsDelay: Math.min(Math.max(Math.ceil(delay), 0), MAX_SECONDS_DELAY),
    sportsMarketType: wire.sportsMarketType === '' ? null : wire.sportsMarketType,
    line: lineFromWire(wire.line),
    endTime: readMoment(wire.endDate),
    gameStartTime: readMoment(wire.gameStartTime),
    volume: readMicros(wire.volume) ?? ZERO,
    liquidity: readMicros(wire.liquidity) ?? ZERO,
    fee: feeFromWire(wire),
    comboStatus: comboStatusFromWire(wire.comboStatus),
    winningOutcomeId: winner === null ? null : outcomes[winner].id,
    cancelsAtStart: wire.clearBookOnStart,
    outcomes,
  }
}

function eventStatus(closed: boolean, markets: readonly Market[]): ListingStatus {
  if (!closed) return 'open'
  return markets.length > 0 && markets.every((market) => market.status === 'resolved') ? 'resolved' : 'closed'
}

/** Members may be added, or are not shown here; an "Other" among them stands for all that are added. */
function unlistedMayWin(wire: WireEvent, markets: readonly Market[]): boolean {
  if (!wire.negRisk) return false
  const hasOther = wire.markets.some((row) => wireOtherMember.safeParse(row).success)
  return markets.length < wire.markets.length || (wire.negRiskAugmented && !hasOther)
}

/** One event with its markets; null when it has no readable id. */
export function eventFromWire(row: unknown): ReadEvent | null {
  const read = wireEvent.safeParse(row)
  if (!read.success) return null
  const wire = read.data
  const id = eventIdFromWire(wire.id)
  if (id === null) return null
  const listed = wire.markets.slice(0, MAX_MARKETS).map((market) => marketFromWire(market, id))
  const markets = listed.filter((market) => market !== null && market !== 'undeployed')
  const starts = markets.map((market) => market.gameStartTime).filter(present)
  return {
    skipped: listed.filter((market) => market === null).length + wire.markets.length - listed.length,
    event: {
      id,
      slug: wire.slug,
      title: wire.title,
      description: wire.description,
      tags: wire.tags.slice(0, MAX_TAGS).map(tagFromWire).filter(present),
      status: eventStatus(wire.closed, markets),
      startTime: readMoment(wire.startTime) ?? (starts.length === 0 ? null : Math.min(...starts)),
      endTime: readMoment(wire.endDate),
      createdAt: readMoment(wire.createdAt) ?? readMoment(wire.creationDate),
      negRisk: wire.negRisk,
      ...(unlistedMayWin(wire, markets) ? { unlistedMayWin: true } : {}),
      volume: readMicros(wire.volume) ?? ZERO,
      liquidity: readMicros(wire.liquidity) ?? ZERO,
      gameId: gameIdFromWire(wire.gameId),
      parentEventId: eventIdFromWire(wire.parentEventId),
      live: wire.live,
      teams: wire.teams.slice(0, MAX_TEAMS).map(teamFromWire).filter(present),
      markets,
    },
  }
}
