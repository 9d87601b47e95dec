/** Reads of one market or outcome from the order-book service: book, price history, compact market info. */
import type { Level } from '#core/book/book.ts'
import { nativeId, type OutcomeId } from '#core/ids.ts'
import type { MarketFacts } from '#core/market/market-facts.ts'
import { parseMicros } from '#core/money.ts'
import { parsePrice, parseTickSize } from '#core/price.ts'
import { formatDecimal } from '#lib/decimal.ts'
import type { BookRead, HistoryPoint } from '#ports/venue-catalog.ts'
import { marketIdFromWire } from '../clob/translate.ts'
import { absentMeans, readDecimal, readMoment, readNumber, readSeconds, readSteps } from '../figures.ts'
import { fieldsOf } from '../fields.ts'
import { delayOf } from './market-row.ts'

/** A book read over REST; null when it cannot be read. */
export function bookReadFromWire(json: unknown, outcomeId: OutcomeId): BookRead | null {
  const fields = fieldsOf(json)
  if (fields === null) return null
  const { raw, word } = fields
  const marketId = marketIdFromWire(word('market'))
  if (marketId === null || raw('asset_id') !== nativeId(outcomeId)) return null
  const sideOf = (...names: readonly string[]): unknown => names.map(raw).find((one) => one !== undefined)
  const bids = levelsFromWire(sideOf('bids', 'buys'), 1)
  const asks = levelsFromWire(sideOf('asks', 'sells'), -1)
  if (bids === null || asks === null) return null
  const negRisk = raw('neg_risk')
  return {
    outcomeId,
    marketId,
    bids,
    asks,
    tickSize: parseTickSize(readDecimal(raw('tick_size'))),
    negRisk: typeof negRisk === 'boolean' ? negRisk : null,
  }
}

/** Best first; null when a level is not one, or there is no such side: null is an empty one, no field is none (INV-75). */
function levelsFromWire(rows: unknown, sign: 1 | -1): readonly Level[] | null {
  if (rows === null) return []
  if (!Array.isArray(rows)) return null
  const levels: Level[] = []
  for (const row of rows as readonly unknown[]) {
    const level = fieldsOf(row)
    const price = parsePrice(readDecimal(level?.raw('price')) ?? '')
    const size = parseMicros(readDecimal(level?.raw('size')) ?? '')
    if (price === null || !size.ok) return null
    if (size.value > 0n) levels.push([price, size.value])
  }
  return levels.toSorted(([a], [b]) => sign * (b - a))
}

/** Price history with one point per second, the later of two; null when it cannot be read. */
export function historyFromWire(json: unknown): readonly HistoryPoint[] | null {
  const rows = fieldsOf(json)?.list('history') ?? null
  if (rows === null) return null
  const points = new Map<number, HistoryPoint>()
  for (const row of rows) {
    const point = fieldsOf(row)
    const steps = readSteps(point?.raw('p'))
    const at = readSeconds(point?.raw('t'))
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
  const fields = fieldsOf(json)
  const rows = fields?.list('t') ?? null
  if (fields === null || rows === null) return null
  const { raw } = fields
  const least = parseMicros(readDecimal(raw('mos')) ?? '')
  const seconds = readNumber(absentMeans(raw('sd'), '0', 'absent when 0'))
  // Absent for an ordinary market.
  const nr = raw('nr') ?? false
  const tokens = rows.flatMap((row) => {
    const token = fieldsOf(row)?.raw('t')
    return typeof token === 'string' && /^\d{1,78}$/.test(token) ? [token] : []
  })
  return {
    facts: {
      tickSize: parseTickSize(readDecimal(raw('mts'))),
      minOrderSize: least.ok && least.value >= 0n ? least.value : null,
      secondsDelay: seconds === null ? null : delayOf(seconds),
      gameStartTime: readMoment(raw('gst')),
      negRisk: typeof nr === 'boolean' ? nr : null,
    },
    tokens: tokens.length === 2 ? tokens : [],
  }
}
