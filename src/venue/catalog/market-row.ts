/** From a catalog's market row to a market. What it lacks is named in it; only a row without ids or two outcomes is none. */
import { parseMarketIdOfRow, parseOutcomeId, type EventId } from '#core/ids.ts'
import { missingReason } from '#core/market/market-facts.ts'
import type { FeeCurve, ListingStatus, Market, MissingFact, Outcome } from '#core/market/market.ts'
import { ZERO, parseMicros, type Micros } from '#core/money.ts'
import { parseTickSize, type TickSize } from '#core/price.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { absentMeans, isAbsent, readDecimal, readMicros, readMoment, readNumber } from '../figures.ts'
import { venueWords } from '../words.ts'
import { fieldsOf, MOST, type Fields } from '../fields.ts'

const DIGITS = /^[1-9]\d{0,77}$/
/** The longest matching delay that is accepted as valid. */
const MAX_SECONDS_DELAY = 3_600
/** In the place of what is missing, which the market names: nothing is traded or worked out with them. */
const NOT_KNOWN = { tickSize: 1, minOrderSize: ZERO } as const
const THIS_PROTOCOL: readonly string[] = ['', 'v1', '1']

export type ReadMarket = {
  readonly market: Market
  /** Fields of the row that had something else than they should. */
  readonly odd: readonly string[]
}

/** A market's row: `undeployed` without a condition or tokens yet, `inexact_ids` when its token ids came as rounded numbers, null when it cannot be read. */
type MarketRow = ReadMarket | 'undeployed' | 'inexact_ids' | null

/** A positive number or digits as text; null for the rest, the sentinels of 0 and below included. */
export function positiveId(value: unknown): string | null {
  const isExact = typeof value === 'string' || Number.isSafeInteger(value)
  const text = isExact ? String(value) : ''
  return DIGITS.test(text) ? text : null
}

/**
 * Reads a row.
 *
 * @param tokensOf  token ids by condition, read elsewhere for rows whose own are not exact
 */
export function marketFromWire(
  row: unknown,
  eventId: EventId,
  tokensOf: ReadonlyMap<string, readonly string[]> = new Map(),
): MarketRow {
  const fields = fieldsOf(row)
  if (fields === null) return null
  const condition = conditionOf(fields)
  const tokens = fields.texts('clobTokenIds')
  const version = otherProtocol(fields, condition)
  if (version !== null) {
    const positions = fields.texts('positionIds')
    const read = listedMarket(fields, eventId, positions.length > 0 ? positions : tokens)
    return read === null || typeof read === 'string' ? read : ofOtherProtocol(read, version)
  }
  const exact = tokens.length > 0 ? tokens : (tokensOf.get(condition) ?? [])
  const isRounded = exact.length === 0 && condition !== '' && hasNumbers(fields.raw('clobTokenIds'))
  return isRounded ? 'inexact_ids' : listedMarket(fields, eventId, exact)
}

/** The venue's own id of a row's market, in lower case; empty when it has none. */
export function conditionOf(fields: Fields): string {
  const value = fields.raw('conditionId')
  return typeof value === 'string' ? fields.text('conditionId').toLowerCase() : ''
}

function hasNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.some((one) => typeof one === 'number')
}

/** The word of another protocol version; null for a market of the one that is traded here. */
function otherProtocol(fields: Fields, condition: string): string | null {
  const value = fields.raw('version')
  const version = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
  if (!THIS_PROTOCOL.includes(version)) return venueWords(version).slice(0, 20)
  return /^0x[0-9a-f]{62}$/.test(condition) ? 'v2' : null
}

/** Its shares are known by position ids: a token id would be one of another contract. */
function ofOtherProtocol({ market, odd }: ReadMarket, version: string): ReadMarket {
  const { missing: _, ...rest } = market
  return {
    market: {
      ...rest,
      acceptingOrders: false,
      comboStatus: 'disabled',
      notTradable: `It uses protocol version ${version} of the venue, which Sesame does not trade.`,
    },
    odd,
  }
}

function listedMarket(fields: Fields, eventId: EventId, tokenIds: readonly string[]): MarketRow {
  const isClosed = fields.flag('closed') ?? false
  const condition = conditionOf(fields)
  const names = namesOf(fields)
  if (condition === '' || tokenIds.length === 0) {
    const isUnread = (isClosed && names?.length !== 2) || isOfAnotherKind(fields)
    return isUnread ? null : 'undeployed'
  }
  const marketId = parseMarketIdOfRow(`pm:${condition}`)
  const [firstToken = '', secondToken = ''] = tokenIds
  const first = parseOutcomeId(`pm:${firstToken}`)
  const second = parseOutcomeId(`pm:${secondToken}`)
  if (tokenIds.length !== 2 || !marketId || !first || !second || first === second) return null
  const [firstName, secondName] = names ?? []
  if (names?.length !== 2 || firstName === undefined || secondName === undefined) return null

  const positions = fields.texts('positionIds')
  const positionId = (index: number): string | null =>
    positions.length === 2 ? positiveId(positions[index]) : null
  const outcomes: readonly [Outcome, Outcome] = [
    { id: first, marketId, name: firstName, positionId: positionId(0) },
    { id: second, marketId, name: secondName, positionId: positionId(1) },
  ]
  const winner = isClosed ? winnerIndex(fields.texts('outcomePrices')) : null
  const groupTitle = fields.text('groupItemTitle', MOST.title)
  const sportsMarketType = fields.text('sportsMarketType')
  const figures = tradingFigures(fields, sportsMarketType !== '')
  const { missing } = figures
  const reason = isClosed ? null : missingReason(missing)
  const market: Market = {
    id: marketId,
    eventId,
    slug: fields.text('slug', MOST.slug),
    question: fields.text('question', MOST.title),
    groupTitle: groupTitle === '' ? null : groupTitle,
    status: marketStatus(isClosed, winner, fields.text('umaResolutionStatus')),
    acceptingOrders: acceptsOrders(fields, isClosed),
    ...(reason !== null && { notTradable: reason }),
    ...(missing.length > 0 && { missing }),
    negRisk: fields.flag('negRisk') ?? false,
    tickSize: figures.tickSize ?? NOT_KNOWN.tickSize,
    minOrderSize: figures.minOrderSize ?? NOT_KNOWN.minOrderSize,
    secondsDelay: figures.secondsDelay,
    sportsMarketType: sportsMarketType === '' ? null : sportsMarketType,
    line: lineFromWire(fields.raw('line')),
    endTime: readMoment(fields.raw('endDate')),
    gameStartTime: figures.gameStartTime,
    volume: readMicros(fields.raw('volume')),
    liquidity: readMicros(fields.raw('liquidity')),
    fee: feeFromWire(fields),
    comboStatus: comboStatusFromWire(fields.text('comboStatus')),
    winningOutcomeId: winner === null ? null : outcomes[winner].id,
    cancelsAtStart: fields.flag('clearBookOnStart') ?? false,
    outcomes,
  }
  const hasOddFee = !isAbsent(fields.raw('feeSchedule')) && fieldsOf(fields.raw('feeSchedule')) === null
  return { market, odd: [...fields.odd(), ...figures.odd, ...(hasOddFee ? ['feeSchedule'] : [])] }
}

/** A condition or tokens that are there and no text at all: a row to count, not one that waits for its deployment. */
function isOfAnotherKind(fields: Fields): boolean {
  const [condition, tokens] = [fields.raw('conditionId'), fields.raw('clobTokenIds')]
  const isCondition = condition === undefined || condition === null || typeof condition === 'string'
  const isTokens =
    tokens === undefined || tokens === null || typeof tokens === 'string' || Array.isArray(tokens)
  return !isCondition || !isTokens
}

/** Names of the outcomes, in the order of the tokens; null when the text of them is too long to be read. */
function namesOf(fields: Fields): readonly string[] | null {
  const names = fields.texts('outcomes')
  const given = fields.raw('outcomes')
  if (names.length > 0) return names
  return typeof given === 'string' && given.length > MOST.listText
    ? null
    : ['First outcome', 'Second outcome']
}

function acceptsOrders(fields: Fields, isClosed: boolean): boolean {
  const isOpen = !isClosed && !fields.isUnclear('closed')
  return isOpen && (fields.flag('acceptingOrders') ?? false) && (fields.flag('enableOrderBook') ?? true)
}

type TradingFigures = {
  readonly tickSize: TickSize | null
  readonly minOrderSize: Micros | null
  readonly secondsDelay: number
  readonly gameStartTime: Market['gameStartTime']
  readonly missing: readonly MissingFact[]
  readonly odd: readonly string[]
}

/** Figures of the row that trading needs, and those that have to be asked for. */
function tradingFigures(fields: Fields, isOfSports: boolean): TradingFigures {
  const tick = fields.raw('orderPriceMinTickSize')
  const minimum = fields.raw('orderMinSize')
  const delay = fields.raw('secondsDelay')
  const start = fields.raw('gameStartTime')
  const tickSize = parseTickSize(readDecimal(tick))
  const least = parseMicros(readDecimal(minimum) ?? '')
  const minOrderSize = least.ok && least.value >= 0n ? least.value : null
  const seconds = readNumber(absentMeans(delay, '0', '0 or absent: no delay'))
  const gameStartTime = readMoment(start)
  const isLacking: Readonly<Record<MissingFact, boolean>> = {
    tickSize: tickSize === null,
    minOrderSize: minOrderSize === null,
    negRisk: fields.isUnclear('negRisk'),
    secondsDelay: seconds === null || (isOfSports && isAbsent(delay)),
    gameStartTime: gameStartTime === null && (isOfSports || !isAbsent(start)),
  }
  const odd = [
    ['orderPriceMinTickSize', tick, tickSize],
    ['orderMinSize', minimum, minOrderSize],
    ['secondsDelay', delay, seconds],
    ['gameStartTime', start, gameStartTime],
  ] as const
  return {
    tickSize,
    minOrderSize,
    secondsDelay: seconds === null ? 0 : delayOf(seconds),
    gameStartTime,
    missing: FACTS.filter((name) => isLacking[name]),
    odd: odd.filter(([, given, read]) => read === null && !isAbsent(given)).map(([name]) => name),
  }
}

const FACTS: readonly MissingFact[] = ['tickSize', 'minOrderSize', 'negRisk', 'secondsDelay', 'gameStartTime']

/** Whole seconds of a matching delay, an hour at most. */
export function delayOf(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds), 0), MAX_SECONDS_DELAY)
}

/** Index of the outcome that pays: one price exactly 1, the other exactly 0. */
function winnerIndex(prices: readonly string[]): 0 | 1 | null {
  const [first, second] = prices.map((price) => parseMicros(price))
  if (!first?.ok || !second?.ok) return null
  if (first.value === 1_000_000n && second.value === ZERO) return 0
  return second.value === 1_000_000n && first.value === ZERO ? 1 : null
}

function feeFromWire(fields: Fields): FeeCurve | null | 'unknown' {
  if (fields.flag('feesEnabled') === false) return null
  const schedule = fieldsOf(fields.raw('feeSchedule'))
  if (schedule === null) return 'unknown'
  const rate = readMicros(schedule.raw('rate'))
  const exponent = readNumber(schedule.raw('exponent'))
  if (rate === null || exponent === null || !(exponent >= 0)) return 'unknown'
  return rate === 0n ? null : { rate, exponent }
}

function comboStatusFromWire(word: string): Market['comboStatus'] {
  return word === 'enabled' || word === 'pending' ? word : 'disabled'
}

function lineFromWire(value: unknown): string | null {
  const line = readMicros(value)
  return line === null ? null : formatDecimal(line, 6)
}

function marketStatus(isClosed: boolean, winner: 0 | 1 | null, resolution: string): ListingStatus {
  if (!isClosed) return 'open'
  return winner !== null || /^(?:resolved|settled)$/i.test(resolution) ? 'resolved' : 'closed'
}
