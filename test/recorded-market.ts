/** A recorded market for tests and benches: frames as the venue writes them, an order and its fill every few minutes, goals, and a lost connection. */
import { Buffer } from 'node:buffer'
import { parseOrderId, parseTradeId } from '#core/ids.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import { nativeId } from '#core/ids.ts'
import type { Game } from '#core/market/game.ts'
import type { MarketEvent } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import type { RecordingRecord } from '#core/recording/records.ts'
import {
  createManualClock,
  gameId,
  price,
  sampleEvent,
  sampleMarket,
  silentLog,
  whole,
} from '#engine/testing/market-fakes.ts'
import { recordedBook } from '#engine/testing/memory-recording.ts'
import { hostDisk } from '#store/recording/segment-file.ts'
import { createRecordingWriter } from '#store/recording/writer.ts'

export type RecordedMarket = {
  readonly from: number
  readonly seconds: number
  readonly markets: number
  readonly framesPerSecond: number
}

const SEGMENT_SECONDS = 600
const MIDDLE = 5_000
const LEVELS = 20
/** A fill every so many seconds, from the half of that on. */
const FILL_SECONDS = 300

/** Deterministic: the same numbers for the same place. */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The event of these markets; market n has the outcomes 2n and 2n + 1. */
export function recordedEvent(markets: number): MarketEvent {
  return sampleEvent(1, {
    title: 'Herons vs. Comets',
    gameId: gameId(7),
    markets: Array.from({ length: markets }, (_, n) =>
      sampleMarket(n + 1, { eventId: sampleEvent(1).id, groupTitle: `Line ${n + 1}`, tickSize: 100 }),
    ),
  })
}

type Told = { bids: Map<number, number>; asks: Map<number, number> }

/** The records of the span in their order; every ten minutes a segment begins, whose books a reader without history takes from it. */
export function* recordedMarket(options: RecordedMarket): Generator<RecordingRecord> {
  const { from, seconds, markets, framesPerSecond } = options
  const event = recordedEvent(markets)
  const outcomes = event.markets.flatMap((market) => market.outcomes.map(({ id }) => ({ id, market })))
  const roll = dice(17)
  const books = new Map<OutcomeId, Told>(outcomes.map(({ id }) => [id, startBook()]))
  let order: Order | null = null
  let score = 0
  for (let second = 0; second < seconds; second += 1) {
    const at = from + second * 1_000
    if (second % SEGMENT_SECONDS === 0) {
      yield { kind: 'begin', at, version: '0.1.0', paper: false }
      yield { kind: 'market', at, event }
      yield { kind: 'carried', at, connection: 1, added: outcomes.map(({ id }) => id), removed: [] }
      for (const { id, market } of outcomes) {
        const { bids, asks } = books.get(id) ?? startBook()
        yield {
          kind: 'book',
          at,
          book: recordedBook(id, {
            marketId: market.id,
            bids: levelsOf(bids, -1),
            asks: levelsOf(asks, 1),
            version: second + 1,
            changedAt: at,
            trades: second === 0 ? [] : null,
          }),
        }
      }
      yield { kind: 'game', at, game: gameOf(at, score) }
      yield { kind: 'trading', at, trading: ARMED }
      yield { kind: 'complete', at }
    }
    if (second % 900 === 450) {
      score += 1
      yield { kind: 'game', at, game: gameOf(at, score) }
    }
    const [first] = outcomes
    if (first !== undefined && second % FILL_SECONDS === FILL_SECONDS / 2 - 60) {
      order = orderOf(first.id, first.market.id, at, second)
      yield { kind: 'order', at, order }
    }
    if (order !== null && second % FILL_SECONDS === FILL_SECONDS / 2) {
      yield {
        kind: 'order',
        at,
        order: { ...order, status: 'filled', filledSize: order.size, updatedAt: at },
      }
      yield { kind: 'fill', at, fill: fillOf(order, at, second) }
      order = null
    }
    for (let frame = 0; frame < framesPerSecond; frame += 1) {
      const { id, market } = outcomes[Math.floor(roll() * outcomes.length)] ?? outcomes[0] ?? never()
      const told = books.get(id) ?? startBook()
      const when = at + Math.floor((frame / framesPerSecond) * 1_000)
      const bytes =
        roll() < 0.05 ? tradeFrame(id, market.id, when, roll) : changeFrame(id, market.id, when, told, roll)
      yield { kind: 'frame', at: when, channel: 'market', connection: 1, bytes: Buffer.from(bytes) }
    }
  }
  yield { kind: 'trading', at: from + seconds * 1_000, trading: ARMED }
}

function never(): never {
  throw new Error('a recorded market has outcomes')
}

function startBook(): Told {
  const side = (by: number): Map<number, number> =>
    new Map(Array.from({ length: LEVELS }, (_, level) => [MIDDLE + by * 100 * (level + 1), 10 + level]))
  return { bids: side(-1), asks: side(1) }
}

function levelsOf(levels: Map<number, number>, direction: number) {
  return [...levels]
    .filter(([, size]) => size > 0)
    .toSorted(([a], [b]) => (a - b) * direction)
    .map(([steps, size]) => [price(steps), whole(size)] as const)
}

function changeFrame(
  id: OutcomeId,
  market: string,
  at: number,
  { bids, asks }: Told,
  roll: () => number,
): string {
  const isBid = roll() < 0.5
  const levels = isBid ? bids : asks
  const steps = MIDDLE + (isBid ? -1 : 1) * 100 * (1 + Math.floor(roll() * LEVELS))
  const size = Math.floor(roll() * 500)
  levels.set(steps, size)
  const best = (of: Map<number, number>, pick: (...all: number[]) => number): string => {
    const prices = [...of].flatMap(([at, left]) => (left > 0 ? [at] : []))
    return prices.length === 0 ? '' : formatPrice(price(pick(...prices)))
  }
  const change = {
    asset_id: nativeId(id),
    price: formatPrice(price(steps)),
    size: String(size),
    side: isBid ? 'BUY' : 'SELL',
    hash: Math.floor(roll() * 2 ** 32)
      .toString(16)
      .padStart(40, '0'),
    best_bid: best(bids, Math.max),
    best_ask: best(asks, Math.min),
  }
  return JSON.stringify({
    market: market.slice(3),
    price_changes: [change],
    timestamp: String(at),
    event_type: 'price_change',
  })
}

function tradeFrame(id: OutcomeId, market: string, at: number, roll: () => number): string {
  const side = roll() < 0.5 ? 'BUY' : 'SELL'
  return JSON.stringify({
    market: market.slice(3),
    asset_id: nativeId(id),
    price: formatPrice(price(MIDDLE + (side === 'BUY' ? 100 : -100))),
    size: String(1 + Math.floor(roll() * 50)),
    side,
    fee_rate_bps: '0',
    timestamp: String(at),
    event_type: 'last_trade_price',
  })
}

const ARMED = {
  mode: 'ARMED',
  canTrade: true,
  reasons: [],
  armedAt: null,
  idleDisarmAt: null,
  idleTimeoutMs: 900_000,
  safeAfter: { orders_unread: null, market_feed_down: null, order_unknown: null },
  combosCanTrade: false,
  combosReasons: [],
  venue: { mode: 'normal', until: null, retryAfterMs: null, limitWarning: null },
} as const

function gameOf(at: number, home: number): Game {
  return {
    id: gameId(7),
    eventId: sampleEvent(1).id,
    league: 'epl',
    home: 'Herons',
    away: 'Comets',
    ordering: 'home',
    score: { home, away: 0, detail: null },
    rawScore: `${home}-0`,
    period: '1H',
    elapsed: '12:00',
    status: 'live',
    startsAt: at,
    startedAt: at,
    endedAt: null,
    stale: false,
    updatedAt: at,
  }
}

function orderOf(outcomeId: OutcomeId, marketId: Order['marketId'], at: number, number: number): Order {
  return {
    id: parseOrderId(`pm:0x${number.toString(16).padStart(64, '0')}`) ?? ('' as OrderId),
    clientOrderId: null,
    outcomeId,
    marketId,
    side: 'BUY',
    price: price(4_900),
    size: whole(25),
    filledSize: whole(0),
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    status: 'live',
    delayEndsAt: null,
    cancelling: false,
    cancelQueued: false,
    cancelTooLate: false,
    foreign: false,
    replaces: null,
    submittedAt: at,
    createdAt: at,
    updatedAt: at,
  }
}

function fillOf(order: Order, at: number, number: number) {
  return {
    tradeId: parseTradeId(`trade-${number}`) ?? ('' as TradeId),
    orderId: order.id ?? ('' as OrderId),
    outcomeId: order.outcomeId,
    marketId: order.marketId,
    side: order.side,
    price: order.price,
    size: order.size,
    cash: notional(order.price, order.size),
    fee: null,
    role: 'maker' as const,
    status: 'confirmed' as const,
    txHash: null,
    at,
  }
}

/** Writes records as the terminal does, a segment for each `begin` and a block a second. */
export async function writeRecording(directory: string, records: Iterable<RecordingRecord>): Promise<void> {
  let clock: ReturnType<typeof createManualClock> | null = null
  let writer: ReturnType<typeof createRecordingWriter> | null = null
  for (const record of records) {
    if (clock === null || writer === null) {
      clock = createManualClock(record.at)
      const limits = { mostBytes: 1e12, mostAgeMs: 1e12, leaveFree: 0, mostWaiting: 1e12 }
      writer = createRecordingWriter({
        directory,
        clock,
        log: silentLog,
        redact: (text) => text,
        disk: hostDisk,
        limits,
      })
    }
    if (record.at > clock.now() + 1_000) await clock.advance(record.at - clock.now())
    if (record.kind === 'begin') writer.begin(record.at)
    writer.add(record)
  }
  await writer?.close()
}
