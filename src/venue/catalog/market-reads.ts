/** Reads of one market or outcome from the order-book service: book, price history, compact market info. */
import type { Level } from '#core/book/book.ts'
import { nativeId, type OutcomeId } from '#core/ids.ts'
import type { MarketFacts } from '#core/market/market-facts.ts'
import { parseMicros } from '#core/money.ts'
import { parsePrice, parseTickSize } from '#core/price.ts'
import { formatDecimal } from '#lib/decimal.ts'
import type { BookRead, HistoryPoint } from '#ports/venue-catalog.ts'
import { marketIdFromWire } from '../clob/translate.ts'
import {
  absentMeans,
  readDecimal,
  readInstant,
  readMoment,
  readNumber,
  readSeconds,
  readSteps,
} from '../figures.ts'
import type { WireFigure } from '../figures.ts'
import { fieldsOf } from './fields.ts'
import { delayOf } from './market-row.ts'
import { bookAnswer, historyAnswer, historyPoint, marketInfoAnswer } from './wire.ts'

/** A book read over REST; null when it cannot be read. */
export function bookReadFromWire(json: unknown, outcomeId: OutcomeId): BookRead | null {
  const read = bookAnswer.safeParse(json)
  if (!read.success) return null
  const marketId = marketIdFromWire(read.data.market)
  const at = readInstant(read.data.timestamp)
  if (marketId === null || at === null || read.data.asset_id !== nativeId(outcomeId)) return null
  const bids = levelsFromWire(read.data.bids ?? read.data.buys, 1)
  const asks = levelsFromWire(read.data.asks ?? read.data.sells, -1)
  if (bids === null || asks === null) return null
  const { hash, tick_size: tick, neg_risk: negRisk } = read.data
  return {
    outcomeId,
    marketId,
    bids,
    asks,
    hash,
    at,
    tickSize: parseTickSize(readDecimal(tick)),
    negRisk: typeof negRisk === 'boolean' ? negRisk : null,
  }
}

/** Best first; null when a level is not one, or there is no such side. */
function levelsFromWire(
  rows: readonly { readonly price: WireFigure; readonly size: WireFigure }[] | undefined,
  sign: 1 | -1,
): readonly Level[] | null {
  if (rows === undefined) return null
  const levels: Level[] = []
  for (const row of rows) {
    const price = parsePrice(readDecimal(row.price) ?? '')
    const size = parseMicros(readDecimal(row.size) ?? '')
    if (price === null || !size.ok) return null
    if (size.value > 0n) levels.push([price, size.value])
  }
  return levels.toSorted(([a], [b]) => sign * (b - a))
}

/** Price history with one point per second, the later of two; null when it cannot be read. */
export function historyFromWire(json: unknown): readonly HistoryPoint[] | null {
  const read = historyAnswer.safeParse(json)
  if (!read.success) return null
  const points = new Map<number, HistoryPoint>()
  for (const row of read.data.history) {
    const point = historyPoint.safeParse(row)
    const steps = readSteps(point.data?.p)
    const at = readSeconds(point.data?.t)
    if (steps === null || steps < 0n || steps > 10_000n || at === null) continue
    points.set(at, { at, price: formatDecimal(steps, 4) })
  }
  return [...points.values()].toSorted((a, b) => a.at - b.at)
}

export type MarketInfo = {
  readonly facts: MarketFacts
  /** In the order of the outcomes; empty where they are not two texts of digits. */
  readonly tokens: readonly string[]
}

/** Compact market info; null when it is none. */
export function marketInfoFromWire(json: unknown): MarketInfo | null {
  const read = marketInfoAnswer.safeParse(json)
  if (!read.success) return null
  const { t, mts, mos, sd, gst, nr } = read.data
  const least = parseMicros(readDecimal(mos) ?? '')
  const seconds = readNumber(absentMeans(sd, '0', 'absent when 0'))
  const tokens = t.flatMap((row) => {
    const token = fieldsOf(row)?.raw('t')
    return typeof token === 'string' && /^\d{1,78}$/.test(token) ? [token] : []
  })
  return {
    facts: {
      tickSize: parseTickSize(readDecimal(mts)),
      minOrderSize: least.ok && least.value >= 0n ? least.value : null,
      secondsDelay: seconds === null ? null : delayOf(seconds),
      gameStartTime: readMoment(gst),
      negRisk: nr === undefined || nr === null ? false : typeof nr === 'boolean' ? nr : null,
    },
    tokens: tokens.length === 2 ? tokens : [],
  }
}
