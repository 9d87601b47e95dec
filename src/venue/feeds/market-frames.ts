/**
 * Market frames, decoded by hand over JSON.parse because they are the hot path. Nothing here throws; a frame is read
 * whole or not at all, and what cannot be read names the assets whose books are lost with it.
 */
import { MAX_LEVEL_SIZE } from '#core/book/book-levels.ts'
import { parseEventId, parseMarketId, parseOutcomeId, type MarketId, type OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros, parseMicros, type Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { parseTickSize, priceFromSteps, type Price } from '#core/price.ts'
import type { BookLevel, LevelChange, MarketFeedEvent } from '#ports/venue-feeds.ts'

/** Followed assets by the venue's token id; frames about others are passed over. */
export type Followed = ReadonlyMap<string, { readonly outcomeId: OutcomeId }>

export type FrameVerdict =
  | { readonly kind: 'read' }
  /** Not JSON, of an unknown kind, or about nothing that is followed. */
  | { readonly kind: 'ignored'; readonly unknownKind: string | null }
  /** Counts as lost: these tokens' books, or with null everything that the connection carries. */
  | { readonly kind: 'unreadable'; readonly tokens: readonly string[] | null }

export const READ: FrameVerdict = { kind: 'read' }
export const IGNORED: FrameVerdict = { kind: 'ignored', unknownKind: null }
/** Everything that the connection carries. */
export const ALL_LOST: FrameVerdict = { kind: 'unreadable', tokens: null }
const ZERO_CODE = 48
const DOT = 46
const ONE = 10_000
const POWERS: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

type Fields = Readonly<Record<string, unknown>>

/** Anything whose fields may be asked for; a list has none of the fields that are read here. */
function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** Decimal text scaled by 10^places as a safe integer; -1 when it is not that. No signs, exponents or empty parts. */
function scaled(text: unknown, places: number): number {
  if (typeof text !== 'string') return -1
  const { length } = text
  if (length === 0 || length > 15) return -1
  let value = 0
  let index = 0
  for (; index < length; index += 1) {
    const digit = text.charCodeAt(index) - ZERO_CODE
    if (digit >= 0 && digit <= 9) value = value * 10 + digit
    else break
  }
  if (index === length) return safe(value * powerOfTen(places))
  if (index === 0 || text.charCodeAt(index) !== DOT || index === length - 1) return -1
  let missing = places
  for (index += 1; index < length; index += 1) {
    const digit = text.charCodeAt(index) - ZERO_CODE
    if (!(digit >= 0 && digit <= 9)) return -1
    if (missing > 0) {
      value = value * 10 + digit
      missing -= 1
    } else if (digit !== 0) return -1
  }
  return safe(value * powerOfTen(missing))
}

function powerOfTen(exponent: number): number {
  return POWERS[exponent] ?? 1
}

function safe(value: number): number {
  return value <= Number.MAX_SAFE_INTEGER ? value : -1
}

function priceOf(text: unknown): Price | null {
  return priceFromSteps(scaled(text, 4))
}

function sizeOf(text: unknown): Micros | null {
  const size = scaled(text, 6)
  if (size >= 0) return micros(BigInt(size))
  if (typeof text !== 'string') return null
  const parsed = parseMicros(text)
  return parsed.ok && parsed.value >= 0n && parsed.value <= MAX_LEVEL_SIZE ? parsed.value : null
}

/** A best price as a checksum: null for an empty side (`""`, 0 or 1), undefined when absent or unreadable. */
function bestOf(text: unknown): Price | null | undefined {
  if (text === undefined) return undefined
  const steps = text === '' ? 0 : scaled(text, 4)
  if (steps === 0 || steps === ONE) return null
  return priceFromSteps(steps) ?? undefined
}

function timeOf(text: unknown): Instant | null {
  const time = typeof text === 'string' && text.length === 13 ? scaled(text, 0) : -1
  return time > 0 ? time : null
}

function sideOf(text: unknown): Side | null {
  return text === 'BUY' || text === 'SELL' ? text : null
}

function marketOf(text: unknown): MarketId | null {
  return typeof text === 'string' ? parseMarketId(`pm:${text.toLowerCase()}`) : null
}

/** Levels by whichever name the side has; null and an empty list are an empty side, no name at all is no side (INV-75). */
function levelsOf(list: unknown): readonly BookLevel[] | null {
  if (list === null) return []
  if (!Array.isArray(list)) return null
  const levels: BookLevel[] = []
  for (const entry of list as readonly unknown[]) {
    if (!isFields(entry)) return null
    const price = priceOf(entry['price'])
    const size = sizeOf(entry['size'])
    if (price === null || size === null) return null
    if (size > 0n) levels.push([price, size])
  }
  return levels
}

/** A side under either of its names. */
function sideOfBook(book: Fields, name: 'bids' | 'asks', otherName: 'buys' | 'sells'): unknown {
  return book[name] === undefined ? book[otherName] : book[name]
}

/** Receives the events of a frame, in its order. */
export type Emit = (event: MarketFeedEvent) => void

function lost(token: unknown): FrameVerdict {
  return typeof token === 'string' ? { kind: 'unreadable', tokens: [token] } : ALL_LOST
}

function readBook(frame: Fields, followed: Followed, emit: Emit): FrameVerdict {
  const token = frame['asset_id']
  const asset = typeof token === 'string' ? followed.get(token) : undefined
  if (asset === undefined) return typeof token === 'string' ? IGNORED : ALL_LOST
  const marketId = marketOf(frame['market'])
  const bids = levelsOf(sideOfBook(frame, 'bids', 'buys'))
  const asks = levelsOf(sideOfBook(frame, 'asks', 'sells'))
  const venueTime = timeOf(frame['timestamp'])
  const hash = frame['hash']
  if (!marketId || !bids || !asks || venueTime === null || typeof hash !== 'string') return lost(token)
  const tick = frame['tick_size']
  emit({
    type: 'snapshot',
    outcomeId: asset.outcomeId,
    marketId,
    bids,
    asks,
    tickSize: typeof tick === 'string' ? parseTickSize(tick) : null,
    lastTradePrice: priceOf(frame['last_trade_price']),
    hash,
    venueTime,
  })
  return READ
}

/** One change of a followed asset; null when it cannot be read. */
function changeOf(entry: Fields, outcomeId: OutcomeId): LevelChange | null {
  const side = sideOf(entry['side'])
  const price = priceOf(entry['price'])
  const size = sizeOf(entry['size'])
  if (side === null || price === null || size === null) return null
  const hash = entry['hash']
  return {
    outcomeId,
    side,
    price,
    size,
    hash: typeof hash === 'string' ? hash : '',
    bestBid: bestOf(entry['best_bid']),
    bestAsk: bestOf(entry['best_ask']),
  }
}

function readChanges(frame: Fields, followed: Followed, emit: Emit): FrameVerdict {
  const list: unknown = frame['price_changes']
  if (!Array.isArray(list)) return ALL_LOST
  const venueTime = timeOf(frame['timestamp'])
  const changes: LevelChange[] = []
  for (const entry of list as readonly unknown[]) {
    if (!isFields(entry)) return ALL_LOST
    const token = entry['asset_id']
    if (typeof token !== 'string') return ALL_LOST
    const asset = followed.get(token)
    if (asset === undefined) continue
    const change = venueTime === null ? null : changeOf(entry, asset.outcomeId)
    if (change === null) return { kind: 'unreadable', tokens: followedTokens(list, followed) }
    changes.push(change)
  }
  if (venueTime === null || changes.length === 0) return IGNORED
  emit({ type: 'changes', changes, venueTime })
  return READ
}

/** The followed tokens that a list of changes names, or null when it cannot be said. */
function followedTokens(list: readonly unknown[], followed: Followed): readonly string[] | null {
  const tokens = list.map((entry) => (isFields(entry) ? entry['asset_id'] : undefined))
  if (!tokens.every((token) => typeof token === 'string')) return null
  return tokens.filter((token) => followed.has(token))
}

function readTrade(frame: Fields, followed: Followed, emit: Emit): FrameVerdict {
  const token = frame['asset_id']
  const asset = typeof token === 'string' ? followed.get(token) : undefined
  if (asset === undefined) return IGNORED
  const price = priceOf(frame['price'])
  const size = sizeOf(frame['size'])
  const side = sideOf(frame['side'])
  const venueTime = timeOf(frame['timestamp'])
  if (price === null || size === null || side === null || venueTime === null) {
    return { kind: 'unreadable', tokens: [] }
  }
  emit({ type: 'trade', outcomeId: asset.outcomeId, price, size, side, venueTime })
  return READ
}

function readTick(frame: Fields, followed: Followed, emit: Emit): FrameVerdict {
  const token = frame['asset_id']
  const asset = typeof token === 'string' ? followed.get(token) : undefined
  if (asset === undefined) return IGNORED
  const tick = frame['new_tick_size']
  const tickSize = typeof tick === 'string' ? parseTickSize(tick) : null
  if (tickSize === null) return lost(token)
  emit({ type: 'tick_size', outcomeId: asset.outcomeId, tickSize })
  return READ
}

function readResolved(frame: Fields, emit: Emit): FrameVerdict {
  const marketId = marketOf(frame['market'])
  if (marketId === null) return { kind: 'unreadable', tokens: [] }
  const winner = frame['winning_asset_id']
  emit({
    type: 'resolved',
    marketId,
    winner: typeof winner === 'string' ? parseOutcomeId(`pm:${winner}`) : null,
  })
  return READ
}

/** For every market, followed or not; one that does not name its event is ignored. */
function readNewMarket(frame: Fields, emit: Emit): FrameVerdict {
  const event = frame['event_message']
  const id = isFields(event) ? event['id'] : undefined
  const eventId = typeof id === 'string' ? parseEventId(`pm:${id}`) : null
  if (eventId === null) return IGNORED
  emit({ type: 'announced', eventId })
  return READ
}

function readOne(frame: unknown, followed: Followed, emit: Emit): FrameVerdict {
  if (!isFields(frame)) return ALL_LOST
  const kind = frame['event_type']
  switch (kind) {
    case 'price_change':
      return readChanges(frame, followed, emit)
    case 'book':
      return readBook(frame, followed, emit)
    case 'last_trade_price':
      return readTrade(frame, followed, emit)
    case 'tick_size_change':
      return readTick(frame, followed, emit)
    case 'market_resolved':
      return readResolved(frame, emit)
    case 'new_market':
      return readNewMarket(frame, emit)
    case 'best_bid_ask':
      return IGNORED
    default:
      return typeof kind === 'string' ? { kind: 'ignored', unknownKind: kind } : ALL_LOST
  }
}

/** Reads one text frame: an object or a list of objects of any kind. Text that is not JSON at all is passed over. */
export function readMarketFrame(text: string, followed: Followed, emit: Emit): FrameVerdict {
  const first = text.charAt(0)
  if (first !== '{' && first !== '[') return IGNORED
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return ALL_LOST
  }
  if (!Array.isArray(frame)) return readOne(frame, followed, emit)
  const losses = createLosses()
  return readElements(frame, followed, emit, losses) ? losses.verdict() : ALL_LOST
}

/** Losses among the elements of one list so far. */
type Losses = ReturnType<typeof createLosses>

/** Nothing is lost yet. */
export function createLosses() {
  const lostTokens: string[] = []
  let unreadable = false
  return {
    add(tokens: readonly string[]): void {
      unreadable = true
      lostTokens.push(...tokens)
    },
    /** Verdict on the list, once all of it is read. */
    verdict: (): FrameVerdict => (unreadable ? { kind: 'unreadable', tokens: lostTokens } : READ),
  }
}

/**
 * Reads elements of a list in their order.
 *
 * @returns false when one cannot be read and names no asset: everything is lost, and the rest is not read
 */
export function readElements(
  elements: readonly unknown[],
  followed: Followed,
  emit: Emit,
  losses: Losses,
): boolean {
  for (const element of elements) {
    const verdict = readOne(element, followed, emit)
    if (verdict.kind !== 'unreadable') continue
    if (verdict.tokens === null) return false
    losses.add(verdict.tokens)
  }
  return true
}
