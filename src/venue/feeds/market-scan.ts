/**
 * Changes and full books read straight from a frame's bytes: nine frames of ten are changes, and JSON.parse alone would
 * take most of the time for them. Only what the venue really sends is recognised: one object without white space or
 * escapes, the known fields in any order, everything valid. All else is read by JSON.parse (market-frames.ts),
 * which defines the meaning of a frame; here nothing is read that it would read otherwise (ADR 42).
 */
import { parseMarketId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { priceFromSteps, TICK_SIZES } from '#core/price.ts'
import type { BookLevel, LevelChange } from '#ports/venue-feeds.ts'
import {
  byteAt,
  eightAt,
  ends,
  literal,
  loadFrame,
  NOWHERE,
  numberRead,
  readDigits,
  readPrice,
  readPriceOrNone,
  readSize,
  readText,
  readTime,
  textAt,
  stepsRead,
  textOf,
  tokenOf,
  word,
  wordAt,
} from './frame-bytes.ts'
import { IGNORED, READ, readMarketFrame } from './market-frames.ts'
import type { Emit, Followed, FrameVerdict } from './market-frames.ts'

const QUOTE = 34
const COMMA = 44
const OPEN = 123
const CLOSE = 125
const OPEN_LIST = 91
const CLOSE_LIST = 93

const ASSET_ID = literal('"asset_id":"')
const PRICE = literal('"price":"')
const SIZE = literal('"size":"')
const SIDE = literal('"side":"')
const HASH = literal('"hash":"')
const BEST_BID = literal('"best_bid":"')
const BEST_ASK = literal('"best_ask":"')
const BUY = word('BUY"')
const SELL = word('SELL')

const MARKET = literal('"market":"')
const TIMESTAMP = literal('"timestamp":"')
const BIDS = literal('"bids":[')
const ASKS = literal('"asks":[')
const PRICE_CHANGES = literal('"price_changes":')
const EVENT_TYPE = literal('"event_type":"')
const KIND_CHANGE = literal('price_change"')
const KIND_BOOK = word('book')
const TICK_SIZE = literal('"tick_size":"')
const LAST_TRADE = literal('"last_trade_')
const TRADE_PRICE = literal('price":"')

/** Fields that have been read. Of one that comes twice the last counts, as JSON.parse has it. */
const HAS_TOKEN = 1
const HAS_HASH = 2

const HAS_PRICE = 4
const HAS_SIZE = 8
const HAS_SIDE = 16
const HAS_BID = 32
const HAS_ASK = 64
const WHOLE_CHANGE = HAS_TOKEN | HAS_HASH | HAS_PRICE | HAS_SIZE | HAS_SIDE

const HAS_MARKET = 4
const HAS_TIME = 8
const IS_CHANGES = 16
const HAS_CHANGES = 32
const IS_BOOK = 64
const HAS_BIDS = 128
const HAS_ASKS = 256
const HAS_TICK = 512
const HAS_LAST = 1024
const WHOLE_CHANGES = HAS_MARKET | HAS_TIME | IS_CHANGES | HAS_CHANGES
const WHOLE_BOOK = HAS_TOKEN | HAS_HASH | HAS_MARKET | HAS_TIME | IS_BOOK | HAS_BIDS | HAS_ASKS

/** One change, added to the list if its asset is followed. */
function readChange(from: number, followed: Followed, changes: LevelChange[]): number {
  if (byteAt(from) !== OPEN) return NOWHERE
  let at = from
  let read = 0
  let tokenAt = 0
  let tokenEnd = 0
  let hashAt = 0
  let hashEnd = 0
  let steps = 0
  let size = 0
  let bid = 0
  let ask = 0
  let isBuy = false
  do {
    at += 1
    const start = eightAt(at)
    if (start === ASSET_ID.start && ends(ASSET_ID, at)) {
      read |= HAS_TOKEN
      tokenAt = at + ASSET_ID.length
      at = readDigits(tokenAt)
      tokenEnd = at - 1
    } else if (start === PRICE.start && ends(PRICE, at)) {
      read |= HAS_PRICE
      at = readPrice(at + PRICE.length)
      steps = stepsRead()
    } else if (start === SIZE.start && ends(SIZE, at)) {
      read |= HAS_SIZE
      at = readSize(at + SIZE.length)
      size = numberRead()
    } else if (start === SIDE.start && ends(SIDE, at)) {
      read |= HAS_SIDE
      at += SIDE.length
      isBuy = wordAt(at) === BUY
      if (isBuy) at += 4
      else at = wordAt(at) === SELL && byteAt(at + 4) === QUOTE ? at + 5 : NOWHERE
    } else if (start === HASH.start && ends(HASH, at)) {
      read |= HAS_HASH
      hashAt = at + HASH.length
      at = readText(hashAt)
      hashEnd = at - 1
    } else if (start === BEST_BID.start && ends(BEST_BID, at)) {
      read |= HAS_BID
      at = readPriceOrNone(at + BEST_BID.length)
      bid = stepsRead()
    } else if (start === BEST_ASK.start && ends(BEST_ASK, at)) {
      read |= HAS_ASK
      at = readPriceOrNone(at + BEST_ASK.length)
      ask = stepsRead()
    } else return NOWHERE
  } while (byteAt(at) === COMMA)
  if (byteAt(at) !== CLOSE || (read & ~(HAS_BID | HAS_ASK)) !== WHOLE_CHANGE) return NOWHERE
  const asset = followed.get(tokenOf(tokenAt, tokenEnd))
  const price = priceFromSteps(steps)
  if (price === null) return NOWHERE
  if (asset !== undefined) {
    changes.push({
      outcomeId: asset.outcomeId,
      side: isBuy ? 'BUY' : 'SELL',
      price,
      size: micros(BigInt(size)),
      hash: textOf(hashAt, hashEnd),
      bestBid: (read & HAS_BID) === 0 ? undefined : priceFromSteps(bid),
      bestAsk: (read & HAS_ASK) === 0 ? undefined : priceFromSteps(ask),
    })
  }
  return at + 1
}

function readChanges(from: number, followed: Followed, changes: LevelChange[]): number {
  changes.length = 0
  if (byteAt(from) !== OPEN_LIST) return NOWHERE
  let at = from
  do at = readChange(at + 1, followed, changes)
  while (byteAt(at) === COMMA)
  return byteAt(at) === CLOSE_LIST ? at + 1 : NOWHERE
}

/** The levels of one side from behind the bracket; those of size zero are skipped. */
function readLevels(from: number, levels: BookLevel[]): number {
  levels.length = 0
  if (byteAt(from) === CLOSE_LIST) return from + 1
  let at = from - 1
  do {
    at += 1
    if (byteAt(at) !== OPEN || !textAt(PRICE, at + 1)) return NOWHERE
    at = readPrice(at + 1 + PRICE.length)
    const price = priceFromSteps(stepsRead())
    if (byteAt(at) !== COMMA || !textAt(SIZE, at + 1) || price === null) return NOWHERE
    at = readSize(at + 1 + SIZE.length)
    if (byteAt(at) !== CLOSE) return NOWHERE
    const size = numberRead()
    if (size > 0) levels.push([price, micros(BigInt(size))])
    at += 1
  } while (byteAt(at) === COMMA)
  return byteAt(at) === CLOSE_LIST ? at + 1 : NOWHERE
}

/**
 * Reads a frame if it is recognised.
 *
 * @returns what `readMarketFrame` would return; null when the frame is not recognised, and then nothing has been published
 */
export function scanMarketFrame(frame: Uint8Array, followed: Followed, emit: Emit): FrameVerdict | null {
  if (!loadFrame(frame) || byteAt(0) !== OPEN) return null
  let at = 0
  let read = 0
  let marketAt = 0
  let marketEnd = 0
  let tokenAt = 0
  let tokenEnd = 0
  let hashAt = 0
  let hashEnd = 0
  let venueTime = 0
  let tick = 0
  let lastTrade = 0
  const changes: LevelChange[] = []
  const bids: BookLevel[] = []
  const asks: BookLevel[] = []
  do {
    at += 1
    const start = eightAt(at)
    if (start === MARKET.start && ends(MARKET, at)) {
      read |= HAS_MARKET
      marketAt = at + MARKET.length
      at = readText(marketAt)
      marketEnd = at - 1
    } else if (start === PRICE_CHANGES.start && ends(PRICE_CHANGES, at)) {
      read |= HAS_CHANGES
      at = readChanges(at + PRICE_CHANGES.length, followed, changes)
    } else if (start === TIMESTAMP.start && ends(TIMESTAMP, at)) {
      read |= HAS_TIME
      at = readTime(at + TIMESTAMP.length)
      venueTime = numberRead()
    } else if (start === EVENT_TYPE.start && ends(EVENT_TYPE, at)) {
      at += EVENT_TYPE.length
      const isBook = wordAt(at) === KIND_BOOK && byteAt(at + 4) === QUOTE
      read |= isBook ? IS_BOOK : IS_CHANGES
      if (isBook) at += 5
      else at = textAt(KIND_CHANGE, at) ? at + KIND_CHANGE.length : NOWHERE
    } else if (start === ASSET_ID.start && ends(ASSET_ID, at)) {
      read |= HAS_TOKEN
      tokenAt = at + ASSET_ID.length
      at = readDigits(tokenAt)
      tokenEnd = at - 1
    } else if (start === HASH.start && ends(HASH, at)) {
      read |= HAS_HASH
      hashAt = at + HASH.length
      at = readText(hashAt)
      hashEnd = at - 1
    } else if (start === BIDS.start && ends(BIDS, at)) {
      read |= HAS_BIDS
      at = readLevels(at + BIDS.length, bids)
    } else if (start === ASKS.start && ends(ASKS, at)) {
      read |= HAS_ASKS
      at = readLevels(at + ASKS.length, asks)
    } else if (start === TICK_SIZE.start && ends(TICK_SIZE, at)) {
      read |= HAS_TICK
      at = readPrice(at + TICK_SIZE.length)
      tick = stepsRead()
    } else if (
      start === LAST_TRADE.start &&
      ends(LAST_TRADE, at) &&
      textAt(TRADE_PRICE, at + LAST_TRADE.length)
    ) {
      read |= HAS_LAST
      at = readPriceOrNone(at + LAST_TRADE.length + TRADE_PRICE.length)
      lastTrade = stepsRead()
    } else return null
  } while (byteAt(at) === COMMA)
  if (byteAt(at) !== CLOSE || at + 1 !== frame.length) return null
  if (read === WHOLE_CHANGES) {
    if (changes.length === 0) return IGNORED
    emit({ type: 'changes', changes, venueTime })
    return READ
  }
  if ((read & ~(HAS_TICK | HAS_LAST)) !== WHOLE_BOOK) return null
  const asset = followed.get(tokenOf(tokenAt, tokenEnd))
  if (asset === undefined) return IGNORED
  const marketId = parseMarketId(`pm:${textOf(marketAt, marketEnd)}`)
  const tickSize = TICK_SIZES.find((size) => size === tick) ?? null
  if (marketId === null || (tickSize === null && (read & HAS_TICK) !== 0)) return null
  emit({
    type: 'snapshot',
    outcomeId: asset.outcomeId,
    marketId,
    bids,
    asks,
    tickSize,
    lastTradePrice: priceFromSteps(lastTrade),
    hash: textOf(hashAt, hashEnd),
    venueTime,
  })
  return READ
}

/** Reads one text frame of at most 64 KiB from its bytes, which are valid UTF-8. */
export function readMarketBytes(frame: Buffer, followed: Followed, emit: Emit): FrameVerdict {
  return scanMarketFrame(frame, followed, emit) ?? readMarketFrame(frame.toString('utf8'), followed, emit)
}
